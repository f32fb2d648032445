import type { courierScans, proofRules } from '@our-print/contract/shop/configurations.ts'

/** What people call the rules for a proof of delivery. */
export const proofRuleLabels: Record<(typeof proofRules)[number], string> = {
  off: 'Off',
  optional: 'Optional',
  required: 'Required',
}

/** What people call the orders that a courier may take out by a scan. */
export const courierScanLabels: Record<(typeof courierScans)[number], string> = {
  own: 'Own orders',
  unassigned: 'Also unassigned ones',
}
