import { listPayments, type Payment } from '@our-print/contract/money/payments.ts'
import { methodLabel } from '@our-print/contract/money/paymentTerms.ts'
import {
  listStatementLines,
  matchStatementLine,
  type StatementLine,
} from '@our-print/contract/money/statements.ts'
import { useRead, useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { SelectInput, useContractForm } from '../../base/form/contractForm.tsx'
import { formatDateTime, formatDay, rupees } from '../../base/format/format.ts'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Text } from '../../base/ui/Text.tsx'

const optionOf = ({ id, number, payer, order_number, happened_at }: Payment) => ({
  value: id,
  label: [
    payer,
    order_number === null ? 'account' : `order ${order_number}`,
    formatDateTime(happened_at),
    `payment ${number}`,
  ].join(' · '),
})

/** Says which payment a line of a statement is. */
export default function MatchDialog({ line, onClose }: { line: StatementLine; onClose: () => void }) {
  const { id, amount, day, method, text, reference, version } = line
  const { data, error } = useRead(listPayments, { querystring: { could_be: id, limit: '100' } })
  const save = useWrite(matchStatementLine, [listStatementLines, listPayments])
  const form = useContractForm(matchStatementLine.schema.body, {
    defaultValues: { payment: line.payment ?? '', version },
    mode: 'onSubmit',
  })
  const options = (data?.results ?? []).map(optionOf)
  return (
    <SendDialog
      title={`Match ${rupees(amount)}`}
      form={form}
      save={save}
      submitLabel="Match"
      done={data?.count === 0}
      onClose={onClose}
      inputOf={(body) => ({ params: { id }, body })}
      savedMessage={({ payment_number }) => `Payment ${payment_number} matched`}
    >
      <Text as="p" tone="muted">
        {[formatDay(day), methodLabel(method), text, reference].filter(Boolean).join(' · ')}
      </Text>
      {!data && !error && <Skeleton />}
      {error && <Text role="alert">The payments could not be loaded. {error.message}</Text>}
      {data?.count === 0 && (
        <Text as="p">
          There is no payment of this amount without a line. Take it on the page of its order, then match
          again.
        </Text>
      )}
      {options.length > 0 && (
        <SelectInput
          name="payment"
          label="Payment"
          options={[{ value: '', label: 'Choose a payment' }, ...options]}
        />
      )}
    </SendDialog>
  )
}
