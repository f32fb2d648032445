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

type BulkMove = Omit<Change, 'version'> & { ids: string[]; assigned_users?: (string | null)[] | undefined }

/** What is to be changed of one order. */
export type OrderChange = { id: string; change: Change }

/** Applies one change to each order, with a result for each; a refused one does not affect the others. */
export async function updateOrders(
  tx: Transaction,
  actor: Actor,
  { ids: sent, assigned_users: seen, ...change }: BulkMove,
): Promise<Results> {
  refuseNoChange(change)
  const ids = [...new Set(sent.map((id) => id.toLowerCase()))]
  const refused = await givenSince(tx, sent, seen, change)
  const changes = ids.filter((id) => !refused.has(id)).map((id) => ({ id, change }))
  const results = new Map([...refused, ...(await changeOrders(tx, actor, changes))])
  return { results: sent.map((id) => ({ ...(results.get(id.toLowerCase()) ?? done), id })) }
}

/** The orders that others gave to somebody since they were chosen: whoever has one keeps it. */
async function givenSince(
  tx: Transaction,
  sent: string[],
  seen: (string | null)[] | undefined,
  change: Change,
): Promise<Map<string, Result>> {
  if (!seen) return new Map()
  if (seen.length !== sent.length) throw invalid('assigned_users', 'As many as there are ids')
  const ids = sent.map((id) => id.toLowerCase())
  const states = await orders.lockStates(tx, ids)
  return new Map(
    ids.flatMap((id, at) => {
      const now = states.get(id)
      const isOther = now && now.assigned_user !== (seen[at]?.toLowerCase() ?? null)
      return isOther && isTaken(now, change) ? [[id, givenMeanwhile] as const] : []
    }),
  )
}

/** Whether the change would take the order from whoever has it now. */
export function isTaken(
  { assigned_user: now }: orders.OrderState,
  { assigned_user, status }: Change,
): boolean {
  const next = status === 'confirmed' ? null : assigned_user?.toLowerCase()
  return next !== undefined && now !== null && now !== next
}

/** Somebody has decided meanwhile who delivers an order. */
export const givenMeanwhile: Result = {
  ok: false,
  code: 'assigned_meanwhile',
  message: 'Somebody gave this order to another staff user meanwhile, so it was left there.',
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
