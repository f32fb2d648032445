import { complaintReasonLabels, type Resolution } from '@our-print/contract/orders/complaintReasons.ts'
import {
  type Complaint,
  listComplaints,
  listOrderComplaints,
  resolveComplaint,
} from '@our-print/contract/orders/complaints.ts'
import { getOrder, listOrders } from '@our-print/contract/orders/orders.ts'
import { getCoins } from '@our-print/contract/rewards/coins.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useWatch } from 'react-hook-form'
import { useRead, useWrite } from '../base/api/api.ts'
import { useCan } from '../base/api/useCan.ts'
import { SendDialog } from '../base/dialog/FormDialog.tsx'
import { ChoiceInput } from '../base/form/ChoiceInput.tsx'
import { SelectInput, TextInput, useContractForm } from '../base/form/contractForm.tsx'
import { amountSign, rupees } from '../base/format/format.ts'
import { Text } from '../base/ui/Text.tsx'
import { methodsOf } from '../money/payments/paymentTexts.ts'
import { stalePayments } from '../money/payments/stalePayments.ts'

/** What the shop does: pays back and gives coins only who may. */
const choicesOf = (may: { refund: boolean; credit: boolean }) => [
  { value: 'reprint', label: 'Print again' },
  ...(may.refund ? [{ value: 'refund', label: 'Refund' }] : []),
  ...(may.credit ? [{ value: 'credit', label: 'Coins' }] : []),
  { value: 'nothing', label: 'Nothing' },
]

const hints: Record<Resolution, string> = {
  reprint:
    'A new order with the same files, at no charge. What it prints counts as waste; the first order keeps its price and its coins.',
  refund: 'The order costs this much less. What was paid of it goes back; what was not is no longer due.',
  credit: 'The customer gets these coins on top of what the order earned.',
  nothing: 'The note says why.',
}

const schema = resolveComplaint.schema.body
type Fields = {
  resolution: Resolution
  amount: number | null
  method: string
  coins: number | null
  note: string
}

/** Only what the chosen resolution takes. */
const prepare = ({ resolution, amount, method, coins, note }: Fields) => ({
  resolution,
  note,
  ...(resolution === 'refund' && { amount: amount ?? undefined, method }),
  ...(resolution === 'credit' && { coins: coins ?? undefined }),
})

/** Ends a complaint: the shop prints again, pays back, gives coins, or does nothing and says why. */
export function ResolveDialog({ complaint, onClose }: { complaint: Complaint; onClose: () => void }) {
  const { id, version, order_number, reason, text } = complaint
  const save = useWrite(resolveComplaint, [
    listOrderComplaints,
    listComplaints,
    getOrder,
    listOrders,
    getCoins,
    ...stalePayments,
  ])
  const defaultValues: Fields = {
    resolution: 'reprint',
    amount: null,
    method: 'account',
    coins: null,
    note: '',
  }
  const form = useContractForm(schema, { defaultValues, prepare, mode: 'onSubmit' })
  const resolution = useWatch({ control: form.control, name: 'resolution' })
  const [sees, pays, knows] = [useCan('prices'), useCan('payments'), useCan('customers')]
  const choices = choicesOf({ refund: sees && pays && knows, credit: useCan('coins') })
  const { data: settings } = useRead(getConfiguration, {}, { staleTime: 600_000 })
  return (
    <SendDialog
      title={`Resolve the complaint about order ${order_number}`}
      form={form}
      save={save}
      submitLabel="Resolve"
      onClose={onClose}
      inputOf={(body) => ({ params: { id }, body: { ...body, version } })}
      savedMessage={({ reprint, paid_back }) =>
        reprint
          ? `Taken in to print again as order ${reprint.number}`
          : paid_back
            ? `Complaint resolved, ${rupees(paid_back)} paid back`
            : 'Complaint resolved'
      }
    >
      <div>
        <Text as="div" strong>
          {complaintReasonLabels[reason]}
        </Text>
        {text && (
          <Text as="div" flow="lines">
            {text}
          </Text>
        )}
      </div>
      <ChoiceInput name="resolution" label="What the shop does" options={choices} hint={hints[resolution]} />
      {resolution === 'refund' && (
        <>
          <TextInput name="amount" label="Amount" number start={amountSign()} />
          <SelectInput
            name="method"
            label="How it goes back"
            options={[
              { value: 'account', label: 'To the account' },
              ...methodsOf(settings?.payment_methods ?? []),
            ]}
          />
        </>
      )}
      {resolution === 'credit' && <TextInput name="coins" label="Coins" number />}
      <TextInput
        name="note"
        label="Note"
        rows={2}
        optional={resolution !== 'nothing'}
        hint="Saved in the order’s history"
      />
    </SendDialog>
  )
}
