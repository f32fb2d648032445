import type { Output } from '@our-print/contract/endpoint.ts'
import type { moveOrders, OrderPatch } from '@our-print/contract/orders.ts'
import type { Transaction } from '../lib/db.ts'
import { invalid, Problem } from '../lib/problem.ts'
import type { Actor } from '../lib/route.ts'
import { changeOrder } from './changeOrder.ts'

type Change = Pick<OrderPatch, 'status' | 'note'> & { ids: string[]; assigned_user?: string }
type Results = Output<typeof moveOrders>

/** Applies one change to each order and answers for each: one that is refused leaves the others be. */
export async function changeOrders(
  tx: Transaction,
  actor: Actor,
  { ids, ...change }: Change,
): Promise<Results> {
  if (!change.status && !change.assigned_user)
    throw invalid('status', 'Say what to change: a status or a staff user')
  const results = new Map<string, Results['results'][number]>()
  // In one fixed sequence, so that two bulk changes of the same orders cannot wait for each other.
  for (const id of [...new Set(ids)].toSorted()) {
    results.set(id, await attempt(id, () => tx.savepoint((db) => changeOrder(db, actor, id, change))))
  }
  return { results: ids.map((id) => results.get(id) ?? { id, ok: false, code: null, message: null }) }
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
