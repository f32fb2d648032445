import Button from '@mui/material/Button'
import type { Client } from '@our-print/contract/rewards/clients.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { RowActions } from '../../base/list/RowActions.tsx'
import { companyUrl } from '../vouchers/companyUrl.ts'

export type RowActionHandlers = {
  /** A company is being chosen for an upload: Upload is the only action. */
  uploading: boolean
  upload: (client: Client) => void
  openVouchers: (client: Client) => Promise<void>
}

/** Actions on one company, in its row. */
export function ClientRowActions({ client, handlers }: { client: Client; handlers: RowActionHandlers }) {
  const { uploading, upload, openVouchers } = handlers
  const navigate = useNavigate()
  const [opening, setOpening] = useState(false)

  async function open() {
    setOpening(true)
    await openVouchers(client)
    setOpening(false)
  }

  if (uploading) {
    return (
      <RowActions>
        <Button size="small" variant="outlined" aria-description={client.name} onClick={() => upload(client)}>
          Upload
        </Button>
      </RowActions>
    )
  }
  return (
    <RowActions>
      <Button
        size="small"
        color="inherit"
        aria-description={client.name}
        loading={opening}
        onClick={() => void open()}
      >
        Vouchers
      </Button>
      <Button
        size="small"
        color="inherit"
        aria-label={`Edit ${client.name}`}
        onClick={() => void navigate(companyUrl(client))}
      >
        Edit
      </Button>
    </RowActions>
  )
}
