import { type PriceDay, priceDays } from '@our-print/contract/orders/orderChanges.ts'
import type { OrderPrice } from '@our-print/contract/orders/orderPrice.ts'
import type { updateOrder as contract, Order, OrderUpdate } from '@our-print/contract/orders/orders.ts'
import type { priceOrder as priceContract } from '@our-print/contract/orders/priceOrder.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import type { Db, Transaction } from '../base/database/db.ts'
import { checkVersion, refuseChangedFields } from '../base/database/versions.ts'
import { JsonText } from '../base/http/jsonText.ts'
import { notFound, Problem } from '../base/http/problem.ts'
import {
  type Actor,
  type Call,
  inActorTransaction,
  presentRecord,
  withIdempotentWrite,
} from '../base/http/route.ts'
import * as payments from '../money/payments/payments.queries.ts'
import { keepPosition } from '../people/customers/positions.queries.ts'
import { type PreflightDependencies, preflightFile } from '../printing/preflight/preflightFile.ts'
import type { Reports } from '../printing/sheets/planSheets.ts'
import { changeable, changeOrder, changesOf, mayReprice, wantsReports } from './changeOrder.ts'
import { decideMove, hasEffects, lockOrders, makeMoves } from './moveOrders.queries.ts'
import { officeNotes, passOn } from './newCustomer.queries.ts'
import { getOrder, getWholeOrder } from './orderJson.queries.ts'
import { refuseStrayPayment, takePayment } from './orderPayments.ts'
import { changePromises, decidePromise } from './promises.queries.ts'
import { refusePrices } from './refusePrices.ts'
import { refuseOtherFields } from './updateOrders.ts'

/** Applies a PATCH in one transaction and returns the order. */
export async function patchOrder(
  dependencies: PreflightDependencies,
  { request, actor, params, body }: Call<typeof contract>,
  signLinks: (order: JsonText) => JsonText,
) {
  const id = params.id
  const reports = await readReports(dependencies, actor, id, body)
  return withIdempotentWrite(dependencies.pool, request, body, (tx) =>
    presentRecord(updateOrder(tx, actor, id, body, reports), signLinks),
  )
}

/**
 * What a change would cost by the prices of some days: it is made, read and taken back, so there is one rule. What is refused by
 * one of them may be made by the other; refused by all of them it is refused.
 */
export async function priceOrder(
  dependencies: PreflightDependencies,
  { request, actor, params, body }: Pick<Call<typeof priceContract>, 'request' | 'actor' | 'params' | 'body'>,
  days: readonly PriceDay[] = priceDays,
) {
  const id = params.id
  const reports = await readReports(dependencies, actor, id, body)
  return inActorTransaction(dependencies.pool, request, async (tx) => {
    const now = pricesOf(await getOrder(tx, actor, id))
    const priced: Partial<Record<PriceDay, JsonText | Problem>> = {}
    for (const prices of days)
      priced[prices] = await tryOut(tx, (db) => updateOrder(db, actor, id, { ...body, prices }, reports))
    const [first] = Object.values(priced)
    if (first instanceof Problem && Object.values(priced).every((one) => one instanceof Problem)) throw first
    const priceBy = (day: PriceDay) => (priced[day] instanceof JsonText ? pricesOf(priced[day]) : null)
    const whyNot = (day: PriceDay) => (priced[day] instanceof Problem ? priced[day].message : null)
    return {
      now,
      order_day: priceBy('order_day'),
      today: priceBy('today'),
      refused: { order_day: whyNot('order_day'), today: whyNot('today') },
    }
  })
}

function pricesOf(order: JsonText) {
  const { amount, discount, tax, payable, calculated_amount } = order.toJSON() as Record<
    keyof typeof OrderPrice,
    number
  >
  return { amount, discount, tax, payable, calculated_amount }
}

class TakenBack extends Error {}

/** The result of a change that is taken back, or why it is refused. */
async function tryOut<T>(tx: Transaction, change: (db: Db) => Promise<T>): Promise<T | Problem> {
  const results: T[] = []
  try {
    await tx.savepoint(async (db) => {
      results.push(await change(db))
      throw new TakenBack()
    })
  } catch (error) {
    if (error instanceof Problem) return error
    if (!(error instanceof TakenBack)) throw error
  }
  return results[0] as T
}

/** How the files print, where the price depends on it: read before the order is locked. */
export async function readReports(
  dependencies: PreflightDependencies,
  actor: Actor,
  id: string,
  patch: OrderUpdate,
): Promise<Reports> {
  if (!can(actor, 'orders') || !mayReprice(patch)) return new Map()
  const order = (await getOrder(dependencies.pool, actor, id)).toJSON() as Order
  if (!wantsReports(order, patch)) return new Map()
  const files = patch.files ?? order.order_files
  const reports = files.map(async ({ id: file }) => [file, await preflightFile(dependencies, file)] as const)
  return new Map(await Promise.all(reports))
}

/**
 * Applies a change of any kind: a move, an assignment, fields; or explains why not. Locks the row first, so that what is
 * checked stays true.
 */
export async function updateOrder(
  db: Db,
  actor: Actor,
  id: string,
  patch: OrderUpdate,
  reports: Reports,
): Promise<JsonText> {
  const { status, assigned_user, happened_at } = patch
  const current = (await lockOrders(db, actor, [{ id, status, assigned_user }], happened_at)).get(id)
  if (!current) throw notFound('Order')
  refuseOtherFields(actor, patch)
  await checkVersion('This order', patch.version, current, () => getOrder(db, actor, id))
  const isChange = Object.keys(patch).some((field) => !moveFields.includes(field))
  // As the actor sees it: what they do not see and send back is no change.
  const before = isChange ? ((await getOrder(db, actor, id)).toJSON() as Order) : undefined
  if (before) refuseReadOnly(before, patch)

  const move = decideMove(actor, current, patch)
  refuseStrayPayment(move?.to === 'delivered', patch)
  const promise = decidePromise(current, patch)
  const changeFields = async (before: Order) => {
    const changes = changesOf(before, patch)
    refusePrices(actor, changes)
    if (Object.keys(changes).length === 0) return
    const whole = await getWholeOrder(db, actor, id)
    const isPassed = changes.user !== undefined
    if (isPassed && changes.notes === undefined) changes.notes = await officeNotes(db, id, whole.notes)
    await changeOrder(db, actor, whole, changes, reports)
    if (isPassed) await passOn(db, actor.id, id)
  }
  const isCancelled = status === 'cancelled' && current.status !== 'cancelled'
  // Afterwards it can no longer be changed; an order that is reopened can be only then.
  if (before && isCancelled) await changeFields(before)
  const written = Promise.all([
    promise && changePromises(db, actor, [promise]),
    move && makeMoves(db, actor, [move]),
  ])
  if (before && !isCancelled) {
    await written
    await changeFields(before)
  }
  if (patch.payment) {
    await written
    const [paid] = before ? [await payments.lockOrder(db, actor, id)] : [current]
    const payment = { happened_at: current.done.happened_at ?? undefined, ...patch.payment }
    await takePayment(db, actor, paid, { payment, at_delivery: true })
  }
  if (patch.position && move?.to === 'delivered') {
    await written
    await keepPosition(db, id, patch.position, current.done.happened_at)
  }
  // Otherwise the order is read in the same round trip, right behind the write.
  if (move && hasEffects(move)) await written
  const [order] = await Promise.all([getOrder(db, actor, id), written])
  return order
}

const moveFields = [
  'status',
  'assigned_user',
  'note',
  'version',
  'promised_at',
  'window_from',
  'is_ready',
  'payment',
  'position',
  'happened_at',
]

/** What follows from other records, without a new version of the order. */
const derived = ['user_data', 'assigned_user_data', 'billed_to_data', 'is_open_to_change']

/**
 * The whole record may be sent back, but read-only fields must be unchanged. File links are ignored: they expire; and the names
 * of who did something, who may have got another one.
 */
function refuseReadOnly(order: Order, patch: OrderUpdate): void {
  const readOnly = Object.fromEntries(
    Object.entries(patch).filter(([field]) => !moveFields.includes(field) && !changeable.includes(field)),
  )
  const { version } = patch
  refuseChangedFields(settled(readOnly), settled(order), { version, fields: derived })
}

const withoutUrl = <T extends { url: string }>({ url, ...file }: T) => file
const withoutName = <T extends { by: string | null }>({ by, ...act }: T) => act

const settled = <T extends Partial<Order>>(order: T) => ({
  ...order,
  ...(order.order_files && { order_files: order.order_files.map(withoutUrl) }),
  ...(order.history && { history: order.history.map(withoutName) }),
  ...(order.last_failed_attempt && { last_failed_attempt: withoutName(order.last_failed_attempt) }),
  ...(order.delivery_proof && {
    delivery_proof: {
      ...withoutName(order.delivery_proof),
      pictures: order.delivery_proof.pictures.map(withoutUrl),
    },
  }),
})
