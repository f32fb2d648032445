import type { Output } from '@our-print/contract/endpoint.ts'
import type { moveOrders, OrderUpdate } from '@our-print/contract/orders.ts'
import * as coins from '../coins/coins.queries.ts'
import type { Transaction } from '../database/db.ts'
import { done, invalid, type Result, resultOf } from '../http/problem.ts'
import type { Actor } from '../http/route.ts'
import * as referrals from '../referrals/referrals.queries.ts'
import { asGuardedMove } from './moveOrders.queries.ts'
import * as orders from './orders.queries.ts'
import { moveAndSettle, updateOrder } from './updateOrder.ts'

export type Change = Pick<OrderUpdate, 'status' | 'note' | 'version'> & { assigned_user?: string }
type Results = Output<typeof moveOrders>

/** What is to be changed of one order. */
export type OrderChange = { id: string; change: Change }

/** Applies one change to each order, with a result for each; a refused one does not affect the others. */
export async function updateOrders(
  tx: Transaction,
  actor: Actor,
  { ids: sent, ...change }: Omit<Change, 'version'> & { ids: string[] },
): Promise<Results> {
  refuseNoChange(change)
  const ids = [...new Set(sent.map((id) => id.toLowerCase()))]
  const results = await changeOrders(
    tx,
    actor,
    ids.map((id) => ({ id, change })),
  )
  return { results: sent.map((id) => ({ ...(results.get(id.toLowerCase()) ?? done), id })) }
}

/** Refuses a change that changes nothing. */
export function refuseNoChange({ status, assigned_user }: Change): void {
  if (!status && !assigned_user) throw invalid('status', 'Say what to change: a status or a staff user')
}

/**
 * Applies to each order its own change, with a result for each. One statement moves all orders that can make an ordinary
 * move; the others are changed, or refused with the reason, one by one. Each order at most once.
 */
export async function changeOrders(
  tx: Transaction,
  actor: Actor,
  changes: OrderChange[],
): Promise<Map<string, Result>> {
  const guarded = changes.flatMap(({ id, change }) => {
    const move = asGuardedMove(actor, change)
    return move ? [{ id, move }] : []
  })
  const moved = guarded.length > 0 ? await moveAndSettle(tx, actor, guarded) : []
  const results = new Map(moved.map((id) => [id, done]))
  const others = new Map(changes.filter(({ id }) => !results.has(id)).map(({ id, change }) => [id, change]))
  for (const [id, result] of await changeOneByOne(tx, actor, others)) results.set(id, result)
  return results
}

async function changeOneByOne(
  tx: Transaction,
  actor: Actor,
  changes: Map<string, Change>,
): Promise<Map<string, Result>> {
  const results = new Map<string, Result>()
  if (changes.size === 0) return results
  const ids = [...changes.keys()]
  const sequence = await orders.lockInOrder(tx, ids)
  // A reopened order takes back what its delivery earned.
  if ([...changes.values()].some(({ status }) => status === 'out-for-delivery')) {
    await coins.lockBalances(tx, ids)
    await referrals.lockReferrers(tx, ids)
  }
  for (const id of sequence) {
    const change = changes.get(id) ?? {}
    results.set(id, await resultOf(() => tx.savepoint((db) => updateOrder(db, actor, id, change))))
  }
  return results
}
