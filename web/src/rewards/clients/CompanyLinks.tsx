import Button from '@mui/material/Button'
import type { Client } from '@our-print/contract/rewards/clients.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { toast } from '../../base/feedback/toast.tsx'
import { historyUrl } from '../../base/page/historyUrl.ts'
import { useClientActions } from './useClientActions.ts'

/** From a company to what belongs to it: its vouchers, those that were sold, the orders of their buyers, its QR codes. */
export function CompanyLinks({ client }: { client: Client }) {
  const [opening, setOpening] = useState(false)
  const { openVouchers } = useClientActions()
  const query = new URLSearchParams({ query: client.name })

  async function open() {
    // The sentence of the specification.
    if (client.vouchers.groups === 0) {
      toast.failure('This client has no vouchers!')
      return
    }
    setOpening(true)
    await openVouchers(client)
    setOpening(false)
  }

  return (
    <>
      <Button {...buttonProps} loading={opening} onClick={() => void open()}>
        Vouchers
      </Button>
      <Button {...buttonProps} component={Link} to={`/vouchers?tab=purchased&${query}`}>
        Purchased vouchers
      </Button>
      <Button {...buttonProps} component={Link} to={`/total_orders?client=${client.id}`}>
        Orders of its customers
      </Button>
      <Button {...buttonProps} component={Link} to={`/qr_codes?${query}`}>
        QR codes
      </Button>
      <Button {...buttonProps} component={Link} to={historyUrl(client.id)}>
        History
      </Button>
    </>
  )
}

const buttonProps = {
  size: 'small',
  variant: 'outlined',
  color: 'inherit',
  sx: { minHeight: { xs: 44, sm: 30 } },
} as const
