import { orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import { abilityTexts } from '@our-print/contract/people/abilityTexts.ts'
import type { AuditEntry } from '@our-print/contract/shop/audit.ts'
import { asText, coins, count, formatDateTime, formatDay, rupees } from '../../base/format/format.ts'
import { leadStatusLabels } from '../../people/leads/leadTexts.ts'
import { bindingLabels, colorLabels, sidesLabels } from '../configurations/printTexts.ts'
import { fromName } from './auditNames.ts'

const fieldLabels: Record<string, string> = {
  status: 'Status',
  delivered_at: 'Delivered',
  assigned_at: 'Assigned',
  created_at: 'Created',
  title: 'Title',
  name: 'Name',
  full_name: 'Name',
  email: 'Email',
  url: 'Address',
  address: 'Address',
  device: 'Device',
  note: 'Note',
  notes: 'Notes',
  reason: 'Reason',
  code: 'Code',
  number: 'Number',
  copies: 'Copies',
  sides: 'Sides',
  binding: 'Binding',
  paper_size: 'Paper size',
  price: 'Price',
  cost: 'Cost',
  description: 'Description',
  user_id: 'Customer',
  assigned_user: 'Delivery staff',
  pdf_page_count: 'Pages',
  color: 'Print colour',
  amount: 'Amount',
  'orders.amount': 'Price',
  'quotes.amount': 'Price',
  'stock_items.amount': 'In stock',
  agreed_price: 'Agreed price',
  payable: 'To pay',
  pickup: 'Customer picks up',
  user_subscription_plan: 'Sold plan',
  order_id: 'Order',
  client_id: 'Company',
  voucher_info_id: 'Voucher group',
  voucher_id: 'Voucher code',
  coupon_id: 'Coupon',
  image_id: 'Picture',
  is_active: 'Active',
  is_superuser: 'Super admin',
  ability_set: 'Ability set',
  abilities: 'They may',
  is_shared: 'Shared',
  is_single: 'Single code',
  is_assigned: 'Sold',
  is_advertisible: 'May be advertised',
  isfornew: 'For new customers',
  password_hash: 'Password',
  delta: 'Coins',
  by: 'By',
  mobile: 'Mobile',
  low_stock_below: 'Low stock below',
  redirection_url: 'Address behind the code',
  validity: 'Valid until',
  expiry_date: 'Valid until',
  valid_to: 'Valid until',
  discount_percentage: 'Discount in %',
  sale_amount: 'Amount of the sale',
  attempts: 'Failed attempts',
  starts_on: 'First day',
  ends_on: 'Last day',
  owner: 'Owner',
  double_of: 'Same person as',
  codes: 'Number of codes',
}

export const fieldLabel = (entity: string, field: string) =>
  fieldLabels[`${entity}.${field}`] ?? fieldLabels[field] ?? fromName(field.replace(/_(id|at|on)$/, ''))

/** Fields that say nothing to a person: they change with every change, or are only for the program. */
const silent = new Set([
  'id',
  'version',
  'storage_key',
  'sha256',
  'address_key',
  'code_key',
  'only_row',
  'password_set_by',
  'is_api_key',
  'position',
])

/** Amounts in hundredths. A new column that may be one fails in test/audit.test.ts until it is in a list. */
const money = new Set([
  'amount',
  'discount',
  'tax',
  'payable',
  'price',
  'sale_amount',
  'given_away',
  'calculated_amount',
  'settled_before',
  'net',
  'total',
  'refund',
  'paid_back',
  'credit_limit',
  'credit_limit_customer',
  'credit_limit_company',
  'agreed_price',
  'paid',
  'due',
  'invoiced',
  'balance',
  'collected',
  'in_hand',
  'declared',
  'counted',
  'expected',
  'received',
  'till',
  'difference',
  'unit_cost',
  'click_bw',
  'click_color',
  'binding_none',
  'binding_staple',
  'binding_spiral',
  'binding_hard',
  'paper_a4',
  'paper_a3',
  'paper_letter',
])
/** Amounts in hundredths within a field, by the path to them. */
const moneyWithin = new Set([
  'approval_rules.limits.differences',
  'approval_rules.limits.refunds',
  'invoices.content.paid',
  'invoices.content.taxes.net',
  'invoices.content.taxes.parts.amount',
  'invoices.content.taxes.tax',
  'orders.lines.price',
  'quotes.prices.amount',
])
/** Amounts as they were typed. */
const typedMoney =
  /^(configurations\.(delivery_fee|usual_lines\.price|price_per_page\..*|binding\..*)|quotes\.content\.(lines\.price|price_by_hand))$/
/** Numbers under the name of an amount. */
const numbers = new Set(['stock_items.amount', 'stock_entries.balance', 'bulk_jobs.total'])
const inCoins = new Set([
  'approval_rules.limits.coins',
  'coin_entries.delta',
  'complaints.coins',
  'purchased_vouchers.cost',
  'voucher_infos.cost',
])
/** Names made of digits. */
const digits = new Set(['number', 'year', 'sequence', 'code'])

const hidden = { hidden: asText('hidden') }

const valueLabels: Record<string, Record<string, string>> = {
  'orders.status': orderStatusLabels,
  'leads.status': leadStatusLabels,
  'orders.color': colorLabels,
  'orders.sides': sidesLabels,
  'orders.binding': bindingLabels,
  'ability_sets.abilities': Object.fromEntries(
    Object.entries(abilityTexts).map(([ability, { name }]) => [ability, name]),
  ),
  'staff_users.password_hash': hidden,
  'hand_overs.declared': hidden,
  'hand_overs.declared_notes': hidden,
  'hand_overs.in_hand': hidden,
}

const none = asText('none')

/** A value as people read it; what is within a field is called by its path, as `lines.price`. */
export function valueText(
  { entity, names }: Pick<AuditEntry, 'entity' | 'names'>,
  field: string,
  value: unknown,
): string {
  if (value === null || value === undefined || value === '') return none
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') {
    const place = `${entity}.${field}`
    if (inCoins.has(place)) return `${coins(value / 100)} coins`
    if ((money.has(field) && !numbers.has(place)) || moneyWithin.has(place)) return rupees(value / 100)
    if (typedMoney.test(place)) return rupees(value)
    if (field.endsWith('.rate')) return `${value / 100} %`
    return digits.has(field) ? String(value) : count(value)
  }
  if (Array.isArray(value))
    return value.map((one) => valueText({ entity, names }, field, one)).join(', ') || none
  if (typeof value === 'object') {
    const parts = Object.entries(value)
      .filter(([, part]) => part !== '' && part !== null)
      .map(([name, part]) =>
        field === 'address' && typeof part === 'string'
          ? part
          : `${fromName(name)}: ${valueText({ entity, names }, `${field}.${name}`, part)}`,
      )
    return parts.join(', ') || none
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const label = valueLabels[`${entity}.${field}`]?.[text]
  if (label) return label
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDay(text)
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return formatDateTime(text)
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)) return names[text] ?? 'a record without a name'
  return text
}

export type Change = { field: string; label: string; before?: string; after?: string }

/** What an entry changed, field by field; of a record that was added or deleted only what it has. */
export function changesOf(entry: AuditEntry): Change[] {
  const { before, after } = entry
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .filter((field) => !silent.has(field))
    .map((field) => ({
      field,
      label: fieldLabel(entry.entity, field),
      ...(before && { before: valueText(entry, field, before[field]) }),
      ...(after && { after: valueText(entry, field, after[field]) }),
    }))
    .filter((change) => (before && after) || (change.before ?? change.after) !== none)
}

/** 'Status: Pending → Assigned' */
export const changeText = ({ label, before, after }: Change) =>
  `${label}: ${before !== undefined && after !== undefined ? `${before} → ${after}` : (before ?? after)}`
