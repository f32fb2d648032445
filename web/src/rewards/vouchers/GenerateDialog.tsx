import { listClients } from '@our-print/contract/rewards/clients.ts'
import {
  codeAlphabet,
  generateVouchers,
  listVoucherGroups,
  listVouchers,
  type VoucherGroup,
} from '@our-print/contract/rewards/vouchers.ts'
import { required, text } from '@our-print/contract/values.ts'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { query, useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm, type WithEmpty } from '../../base/form/contractForm.tsx'
import { plural } from '../../base/format/format.ts'
import { CheckCircleOutlined as CheckCircle } from '../../base/icons/frame.tsx'
import { ExportButton } from '../../base/list/ListTools.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Columns, Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { CompanyPicker } from './CompanyPicker.tsx'
import { SharedFields } from './SharedFields.tsx'
import { Code } from './VoucherTag.tsx'
import { ChosenCompany, Cost, Validity } from './voucherRules.ts'

const { prefix, count, length } = generateVouchers.schema.body.shape
/** An empty number field is null; the contract's schema would also accept text. */
const typedNumber = z
  .number({ error: (issue) => (issue.input === null ? required : 'This must be a number') })
  .transform((number): string | number | undefined => number)

const Form = z.object({
  client: ChosenCompany,
  voucher_detail: text(500),
  cost: Cost,
  expiry_date: Validity,
  count: typedNumber.pipe(count.optional()).pipe(z.number()),
  prefix: z
    .string()
    .transform((text): string | undefined => text)
    .pipe(prefix),
  length: typedNumber.pipe(length),
})
type Fields = WithEmpty<z.input<typeof Form>, 'cost' | 'expiry_date' | 'count'>

const empty: Fields = {
  client: null,
  voucher_detail: '',
  cost: null,
  expiry_date: null,
  count: null,
  prefix: '',
  length: 10,
}

/** Creates a group of random codes for a company and then offers to download them. */
export default function GenerateDialog({ onClose }: { onClose: () => void }) {
  const generate = useWrite(generateVouchers, [listVouchers, listVoucherGroups, listClients])
  const [made, setMade] = useState<VoucherGroup>()
  const form = useContractForm(Form, { defaultValues: empty })
  return (
    <FormDialog
      title="Generate codes"
      submitLabel="Generate"
      form={form}
      save={generate}
      banner
      done={made !== undefined}
      onClose={onClose}
      onSubmit={(body) => generate.mutate({ body }, { onSuccess: setMade })}
    >
      {made ? (
        <Made group={made} onClose={onClose} />
      ) : (
        <>
          <CompanyPicker name="client" autoFocus />
          <SharedFields />
          <Columns three>
            <TextInput name="prefix" label="Prefix" optional />
            <TextInput name="length" label="Random letters" number inputMode="numeric" />
            <TextInput name="count" label="How many" number inputMode="numeric" />
          </Columns>
          <Example />
        </>
      )}
    </FormDialog>
  )
}

/** An example of a code. */
function Example() {
  const { control } = useFormContext<Fields>()
  const values = useWatch({ control, name: ['prefix', 'length'] })
  const start = prefix.safeParse(values[0])
  const size = length.safeParse(values[1])
  if (!start.success || !size.success) return null
  // Every seventh letter: looks random, but does not change while typing.
  const letters = Array.from(
    { length: size.data },
    (_, at) => codeAlphabet[(at * 7 + 9) % codeAlphabet.length],
  )
  return (
    <Text as="div" size="caption" tone="muted" flow="wrap">
      Codes like <Code code={start.data + letters.join('')} />: no 0, O, 1 or I after the prefix.
    </Text>
  )
}

const Made = ({ group, onClose }: { group: VoucherGroup; onClose: () => void }) => (
  <Stack as="output" gap={4}>
    <Row gap={2}>
      <CheckCircle tone="success" />
      <Text strong>
        {plural(group.codes, 'code')} made for {group.client_name}
      </Text>
    </Row>
    <Row gap={2} wrap>
      <ExportButton rows={query(listVouchers, { querystring: { id: group.id } })} />
      <Button look="plain" to={`/vouchers?id=${group.id}`} onClick={onClose}>
        Show them
      </Button>
    </Row>
  </Stack>
)
