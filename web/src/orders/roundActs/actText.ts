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
