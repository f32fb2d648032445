import type { User } from '@our-print/contract/people/customers.ts'
import { type ComponentType, useState } from 'react'
import { useCan } from '../../../base/api/useCan.ts'
import { Button } from '../../../base/ui/Button.tsx'
import { Row } from '../../../base/ui/Layout.tsx'

type Props = {
  user: User
  /** A lazy component: loaded when the dialog opens. */
  dialog: ComponentType<{ customer: User; onClose: () => void }>
  children: string
}

/** Sells the customer a plan or a voucher; stands above the list of those they have. */
export function SellButton({ user, dialog: Dialog, children }: Props) {
  const [selling, setSelling] = useState(false)
  const sells = useCan('vouchers')
  if (!sells) return null
  return (
    <Row justify="end">
      <Button disabled={!user.is_active} onClick={() => setSelling(true)}>
        {children}
      </Button>
      {selling && <Dialog customer={user} onClose={() => setSelling(false)} />}
    </Row>
  )
}
