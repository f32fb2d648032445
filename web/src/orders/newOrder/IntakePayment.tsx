import { payTimeLabels } from '@our-print/contract/money/paymentTerms.ts'
import { type Client, listClients } from '@our-print/contract/rewards/clients.ts'
import { useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { query } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { RecordOption } from '../../base/form/RecordOption.tsx'
import { RecordPicker } from '../../base/form/RecordPicker.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import type { NewOrderFields } from './newOrderForm.ts'

const PaidNow = lazyPart(() => import('./PaidNow.tsx'))

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
