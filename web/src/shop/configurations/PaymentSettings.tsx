import { payeeKind } from '@our-print/contract/money/paymentCode.ts'
import { unpaidDeliveries } from '@our-print/contract/money/paymentSettings.ts'
import { useFormContext } from 'react-hook-form'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { TextInput } from '../../base/form/contractForm.tsx'
import { amountSign } from '../../base/format/format.ts'
import { Section } from '../../base/page/Page.tsx'
import { Columns, Stack } from '../../base/ui/Layout.tsx'
import { unpaidDeliveryLabels } from './configurationForm.ts'
import { NamesInput } from './NamesInput.tsx'

const hints = {
  never: 'Who delivers must take the payment with it. Orders on account are delivered all the same.',
  with_note: 'Who delivers an order that is not paid says why.',
  always: 'An order can be delivered, and paid later.',
}

/** How the shop is paid: at the door, on account, and to whom. */
export function PaymentSettings() {
  const { watch } = useFormContext()
  const kind = payeeKind()
  const rule = watch('unpaid_delivery') as keyof typeof hints
  return (
    <Section title="Payments">
      <Stack gap={4}>
        <ChoiceInput
          name="unpaid_delivery"
          label="Deliver unpaid orders"
          options={unpaidDeliveries.map((value) => ({ value, label: unpaidDeliveryLabels[value] }))}
          hint={hints[rule]}
        />
        <NamesInput
          name="payment_methods"
          label="Further ways to pay"
          hint="Beside cash, UPI, card and bank transfer; with commas between"
          placeholder="Cheque"
        />
        <Columns>
          <TextInput name="credit_limit_customer" label="Customers may owe" number start={amountSign()} />
          <TextInput name="credit_limit_company" label="Companies may owe" number start={amountSign()} />
        </Columns>
        {kind && (
          <Columns>
            <TextInput name="payee_name" label="Name on the payment code" optional />
            {kind === 'upi' && (
              <TextInput name="payee_address" label="UPI address" placeholder="shop@bank" optional />
            )}
          </Columns>
        )}
        {kind === 'iban' && (
          <Columns>
            <TextInput name="payee_iban" label="IBAN" capitals optional />
            <TextInput name="payee_bic" label="BIC" capitals optional />
          </Columns>
        )}
      </Stack>
    </Section>
  )
}
