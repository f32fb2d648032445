import type { Output } from '@our-print/contract/endpoint.ts'
import type { moveOrders, OrderUpdate } from '@our-print/contract/orders/orders.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import type { Transaction } from '../base/database/db.ts'
import { checkVersion } from '../base/database/versions.ts'
import { done, forbidden, invalid, notFound, type Result, resultOf } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'
import * as coins from '../rewards/coins/coins.queries.ts'
import * as referrals from '../rewards/referrals/referrals.queries.ts'
import { decideMove, lockOrders, type Move, makeMoves } from './moveOrders.queries.ts'
import * as orders from './orders.queries.ts'
import { changePromises, decidePromise, type PromiseChange } from './promises.queries.ts'

export type Change = Pick<
  OrderUpdate,
  'status' | 'note' | 'version' | 'promised_at' | 'window_from' | 'is_ready'
> & {
  assigned_user?: string
}
type Results = Pick<Output<typeof moveOrders>, 'results'>

type BulkMove = Omit<Change, 'version'> & {
  ids: string[]
  happened_at?: string | undefined
  versions?: number[] | undefined
  assigned_users?: (string | null)[] | undefined
}

/** What is to be changed of one order. */
export type OrderChange = { id: string; change: Change }

/** Applies one change to each order, with a result for each; a refused one does not affect the others. */
export async function updateOrders(
  tx: Transaction,
  actor: Actor,
  { ids: sent, versions, assigned_users: seen, happened_at, ...change }: BulkMove,
): Promise<Results> {
  refuseOtherFields(actor, { ...change, ...(seen && { assigned_users: seen }) })
  refuseNoChange(change)
  if (versions && versions.length !== sent.length) throw invalid('versions', asManyAsIds)
  const ids = new Map(sent.map((id, at) => [id, versions?.[at]]))
  if ((versions ?? seen) && ids.size < sent.length) throw invalid('ids', 'An order is named twice')
  const refused = await givenSince(tx, sent, seen, change)
  const changes = [...ids].flatMap(([id, version]) =>
    refused.has(id) ? [] : [{ id, change: { ...change, ...(version !== undefined && { version }) } }],
  )
  const results = new Map([...refused, ...(await changeOrders(tx, actor, changes, happened_at))])
  return { results: sent.map((id) => ({ ...(results.get(id) ?? done), id })) }
}

const asManyAsIds = 'As many as there are ids'

/** What a staff user may change of their own orders, and what of an order is for who assigns. */
const staffFields = new Set([
  'id',
  'version',
  'status',
  'note',
  'is_ready',
  'payment',
  'position',
  'happened_at',
])
const assignment = new Set(['assigned_user', 'assigned_users'])

/** Refuses fields that the actor may not change. With `orders` the whole order may be sent back; a move has its own rule. */
export function refuseOtherFields(actor: Actor, patch: object): void {
  if (can(actor, 'orders')) return
  const other = Object.keys(patch).filter(
    (key) => !staffFields.has(key) && !(assignment.has(key) && can(actor, 'assign')),
  )
  if (other.length > 0) throw forbidden(`You may not change ${other.join(', ')} of orders`)
}

/** The orders that others gave to somebody since they were chosen: whoever has one keeps it. */
async function givenSince(
  tx: Transaction,
  ids: string[],
  seen: (string | null)[] | undefined,
  change: Change,
): Promise<Map<string, Result>> {
  if (!seen) return new Map()
  if (seen.length !== ids.length) throw invalid('assigned_users', asManyAsIds)
  const states = await orders.lockStates(tx, ids)
  return new Map(
    ids.flatMap((id, at) => {
      const now = states.get(id)
      const isOther = now && now.assigned_user !== (seen[at] ?? null)
      return isOther && isTaken(now, change) ? [[id, givenMeanwhile(now)] as const] : []
    }),
  )
}

/** Whether the change would take the order from whoever has it now. */
export function isTaken(
  { assigned_user: now }: orders.OrderState,
  { assigned_user, status }: Change,
): boolean {
  const next = status === 'confirmed' ? null : assigned_user
  return next !== undefined && now !== null && now !== next
}

/** Somebody has decided meanwhile who delivers an order. */
export const givenMeanwhile = ({ assigned_name: name }: orders.OrderState): Result => ({
  ok: false,
  code: 'assigned_meanwhile',
  message: `Somebody gave this order to ${name} meanwhile, so it was left there.`,
})

/** Refuses a change that changes nothing. */
export function refuseNoChange({ status, assigned_user, promised_at, window_from, is_ready }: Change): void {
  const promises = [promised_at, window_from, is_ready]
  if (!status && !assigned_user && promises.every((value) => value === undefined))
    throw invalid('status', 'Say what to change: a status or a staff user')
}

/** Applies to each order its own change, with a result for each. Each order at most once. */
export async function changeOrders(
  tx: Transaction,
  actor: Actor,
  changes: OrderChange[],
  happened_at?: string,
): Promise<Map<string, Result>> {
  const asked = changes.map(({ id, change: { status, assigned_user } }) => ({ id, status, assigned_user }))
  const locked = await lockOrders(tx, actor, asked, happened_at)
  const results = new Map<string, Result>()
  const moves: Move[] = []
  const promises: PromiseChange[] = []
  for (const { id, change } of changes) {
    const decide = async () => {
      const order = locked.get(id)
      if (!order) throw notFound('Order')
      await checkVersion('This order', change.version, order, () => undefined)
      const move = decideMove(actor, order, change)
      const promise = decidePromise(order, change)
      if (move) moves.push(move)
      if (promise) promises.push(promise)
    }
    results.set(id, await resultOf(decide))
  }
  const { reopening = [], others = [] } = Object.groupBy(moves, ({ from }) =>
    from === 'delivered' ? 'reopening' : 'others',
  )
  await changePromises(tx, actor, promises)
  await makeMoves(tx, actor, others)
  for (const [id, result] of await reopen(tx, actor, reopening)) results.set(id, result)
  return results
}

/** Each by itself, because it is refused where the coins of its delivery are spent already. */
async function reopen(tx: Transaction, actor: Actor, moves: Move[]): Promise<Map<string, Result>> {
  const results = new Map<string, Result>()
  if (moves.length === 0) return results
  const ids = moves.map(({ id }) => id)
  await coins.lockBalances(tx, ids)
  await referrals.lockReferrers(tx, ids)
  for (const move of moves)
    results.set(move.id, await resultOf(() => tx.savepoint((db) => makeMoves(db, actor, [move]))))
  return results
}
