import type { Output } from '@our-print/contract/endpoint.ts'
import type { moveOrders, OrderUpdate } from '@our-print/contract/orders.ts'
import * as couponUses from '../coupons/couponUses.queries.ts'
import type { Transaction } from '../database/db.ts'
import { invalid, Problem } from '../http/problem.ts'
import type { Actor } from '../http/route.ts'
import * as referrals from '../referrals/referrals.queries.ts'
import * as orders from './orders.queries.ts'
import { updateOrder } from './updateOrder.ts'

type Change = Pick<OrderUpdate, 'status' | 'note'> & { ids: string[]; assigned_user?: string }
type Results = Output<typeof moveOrders>

/** Applies one change to each order, with a result for each; a refused one does not affect the others. */
export async function updateOrders(
  tx: Transaction,
  actor: Actor,
  { ids, ...change }: Change,
): Promise<Results> {
  if (!change.status && !change.assigned_user)
    throw invalid('status', 'Say what to change: a status or a staff user')
  const results = new Map<string, Results['results'][number]>()
  const sequence = await orders.lockInOrder(tx, ids)
  if (change.status === 'cancelled') await couponUses.lockCoupons(tx, ids)
  if (change.status === 'delivered') await referrals.lockReferrers(tx, ids)
  for (const id of sequence) {
    results.set(id, await attempt(id, () => tx.savepoint((db) => updateOrder(db, actor, id, change))))
  }
  const none = { ok: false, code: null, message: null }
  return { results: ids.map((id) => ({ ...(results.get(id.toLowerCase()) ?? none), id })) }
}

async function attempt(id: string, change: () => Promise<unknown>): Promise<Results['results'][number]> {
  try {
    await change()
    return { id, ok: true, code: null, message: null }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { id, ok: false, code: error.code, message: error.message }
  }
}
