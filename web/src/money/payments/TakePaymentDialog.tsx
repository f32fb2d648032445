import { getAccount } from '@our-print/contract/money/accounts.ts'
import { createPayment } from '@our-print/contract/money/payments.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { useRead, useWrite } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { rupees } from '../../base/format/format.ts'
import { stalePayments } from './stalePayments.ts'
import { SaveAnyway, TakenFields, useTakenForm } from './TakenFields.tsx'

/** Whose account a deposit goes to. */
type Holder = { id: string; kind: 'user' | 'client'; name: string }
type Props = { about: Order | Holder; onClose: () => void }

/** Takes a payment for an order, or a deposit to an account. */
export default function TakePaymentDialog({ about, onClose }: Props) {
  const order = 'order_type' in about ? about : undefined
  const save = useWrite(createPayment, stalePayments)
  const [sees, seesCustomers, seesPrices] = [useCan('payments'), useCan('customers'), useCan('prices')]
  const seesAccount = sees && seesCustomers && seesPrices
  const payer = order?.billed_to ?? order?.user ?? ''
  const { data: account } = useRead(
    getAccount,
    { params: { id: payer } },
    { enabled: order !== undefined && seesAccount },
  )
  const form = useTakenForm(order && order.due !== null && order.due > 0 ? order.due : null)
  const target = order ? { order: order.id } : { [(about as Holder).kind]: about.id }
  return (
    <SendDialog
      title={order ? `Payment for order ${order.number}` : `Deposit of ${(about as Holder).name}`}
      form={form}
      save={save}
      submitLabel="Take payment"
      low
      onClose={onClose}
      inputOf={(paid) => ({ body: { ...target, ...paid } })}
      savedMessage={({ amount, number }) => `${rupees(amount)} received, payment ${number}`}
    >
      <SaveAnyway error={save.error} />
      <TakenFields {...(order && { number: order.number })} balance={account?.balance} />
    </SendDialog>
  )
}
