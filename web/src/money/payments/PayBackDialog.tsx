import { createPayment } from '@our-print/contract/money/payments.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useRead, useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { SelectInput, TextInput } from '../../base/form/contractForm.tsx'
import { amountSign, rupees } from '../../base/format/format.ts'
import { Text } from '../../base/ui/Text.tsx'
import { methodsOf } from './paymentTexts.ts'
import { stalePayments } from './stalePayments.ts'
import { useTakenForm } from './TakenFields.tsx'

/** Pays back what was paid for an order, or moves it to the account of whoever pays. */
export default function PayBackDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const save = useWrite(createPayment, stalePayments)
  const { data: settings } = useRead(getConfiguration, {}, { staleTime: 600_000 })
  const overpaid = order.due !== null && order.due < 0 ? -order.due : order.paid
  const form = useTakenForm(overpaid, 'account')
  const payer =
    order.billed_to_data?.name ?? `${order.user_data.first_name} ${order.user_data.last_name}`.trim()
  return (
    <SendDialog
      title={`Pay back of order ${order.number}`}
      form={form}
      save={save}
      submitLabel="Pay back"
      onClose={onClose}
      inputOf={(paid) => ({ body: { order: order.id, ...paid, amount: -paid.amount } })}
      savedMessage={({ amount, method }) =>
        method === 'account' ? `${rupees(-amount)} moved to the account` : `${rupees(-amount)} paid back`
      }
    >
      <Text as="p" tone="muted">
        {rupees(order.paid ?? 0)} was paid for this order. On the account it stays with {payer}, for the next
        order.
      </Text>
      <SelectInput
        name="method"
        label="How"
        options={[
          { value: 'account', label: 'To the account' },
          ...methodsOf(settings?.payment_methods ?? []),
        ]}
      />
      <TextInput name="amount" label="Amount" number start={amountSign()} />
      <TextInput name="note" label="Note" optional />
    </SendDialog>
  )
}
