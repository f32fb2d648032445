import Alert from '@mui/material/Alert'
import { type Client, clientOrderings, listClients } from '@our-print/contract/rewards/clients.ts'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { query } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { ListPage } from '../../base/list/ListPage.tsx'
import type { Selection } from '../../base/list/tableModel.ts'
import { useListState } from '../../base/list/useListState.ts'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { companyUrl } from '../vouchers/companyUrl.ts'
import { ClientBar } from './ClientBar.tsx'
import { clientColumns } from './clientColumns.tsx'
import { ListMessage } from './ListMessage.tsx'
import { useClientActions } from './useClientActions.ts'

const UploadDialog = lazyPart(async () => ({
  default: (await import('../voucherImports/UploadDialog.tsx')).UploadDialog,
}))

export function ClientsPage() {
  const list = useListState([], { sortedBy: clientOrderings })
  const navigate = useNavigate()
  const actions = useClientActions()
  const { openVouchers, message, forget } = actions
  const [uploading, setUploading] = useState(false)
  const [uploadFor, setUploadFor] = useState<Client>()
  const columns = useMemo(
    () => clientColumns({ uploading, upload: setUploadFor, openVouchers }),
    [uploading, openVouchers],
  )
  const bulk = (selection: Selection<Client>) => <ClientBar selection={selection} actions={actions} />
  const toggleUpload = (
    <SecondaryButton
      aria-pressed={uploading}
      onClick={() => setUploading(!uploading)}
      sx={{ '&[aria-pressed=true]': { bgcolor: 'action.selected' } }}
    >
      Upload vouchers
    </SecondaryButton>
  )
  const above = (
    <>
      {message && <ListMessage message={message} onClose={forget} onUpload={setUploadFor} />}
      {uploading && (
        <Alert severity="info" variant="outlined" onClose={() => setUploading(false)} sx={{ mb: 1.5 }}>
          Choose the company to upload vouchers for.
        </Alert>
      )}
    </>
  )

  return (
    <ListPage
      title="Client Companies"
      actions={toggleUpload}
      above={above}
      label="Client companies"
      list={list}
      rows={query(listClients, { querystring: list.paging })}
      columns={columns}
      rowLink={companyUrl}
      rowName={({ name }) => name}
      bulk={bulk}
      bulkInSight
      bulkMatching
      search="Name, phone"
      toolbarColumns={{ md: 'minmax(0, 360px)' }}
      hint="Companies offer vouchers that customers buy with coins. Add the first company."
      create={{ label: 'Create new company', onClick: () => void navigate('/client_companies/create') }}
    >
      {uploadFor && <UploadDialog client={uploadFor} onClose={() => setUploadFor(undefined)} />}
    </ListPage>
  )
}
