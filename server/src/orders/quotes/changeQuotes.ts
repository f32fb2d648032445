import { isDeepStrictEqual } from 'node:util'
import type { NewOrder, Order } from '@our-print/contract/orders/orders.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import { windowProblem } from '@our-print/contract/orders/promises.ts'
import {
  type confirmQuote as confirmContract,
  type createQuote as createContract,
  type Quote,
  quoteDays,
  type updateQuote as updateContract,
} from '@our-print/contract/orders/quotes.ts'
import { formatDay } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { refuseChangedFields } from '../../base/database/versions.ts'
import type { JsonText } from '../../base/http/jsonText.ts'
import { conflict } from '../../base/http/problem.ts'
import { type Call, withIdempotentWrite } from '../../base/http/route.ts'
import { insertOrder, type OrderIntake, preflight } from '../createOrder.ts'
import { refuseWrongWindow } from '../promises.queries.ts'
import { priceQuote } from './priceQuote.ts'
import * as quotes from './quotes.queries.ts'
import { undoConfirmation } from './undoConfirmation.ts'

/** Quotes an order. How its files print is read before the transaction, as when an order is taken in. */
export async function createQuote(
  { request, actor, body }: Call<typeof createContract>,
  intake: OrderIntake,
): Promise<Quote> {
  const { order } = body
  const reports = await preflight(intake, order)
  return withIdempotentWrite(intake.pool, request, body, async (db) => {
    refuseWrongWindow(order.window_from ?? null, order.promised_at ?? null)
    const offer = await priceQuote(db, actor, order, reports)
    const valid_until = await quotes.lastDay(db, body.valid_until, quoteDays)
    return quotes.create(db, { order, offer, valid_until }, actor.id)
  })
}

/**
 * Changes a quote. Another order, or a new last day after it has expired, is priced by today; another last day before that is
 * not.
 */
export async function updateQuote(
  { request, actor, params: { id }, body }: Call<typeof updateContract>,
  intake: OrderIntake,
): Promise<Quote> {
  const seen = await quotes.get(intake.pool, id)
  if (body.status === 'open' && seen.status === 'confirmed') {
    const sent = { ...body, version: body.version ?? seen.version }
    return withIdempotentWrite(intake.pool, request, body, (db) => undoConfirmation(db, actor, id, sent))
  }
  const order = body.order ?? seen.order
  const reports = await preflight(intake, order)
  return withIdempotentWrite(intake.pool, request, body, async (db) => {
    const current = await quotes.lock(db, id, body.version ?? seen.version)
    const { order: _, valid_until: day, status, version: __, ...readOnly } = body
    refuseChangedFields(readOnly, current, { version: body.version, fields: ['user_data', 'created_by'] })
    const wantsWithdrawn = status === 'withdrawn'
    if (status !== undefined && !wantsWithdrawn && !(status === 'open' && current.status === 'withdrawn'))
      refuseChangedFields({ status }, current)
    if (status !== undefined && wantsWithdrawn !== (current.withdrawn_at !== null))
      await quotes.setWithdrawn(db, id, wantsWithdrawn)

    const isMoved = day !== undefined && day !== current.valid_until
    const isOther = body.order !== undefined && !isDeepStrictEqual(order, current.order)
    if (!isMoved && !isOther) return quotes.get(db, id)
    if (wantsWithdrawn || (current.withdrawn_at && status !== 'open'))
      throw conflict('This quote is withdrawn. Put it back before it is changed.', 'withdrawn')
    const isRenewed = isMoved && current.valid_until < (await quotes.lastDay(db, undefined, 0))
    if (isOther) refuseWrongWindow(order.window_from ?? null, order.promised_at ?? null)
    if (isOther || isRenewed) {
      const offer = await priceQuote(db, actor, order, reports, id)
      // An expired one is valid again by its new terms.
      const last = isMoved ? day : await laterOf(db, current.valid_until)
      const valid_until = await quotes.lastDay(db, last, quoteDays)
      await quotes.replace(db, id, { order, offer, valid_until })
    } else if (isMoved) await quotes.setValidUntil(db, id, await quotes.lastDay(db, day, quoteDays))
    return quotes.get(db, id)
  })
}

/** The last day as it is; undefined, for the usual one, if it is past. */
const laterOf = async (db: Db, day: string) =>
  day < (await quotes.lastDay(db, undefined, 0)) ? undefined : day

/**
 * What is over by now is no longer agreed; the order is taken in all the same. In place of a promised time it gets the one that
 * the shop would propose.
 */
function asAgreed(order: NewOrder): NewOrder {
  const { promised_at, ...rest } = order
  if (promised_at && Date.parse(promised_at) <= Date.now()) return { ...rest, window_from: null }
  return order.window_from && windowProblem(order.window_from, promised_at ?? null)
    ? { ...order, window_from: null }
    : order
}

/** Takes the order of a quote in, once: whoever is second waits for the row, and is told which order it is. */
export async function confirmQuote(
  { request, actor, params: { id }, body }: Call<typeof confirmContract>,
  intake: OrderIntake,
  signLinks: (order: JsonText) => JsonText,
): Promise<JsonText> {
  const seen = await quotes.get(intake.pool, id)
  const reports = seen.status === 'open' ? await preflight(intake, seen.order) : new Map()
  return withIdempotentWrite(intake.pool, request, body, async (db) => {
    const quote = await quotes.lock(db, id, body.version ?? seen.version)
    if (quote.status === 'withdrawn')
      throw conflict(`Quote ${quote.number} is withdrawn. Put it back to confirm it.`, 'withdrawn')
    if (quote.status === 'expired') {
      const message = `Quote ${quote.number} was valid until ${formatDay(quote.valid_until)}. Renew it at the prices of today, then confirm it.`
      throw conflict(message, 'expired')
    }
    const order = await insertOrder(db, actor, asAgreed(quote.order), [], reports, {
      amount: toPaise(quote.amount),
      discount: toPaise(quote.discount),
      tax: await quotes.taxOf(db, id),
      note: `From quote ${quote.number}`,
      quote: id,
    })
    await quotes.setOrder(db, id, (order.toJSON() as Order).id)
    return signLinks(order)
  })
}
