import type { Output } from '@our-print/contract/endpoint.ts'
import type { moveOrders, OrderUpdate } from '@our-print/contract/orders.ts'
import * as coins from '../coins/coins.queries.ts'
import type { Transaction } from '../database/db.ts'
import { invalid, Problem } from '../http/problem.ts'
import type { Actor } from '../http/route.ts'
import * as referrals from '../referrals/referrals.queries.ts'
import { asGuardedMove } from './moveOrders.queries.ts'
import * as orders from './orders.queries.ts'
import { moveAndSettle, updateOrder } from './updateOrder.ts'

type Change = Pick<OrderUpdate, 'status' | 'note'> & { ids: string[]; assigned_user?: string }
type Results = Output<typeof moveOrders>
type Result = Results['results'][number]

/**
 * Applies one change to each order, with a result for each; a refused one does not affect the others. One statement moves
 * all orders that can make an ordinary move; the others are changed, or refused with the reason, one by one.
 */
export async function updateOrders(
  tx: Transaction,
  actor: Actor,
  { ids: sent, ...change }: Change,
): Promise<Results> {
  if (!change.status && !change.assigned_user)
    throw invalid('status', 'Say what to change: a status or a staff user')
  const ids = [...new Set(sent.map((id) => id.toLowerCase()))]
  const guarded = asGuardedMove(actor, change)
  const moved = new Set(guarded ? await moveAndSettle(tx, actor, ids, guarded) : [])
  const others = await updateOneByOne(
    tx,
    actor,
    ids.filter((id) => !moved.has(id)),
    change,
  )
  const done = { ok: true, code: null, message: null }
  return { results: sent.map((id) => ({ ...(others.get(id.toLowerCase()) ?? done), id })) }
}

async function updateOneByOne(
  tx: Transaction,
  actor: Actor,
  ids: string[],
  change: Omit<Change, 'ids'>,
): Promise<Map<string, Result>> {
  const results = new Map<string, Result>()
  if (ids.length === 0) return results
  const sequence = await orders.lockInOrder(tx, ids)
  // A reopened order takes back what its delivery earned.
  if (change.status === 'out-for-delivery') {
    await coins.lockBalances(tx, ids)
    await referrals.lockReferrers(tx, ids)
  }
  for (const id of sequence) {
    results.set(id, await attempt(id, () => tx.savepoint((db) => updateOrder(db, actor, id, change))))
  }
  return results
}

async function attempt(id: string, change: () => Promise<unknown>): Promise<Result> {
  try {
    await change()
    return { id, ok: true, code: null, message: null }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { id, ok: false, code: error.code, message: error.message }
  }
}
