import { rupees } from '../../base/format/format.ts'
import type { Act } from './actQueue.ts'

const moves: Record<string, string> = {
  'out-for-delivery': 'Out for delivery',
  delivered: 'Delivered',
  assigned: 'Failed attempt',
}

/** What was done, in the words of its button. */
export function actText({ deed }: Act): string {
  if (deed.kind === 'proof') return 'Proof of delivery'
  if (deed.kind === 'scan') return 'Ticket scanned'
  const { status, note, payment } = deed.change
  const more = [payment && `${rupees(payment.amount ?? 0)} collected`, note && `“${note}”`].filter(Boolean)
  return [moves[status] ?? status, ...more].join(', ')
}

/** Whether it names an order that the phone knows: a ticket that was scanned without network may not. */
export const isOfOrder = ({ order }: Pick<Act, 'order'>): boolean =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(order)

/** What it was done with, inside a sentence. */
export const aboutText = ({ order, number, title }: Pick<Act, 'order' | 'number' | 'title'>): string =>
  isOfOrder({ order }) ? `order ${number}` : `the code ${title}`
