import type { proofRules } from '@our-print/contract/configurations.ts'

/** What people call the rules for a proof of delivery. */
export const proofRuleLabels: Record<(typeof proofRules)[number], string> = {
  off: 'Off',
  optional: 'Optional',
  required: 'Required',
}
