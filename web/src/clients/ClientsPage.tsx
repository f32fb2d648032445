import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type Client, listClients } from '@our-print/contract/clients.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { query } from '../api/api.ts'
import { ExportButton } from '../list/ExportButton.tsx'
import { ResourceTable } from '../list/ResourceTable.tsx'
import { SearchBox } from '../list/SearchBox.tsx'
import type { Selection } from '../list/tableModel.ts'
import { useListState } from '../list/useListState.ts'
import { Page } from '../page/Page.tsx'
import { ClientBar } from './ClientBar.tsx'
import { clientColumns } from './clientColumns.tsx'
import { editAddress } from './clientWords.ts'
import { ListNews } from './ListNews.tsx'
import { useClientActions } from './useClientActions.ts'

const UploadDialog = lazy(async () => ({
  default: (await import('../voucherImports/UploadDialog.tsx')).UploadDialog,
}))

/** The companies whose vouchers the shop gives away. */
export function ClientsPage() {
  const list = useListState()
  const navigate = useNavigate()
  const actions = useClientActions()
  const { openVouchers, news, forget } = actions
  const [uploading, setUploading] = useState(false)
  const [uploadFor, setUploadFor] = useState<Client>()
  const rows = query(listClients, { querystring: list.paging })
  const columns = useMemo(
    () => clientColumns({ uploading, upload: setUploadFor, openVouchers }),
    [uploading, openVouchers],
  )
  const bulk = (selection: Selection<Client>) => <ClientBar selection={selection} actions={actions} />

  const create = (variant: 'contained' | 'outlined') => (
    <Button
      variant={variant}
      color={variant === 'contained' ? 'primary' : 'inherit'}
      onClick={() => void navigate('/client_companies/create')}
    >
      Create new company
    </Button>
  )

  return (
    <Page
      title="Client Companies"
      actions={
        <>
          <ExportButton rows={rows} />
          <Button
            variant="outlined"
            color="inherit"
            aria-pressed={uploading}
            onClick={() => setUploading(!uploading)}
            sx={{ '&[aria-pressed=true]': { bgcolor: 'action.selected' } }}
          >
            Upload vouchers
          </Button>
          {create('contained')}
        </>
      }
    >
      {news && <ListNews news={news} onClose={forget} onUpload={setUploadFor} />}
      {uploading && (
        <Alert severity="info" variant="outlined" onClose={() => setUploading(false)} sx={{ mb: 1.5 }}>
          Choose the company whose codes you upload.
        </Alert>
      )}
      <ResourceTable
        label="Client companies"
        list={list}
        rows={rows}
        columns={columns}
        rowLink={editAddress}
        rowName={({ name }) => name}
        bulk={bulk}
        bulkInSight
        toolbar={
          <Box sx={{ maxWidth: { md: 360 } }}>
            <SearchBox value={list.query} onChange={list.setQuery} placeholder="Name, phone" />
          </Box>
        }
        empty={{
          hint: 'A company gives vouchers that customers buy with their coins. Add the first one.',
          action: create('outlined'),
        }}
      />
      {uploadFor && (
        <Suspense fallback={null}>
          <UploadDialog client={uploadFor} onClose={() => setUploadFor(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
