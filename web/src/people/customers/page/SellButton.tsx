import Box from '@mui/material/Box'
import type { User } from '@our-print/contract/people/customers.ts'
import { type ComponentType, useState } from 'react'
import { SecondaryButton } from '../../../base/page/Page.tsx'

type Props = {
  user: User
  /** A lazy component: loaded when the dialog opens. */
  dialog: ComponentType<{ customer: User; onClose: () => void }>
  children: string
}

/** Sells the customer a plan or a voucher; stands above the list of those they have. */
export function SellButton({ user, dialog: Dialog, children }: Props) {
  const [selling, setSelling] = useState(false)
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
      <SecondaryButton disabled={!user.is_active} onClick={() => setSelling(true)}>
        {children}
      </SecondaryButton>
      {selling && <Dialog customer={user} onClose={() => setSelling(false)} />}
    </Box>
  )
}
