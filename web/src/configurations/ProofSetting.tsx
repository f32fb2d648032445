import { proofRules } from '@our-print/contract/configurations.ts'
import { useFormContext } from 'react-hook-form'
import { ChoiceInput } from '../form/ChoiceInput.tsx'
import { Section } from '../page/Section.tsx'
import { proofRuleLabels } from './proofRuleLabels.ts'

const hints: Record<(typeof proofRules)[number], string> = {
  off: 'Orders are delivered without a proof.',
  optional: 'Delivery staff can add who received the order, a photo or a signature.',
  required: 'No order can be delivered without a name, a photo or a signature.',
}

/** Whether a delivery has a proof. */
export function ProofSetting() {
  const rule = useFormContext().watch('proof_of_delivery') as (typeof proofRules)[number]
  return (
    <Section title="Delivery">
      <ChoiceInput
        name="proof_of_delivery"
        label="Proof of delivery"
        options={proofRules.map((value) => ({ value, label: proofRuleLabels[value] }))}
        hint={hints[rule]}
      />
    </Section>
  )
}
