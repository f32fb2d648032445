import type { Account } from '@our-print/contract/money/accounts.ts'
import { createPayment } from '@our-print/contract/money/payments.ts'
import { goesToBank } from '@our-print/contract/money/paymentTerms.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useWatch } from 'react-hook-form'
import { useRead, useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { SelectInput, TextInput } from '../../base/form/contractForm.tsx'
import { amountSign, rupees } from '../../base/format/format.ts'
import { Text } from '../../base/ui/Text.tsx'
import { methodsOf } from './paymentTexts.ts'
import { stalePayments } from './stalePayments.ts'
import { useTakenForm } from './TakenFields.tsx'

type Props = { about: Order | Account; onClose: () => void }

/** Pays back what was paid for an order, or moves it to the account of whoever pays; or what is on an account. */
export default function PayBackDialog({ about, onClose }: Props) {
  const save = useWrite(createPayment, stalePayments)
  const { data: settings } = useRead(getConfiguration, {}, { staleTime: 600_000 })
  const order = 'order_type' in about ? about : undefined
  const account = 'order_type' in about ? undefined : about
  const { name = '', balance = 0 } = account ?? {}
  const form = useTakenForm(order ? overpaidOf(order) : balance, order ? 'account' : 'cash')
  const method = useWatch({ control: form.control, name: 'method' })
  const payer = order && payerOf(order)
  const target = order ? { order: order.id } : { [account?.kind ?? 'user']: about.id }
  return (
    <SendDialog
      title={order ? `Pay back of order ${order.number}` : `Pay back to ${name}`}
      form={form}
      save={save}
      submitLabel="Pay back"
      onClose={onClose}
      inputOf={(paid) => ({ body: { ...target, ...paid, amount: -paid.amount } })}
      savedMessage={({ amount, method }) =>
        method === 'account' ? `${rupees(-amount)} moved to the account` : `${rupees(-amount)} paid back`
      }
    >
      {order ? (
        <Text as="p" tone="muted">
          {rupees(order.paid ?? 0)} was paid for this order. On the account it stays with {payer}, for the
          next order.
        </Text>
      ) : (
        <Text as="p" tone="muted">
          {rupees(balance)} is on the account.
        </Text>
      )}
      <SelectInput
        name="method"
        label="How"
        options={[
          ...(order ? [{ value: 'account', label: 'To the account' }] : []),
          ...methodsOf(settings?.payment_methods ?? []),
        ]}
      />
      <TextInput name="amount" label="Amount" number start={amountSign()} />
      {goesToBank(method) && <TextInput name="reference" label="Bank’s reference" optional />}
      <TextInput name="note" label="Note" optional />
    </SendDialog>
  )
}

const overpaidOf = ({ due, paid }: Order) => (due !== null && due < 0 ? -due : paid)

const payerOf = ({ billed_to_data, user_data }: Order) =>
  billed_to_data?.name ?? `${user_data.first_name} ${user_data.last_name}`.trim()
