import { payTimeLabels } from '@our-print/contract/money/paymentTerms.ts'
import type { ChangedField, OrderFieldChange } from '@our-print/contract/orders/orderChanges.ts'
import { asText, formatDateTime, rupees, yesNo } from '../../base/format/format.ts'
import {
  bindingLabels,
  colorLabels,
  fitLabels,
  layoutLabels,
  sidesLabels,
} from '../../shop/configurations/printTexts.ts'

/** What people call what can change of an order. */
export const fieldNames: Record<Exclude<ChangedField, 'print_jobs'>, string> = {
  title: 'Title',
  notes: 'Notes',
  address: 'Address',
  pay_by: 'To be paid',
  billed_to: 'Billed to',
  user: 'Customer',
  user_subscription_plan: 'Plan',
  copies: 'Copies',
  color: 'Colour',
  sides: 'Sides',
  paper_size: 'Paper',
  binding: 'Binding',
  layout: 'Layout',
  fit: 'Other page sizes',
  bundle: 'One bundle',
  pickup: 'Pick-up',
  coupon_code: 'Coupon',
  lines: 'Extra lines',
  price_by_hand: 'Price by hand',
  price_by_hand_reason: 'Reason of the price',
  files: 'Files',
  payable: 'Payable',
  promised_at: 'Promised',
  window_from: 'Arrives from',
}

const labels: Record<string, Record<string, string>> = {
  color: colorLabels,
  sides: sidesLabels,
  binding: bindingLabels,
  layout: layoutLabels,
  fit: fitLabels,
  pay_by: payTimeLabels,
}

/** 'Copies: 1 → 3' */
export function changeText({ field, from, to }: OrderFieldChange): string {
  if (field === 'print_jobs')
    return from === 1 ? 'A waiting print job was cancelled' : `${from} waiting print jobs were cancelled`
  return `${fieldNames[field]}: ${valueText(field, from)} → ${valueText(field, to)}`
}

export function valueText(field: string, value: OrderFieldChange['from']): string {
  if (value === null || value === '') return asText('none')
  if (typeof value === 'boolean') return yesNo(value)
  if (typeof value === 'number') return field === 'copies' ? String(value) : rupees(value)
  if (field === 'promised_at' || field === 'window_from') return formatDateTime(value)
  return labels[field]?.[value] ?? value
}
