import type { Input } from '@our-print/contract/endpoint.ts'
import type { Quote, updateQuote } from '@our-print/contract/orders/quotes.ts'
import type { Db } from '../../base/database/db.ts'
import { checkVersion, refuseChangedFields } from '../../base/database/versions.ts'
import { conflict } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { updateOrder } from '../updateOrder.ts'
import * as quotes from './quotes.queries.ts'

type Sent = Input<typeof updateQuote>['body']

/**
 * Takes a confirmation back that was a mistake: the quote is open as it was, with its files, and its order is cancelled. Not
 * once anybody has done anything with the order.
 */
export async function undoConfirmation(
  db: Db,
  actor: Actor,
  id: string,
  { status: _, version, ...readOnly }: Sent,
): Promise<Quote> {
  const quote = await quotes.lockAny(db, id)
  await checkVersion('This quote', version, quote, () => quote)
  refuseChangedFields(readOnly, quote, { version, fields: ['user_data', 'created_by'] })
  const { number, confirmed_order: order } = quote
  if (!order) return quote
  if (!(await quotes.lockUntouched(db, order.id))) {
    const message = `Order ${order.number} was worked on meanwhile, so quote ${number} stays confirmed.`
    throw conflict(message, 'order_changed')
  }
  await quotes.reopen(db, id)
  const note = `Quote ${number} confirmed by mistake`
  await updateOrder(db, actor, order.id, { status: 'cancelled', note }, new Map())
  return quotes.get(db, id)
}
