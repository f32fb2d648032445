import { payTimeLabels } from '@our-print/contract/money/paymentTerms.ts'
import { type Client, listClients } from '@our-print/contract/rewards/clients.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { query, useRead } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { SelectInput, TextInput } from '../../base/form/contractForm.tsx'
import { RecordOption } from '../../base/form/RecordOption.tsx'
import { RecordPicker } from '../../base/form/RecordPicker.tsx'
import { rupees } from '../../base/format/format.ts'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { changeOf, methodsOf } from '../../money/payments/paymentTexts.ts'
import type { NewOrderFields } from './newOrderForm.ts'

const hints = {
  now: '',
  at_door: 'Collected with the delivery, or when it is fetched.',
  on_account: 'Paid later, within what the customer or company may owe.',
}

/** How a new order is paid; what is paid now is taken with it. `payable` in rupees, once it is known. */
export function IntakePayment({ payable }: { payable: number | undefined }) {
  const { control } = useFormContext<NewOrderFields>()
  const [takes, seesPrices, companies] = [useCan('payments'), useCan('prices'), useCan('vouchers')]
  const { field } = useController({ name: 'billed_to', control })
  const [company, setCompany] = useState<Client | null>(null)
  const when = useWatch({ control, name: 'pay_by' })
  const times = (['now', 'at_door', 'on_account'] as const).filter(
    (time) => time !== 'now' || (takes && seesPrices),
  )
  return (
    <Stack gap={3}>
      <ChoiceInput
        name="pay_by"
        label="How is it paid"
        options={times.map((value) => ({ value, label: payTimeLabels[value] }))}
        hint={hints[when]}
      />
      {when === 'on_account' && companies && (
        <RecordPicker<Client, Client>
          field={{ ...field, ref: field.ref }}
          label="Billed to"
          placeholder="The customer"
          value={company}
          onChange={(chosen) => {
            setCompany(chosen)
            field.onChange(chosen?.id ?? '')
          }}
          search={(text) => query(listClients, { querystring: { limit: '20', query: text } })}
          nameOf={({ name }) => name}
          option={optionOf}
          records="Companies"
          nothing={() => 'No company found'}
        />
      )}
      {when === 'now' && <PaidNow payable={payable} />}
    </Stack>
  )
}

const optionOf = ({ name }: Client) => <RecordOption name={name} />

function PaidNow({ payable }: { payable: number | undefined }) {
  const { control } = useFormContext<NewOrderFields>()
  const [method, typed, given] = useWatch({ control, name: ['paid_method', 'paid_amount', 'paid_given'] })
  const { data: settings } = useRead(getConfiguration, {})
  const amount = typed ?? payable ?? null
  const back = changeOf(given, amount)
  return (
    <>
      <SelectInput name="paid_method" label="Paid by" options={methodsOf(settings?.payment_methods ?? [])} />
      <TextInput
        name="paid_amount"
        label="Amount"
        number
        start="₹"
        optional
        placeholder={payable === undefined ? 'All of it' : payable.toFixed(2)}
        hint="Empty: all of it"
      />
      {method === 'cash' ? (
        <>
          <TextInput name="paid_given" label="Cash given" number start="₹" optional />
          <Row justify="between" align="baseline" as="output">
            <Text tone="muted">Change due</Text>
            <Text size="heading">{back === undefined ? '–' : rupees(back)}</Text>
          </Row>
        </>
      ) : (
        <TextInput name="paid_reference" label="Bank’s reference" optional />
      )}
    </>
  )
}
