import Box from '@mui/material/Box'
import { type courierScans, proofRules } from '@our-print/contract/shop/configurations.ts'
import { useFormContext } from 'react-hook-form'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { Section } from '../../base/page/Section.tsx'
import { courierScanLabels, proofRuleLabels } from './configurationForm.ts'

const hints: Record<(typeof proofRules)[number], string> = {
  off: 'Orders are delivered without a proof.',
  optional: 'Delivery staff can add who received the order, a photo or a signature.',
  required: 'No order can be delivered without a name, a photo or a signature.',
}

const scanHints: Record<(typeof courierScans)[number], string> = {
  own: 'A scan takes out the courier’s own orders. You assign all others.',
  unassigned:
    'Whoever scans the job ticket of an order that nobody has takes it out. A typed number does not.',
}

/** The proof of a delivery, and what a courier may take out by a scan. */
export function DeliverySettings() {
  const { watch } = useFormContext()
  const rule = watch('proof_of_delivery') as (typeof proofRules)[number]
  const scans = watch('courier_scans') as (typeof courierScans)[number]
  return (
    <Section title="Delivery">
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <ChoiceInput
          name="proof_of_delivery"
          label="Proof of delivery"
          options={proofRules.map((value) => ({ value, label: proofRuleLabels[value] }))}
          hint={hints[rule]}
        />
        <ChoiceInput
          name="courier_scans"
          label="Couriers may scan"
          options={Object.entries(courierScanLabels).map(([value, label]) => ({ value, label }))}
          hint={scanHints[scans]}
        />
      </Box>
    </Section>
  )
}
