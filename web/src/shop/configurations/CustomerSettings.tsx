import { customerCancels, orderIntakes } from '@our-print/contract/customer/customerSettings.ts'
import { languageNames, languages } from '@our-print/contract/customer/languages.ts'
import { useFormContext } from 'react-hook-form'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { Section } from '../../base/page/Page.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { customerCancelLabels, orderIntakeLabels } from './configurationForm.ts'
import { IntakeCodes } from './IntakeCodes.tsx'

const cancelHints = {
  asks: 'Their wish waits under Requests until you agree or decline.',
  directly: 'An order that is not printing is cancelled when they say so.',
  never: 'They call the shop.',
}
const intakeHints = {
  off: 'Nobody can ask for an order without you.',
  open: 'Whoever opens /order can send files and see the price. Nothing is an order until you accept it under Requests.',
}

/** What people may do without signing in. */
export function CustomerSettings() {
  const { watch } = useFormContext()
  const cancels = watch('customer_cancels') as keyof typeof cancelHints
  const intake = watch('order_intake') as keyof typeof intakeHints
  return (
    <Section title="For customers">
      <Stack gap={4}>
        <ChoiceInput
          name="customer_cancels"
          label="Customers may cancel by their link"
          options={customerCancels.map((value) => ({ value, label: customerCancelLabels[value] }))}
          hint={cancelHints[cancels]}
        />
        <ChoiceInput
          name="order_intake"
          label="Orders by link"
          options={orderIntakes.map((value) => ({ value, label: orderIntakeLabels[value] }))}
          hint={intakeHints[intake]}
        />
        {intake === 'open' && <IntakeCodes />}
        <ChoiceInput
          name="language"
          label="Language for customers"
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          hint="Of messages and pages where a customer’s own language is not known."
        />
      </Stack>
    </Section>
  )
}
