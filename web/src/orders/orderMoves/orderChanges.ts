import { orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { amountSign, asText, formatDateTime, rupees } from '../../base/format/format.ts'
import { fullName } from '../../people/customers/fullName.ts'
import { fieldNames, valueText } from './changeTexts.ts'
import { addressLine } from './orderTexts.ts'

const names = {
  status: 'Status',
  assigned_user: 'Delivery staff',
  ...fieldNames,
  is_ready: 'Ready for pick-up',
  attempts: 'Failed attempts',
  shelf_place: 'Shelf place',
}
type Fact = keyof typeof names

/** What of an order says whether this changed. */
const valueOf = (order: Order, fact: Fact) =>
  fact === 'files' ? order.order_files.map(({ id, page_ranges }) => [id, page_ranges]) : order[fact]

/** In words, where it is no plain value. */
const texts: { [F in Fact]?: (order: Order) => string } = {
  status: ({ status }) => orderStatusLabels[status],
  assigned_user: ({ assigned_user_data }) => assigned_user_data?.full_name ?? asText('nobody'),
  title: ({ title }) => `“${title}”`,
  notes: ({ notes }) => (notes ? `“${notes}”` : asText('none')),
  address: (order) => [addressLine(order), order.address?.country].filter(Boolean).join(', '),
  billed_to: ({ billed_to_data }) => billed_to_data?.name ?? asText('none'),
  user: ({ user_data }) => fullName(user_data),
  // An order knows only the id of its plan.
  user_subscription_plan: ({ user_subscription_plan: id }) => id?.slice(-6) ?? asText('none'),
  lines: ({ lines }) =>
    lines?.map(({ text, quantity, price }) => `${text} ${quantity} × ${amountSign()}${price}`).join(', ') ||
    asText('none'),
  files: ({ order_files }) =>
    order_files.map(({ name, page_ranges }) => (page_ranges ? `${name} (${page_ranges})` : name)).join(', '),
  payable: ({ payable }) => (payable === null ? asText('hidden') : rupees(payable)),
  attempts: ({ attempts }) => String(attempts),
}

/** The changes between the version of an order that the person saw and the current one, one sentence each. */
export function orderChanges(seen: Order, current: Order): string[] {
  const facts = Object.keys(names) as Fact[]
  const changed = facts
    .filter((fact) => JSON.stringify(valueOf(seen, fact)) !== JSON.stringify(valueOf(current, fact)))
    .map((fact) => `${names[fact]}: ${textOf(seen, fact)} → ${textOf(current, fact)}`)
  if (changed.length === 0) changed.push('A detail of the order was changed and changed back.')
  const last = current.history?.findLast(({ from, to }) => from !== to)
  if (seen.status !== current.status && last?.by) changed.push(`By ${last.by}, ${formatDateTime(last.at)}`)
  return changed
}

const textOf = (order: Order, fact: Fact) =>
  texts[fact]?.(order) ?? valueText(fact, valueOf(order, fact) as Parameters<typeof valueText>[1])
