import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { idOrNobody } from '../api/ids.ts'
import { FailureBanner } from '../feedback/FailureBanner.tsx'
import { SelectField } from '../form/SelectField.tsx'
import { ExportButton } from '../list/ExportButton.tsx'
import { ResourceTable } from '../list/ResourceTable.tsx'
import { SearchBox } from '../list/SearchBox.tsx'
import type { Selection } from '../list/tableModel.ts'
import { useListState } from '../list/useListState.ts'
import { Page } from '../page/Page.tsx'
import { OnlyOne } from './OnlyOne.tsx'
import { QrBar } from './QrBar.tsx'
import { pageTitle, QrTabs } from './QrTabs.tsx'
import { qrColumns } from './qrColumns.tsx'
import { codeName, type ListedCode, listedCodes, type Open } from './qrWords.ts'
import { useQrActions } from './useQrActions.ts'

const QrDialog = lazy(() => import('./QrDialog.tsx'))
const ViewQrDialog = lazy(() => import('./ViewQrDialog.tsx'))
const LabelsDialog = lazy(() => import('./LabelsDialog.tsx'))

const states = [
  { value: 'true', label: 'Active QRs' },
  { value: 'false', label: 'Inactive QRs' },
  { value: '', label: 'All QRs' },
]

/** Every code: search, filter, and what can be done with one or several. */
export function QrCodeList() {
  const list = useListState(['is_active', 'id'])
  const { is_active } = list.filters
  const id = list.filters.id && idOrNobody(list.filters.id)
  const known = is_active === 'true' || is_active === 'false' ? is_active : undefined
  const rows = listedCodes({ ...list.paging, ...(known && { is_active: known }), ...(id && { id }) })
  const actions = useQrActions()
  const [open, setOpen] = useState<Open>()
  const columns = qrColumns({ open: setOpen, setActive: actions.setActive })

  const bulk = (selection: Selection<ListedCode>) => (
    <QrBar selection={selection} actions={actions} open={setOpen} />
  )
  const generate = (variant: 'contained' | 'outlined') => (
    <Button
      variant={variant}
      color={variant === 'contained' ? 'primary' : 'inherit'}
      onClick={() => setOpen({ what: 'generate' })}
    >
      Generate QR
    </Button>
  )

  return (
    <Page
      title={pageTitle}
      actions={
        <>
          <ExportButton rows={rows} />
          {generate('contained')}
        </>
      }
    >
      <QrTabs value="codes" />
      {actions.failure && (
        <Box sx={{ mb: 1.5 }}>
          <FailureBanner details={actions.failure} onClose={actions.forget} />
        </Box>
      )}
      {id && <OnlyOne id={id} all="/qr_codes" />}
      <ResourceTable
        label="QR codes"
        list={list}
        rows={rows}
        columns={columns}
        rowName={codeName}
        bulk={bulk}
        bulkInSight
        toolbar={
          <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { md: 'minmax(0, 360px) 168px' } }}>
            <SearchBox value={list.query} onChange={list.setQuery} placeholder="Company, code" />
            <SelectField
              label="Status"
              hideLabel
              options={states}
              value={known ?? ''}
              onChange={(state) => list.setFilter('is_active', state || null)}
            />
          </Box>
        }
        empty={{
          hint: 'A code that is printed leads whoever scans it to an address or shows a picture, and counts them.',
          action: generate('outlined'),
        }}
      />
      <Suspense fallback={null}>{open && <OpenDialog open={open} setOpen={setOpen} />}</Suspense>
    </Page>
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
