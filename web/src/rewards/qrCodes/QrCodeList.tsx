import Box from '@mui/material/Box'
import { qrCodeOrderings } from '@our-print/contract/rewards/qrCodes.ts'
import { useState } from 'react'
import { idOrUnknown } from '../../base/api/ids.ts'
import { FailureBanner } from '../../base/feedback/FailureBanner.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { filterBy, ListFilter } from '../../base/list/ListFilter.tsx'
import { ListPage } from '../../base/list/ListPage.tsx'
import type { Selection } from '../../base/list/tableModel.ts'
import { useListState } from '../../base/list/useListState.ts'
import { QrBar } from './QrBar.tsx'
import { pageTitle, QrTabs } from './QrTabs.tsx'
import { qrColumns } from './qrColumns.tsx'
import { codeName, type ListedCode, listedCodes, type Open } from './qrTexts.ts'
import { SingleCodeNotice } from './SingleCodeNotice.tsx'
import { useQrActions } from './useQrActions.ts'

const QrDialog = lazyPart(() => import('./QrDialog.tsx'))
const ViewQrDialog = lazyPart(() => import('./ViewQrDialog.tsx'))
const LabelsDialog = lazyPart(() => import('./LabelsDialog.tsx'))

const status = {
  name: 'is_active',
  label: 'Status',
  options: [
    { value: 'true', label: 'Active QRs' },
    { value: 'false', label: 'Inactive QRs' },
    { value: '', label: 'All QRs' },
  ],
} as const

/** All QR codes: search, filter, and actions on one or several. */
export function QrCodeList() {
  const list = useListState(['is_active', 'id'], { sortedBy: qrCodeOrderings })
  const id = list.filters.id && idOrUnknown(list.filters.id)
  const actions = useQrActions()
  const [open, setOpen] = useState<Open>()
  const bulk = (selection: Selection<ListedCode>) => (
    <QrBar selection={selection} actions={actions} open={setOpen} />
  )
  const above = (
    <>
      <QrTabs value="codes" />
      {actions.failure && (
        <Box sx={{ mb: 1.5 }}>
          <FailureBanner details={actions.failure} onClose={actions.forget} />
        </Box>
      )}
      {id && <SingleCodeNotice id={id} all="/qr_codes" />}
    </>
  )
  return (
    <ListPage
      title={pageTitle}
      above={above}
      label="QR codes"
      list={list}
      rows={listedCodes({ ...list.paging, ...filterBy(list, status), ...(id && { id }) })}
      columns={qrColumns({ open: setOpen, setActive: actions.setActive })}
      rowName={codeName}
      bulk={bulk}
      bulkInSight
      bulkMatching
      search="Company, code"
      filters={<ListFilter list={list} filter={status} />}
      hint="A printed code opens an address or shows a picture, and counts its scans."
      create={{ label: 'Generate QR', onClick: () => setOpen({ what: 'generate' }) }}
    >
      {open && <OpenDialog open={open} setOpen={setOpen} />}
    </ListPage>
  )
}

function OpenDialog({ open, setOpen }: { open: Open; setOpen: (open: Open | undefined) => void }) {
  const close = () => setOpen(undefined)
  if (open.what === 'generate') {
    return <QrDialog code={null} onClose={close} onView={(code) => setOpen({ what: 'view', code })} />
  }
  if (open.what === 'edit') return <QrDialog code={open.code} onClose={close} />
  if (open.what === 'view') return <ViewQrDialog code={open.code} onClose={close} />
  return <LabelsDialog codes={open.codes} onClose={close} />
}
