import { creditInvoice, getInvoice, type Invoice, listInvoices } from '@our-print/contract/money/invoices.ts'
import { getOrder } from '@our-print/contract/orders/orders.ts'
import { getVoucherStatement } from '@our-print/contract/rewards/voucherStatements.ts'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { amountSign, rupees } from '../../base/format/format.ts'
import { useNavigate } from '../../base/router/router.tsx'
import { Text } from '../../base/ui/Text.tsx'

const schema = z.object({
  reason: creditInvoice.schema.body.shape.reason,
  part: z.enum(['all', 'some']),
  amounts: z.array(z.number('This must be a number').min(0, 'This cannot be negative').nullable()),
})
type Fields = z.input<typeof schema>

/** Corrects an invoice: all that is left of it, or amounts of its lines. */
export default function CreditDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const navigate = useNavigate()
  const save = useWrite(creditInvoice, [getInvoice, listInvoices, getOrder, getVoucherStatement])
  // By all lines, which stay as they are: what is left of them may change while amounts are typed.
  const { lines } = invoice
  const defaultValues: Fields = { reason: '', part: 'all', amounts: lines.map(() => null) }
  const form = useContractForm(schema, { defaultValues, mode: 'onSubmit' })
  const part = useWatch({ control: form.control, name: 'part' })
  const left = lines.reduce((sum, line) => sum + line.left, 0)
  const linesOf = (amounts: readonly (number | null)[]) =>
    lines.flatMap(({ id, left }, at) => (left > 0 && amounts[at] ? [{ line: id, amount: amounts[at] }] : []))
  return (
    <SendDialog
      title={`Credit invoice ${invoice.number}`}
      form={form}
      save={save}
      submitLabel="Issue credit note"
      danger
      low
      onClose={onClose}
      inputOf={({ reason, part: chosen, amounts }) => ({
        params: { id: invoice.id },
        body: { reason, ...(chosen === 'some' && { lines: linesOf(amounts) }) },
      })}
      savedMessage={(note) => {
        navigate(`/invoice/${note.id}`)
        return `Credit note ${note.number} issued`
      }}
    >
      <TextInput name="reason" label="Reason" hint="It stands on the credit note." />
      <ChoiceInput
        name="part"
        label="How much"
        options={[
          { value: 'all', label: 'All that is left' },
          { value: 'some', label: 'Parts' },
        ]}
        hint={
          part === 'all' ? `${rupees(left)}${invoice.prices_contain_tax ? '' : ' and its tax'}` : undefined
        }
      />
      {part === 'some' && (
        <>
          <Text size="small" tone="muted">
            {invoice.prices_contain_tax ? 'Amounts contain the tax.' : 'The tax is added to these amounts.'}
          </Text>
          {lines.map(
            (line, at) =>
              line.left > 0 && (
                <TextInput
                  key={line.id}
                  name={`amounts.${at}`}
                  label={line.order_number === null ? line.text : `#${line.order_number} ${line.text}`}
                  number
                  start={amountSign()}
                  hint={`At most ${rupees(line.left)}`}
                  optional
                />
              ),
          )}
        </>
      )}
    </SendDialog>
  )
}
