import { rupees } from '../../base/format/format.ts'
import type { Act } from './actQueue.ts'

const moves: Record<string, string> = {
  'out-for-delivery': 'Out for delivery',
  delivered: 'Delivered',
  assigned: 'Failed attempt',
}

/** What was collected with it, in rupees. */
export const collectedWith = ({ deed }: Act): number | undefined =>
  deed.kind === 'move' && deed.change.payment ? (deed.change.payment.amount ?? 0) : undefined

/** The cash, in rupees, that was collected with these and that the server does not know of. */
export const unsentCash = (acts: readonly Act[]): number =>
  acts.reduce((sum, act) => {
    const isCash = act.deed.kind === 'move' && act.deed.change.payment?.method === 'cash'
    return isCash ? sum + (collectedWith(act) ?? 0) : sum
  }, 0)

/** What was done, in the words of its button; `money`: with what was collected. */
function textOf({ deed }: Act, money: string | undefined): string {
  if (deed.kind === 'proof') return 'Proof of delivery'
  if (deed.kind === 'scan') return 'Ticket scanned'
  const { status, note } = deed.change
  return [moves[status] ?? status, money, note && `“${note}”`].filter(Boolean).join(', ')
}

export function actText(act: Act): string {
  const collected = collectedWith(act)
  return textOf(act, collected === undefined ? undefined : `${rupees(collected)} collected`)
}

/** For the office, where not everybody sees amounts. */
export const officeText = (act: Act): string => textOf(act, undefined)

/** Whether it names an order that the phone knows: a ticket that was scanned without network may not. */
export const isOfOrder = ({ order }: Pick<Act, 'order'>): boolean =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(order)

/** What it was done with, inside a sentence. */
export const aboutText = ({ order, number, title }: Pick<Act, 'order' | 'number' | 'title'>): string =>
  isOfOrder({ order }) ? `order ${number}` : `the code ${title}`
