import type { Input, Output } from '@our-print/contract/endpoint.ts'
import type { moveOrders } from '@our-print/contract/orders/orders.ts'
import { bulkChangeOf, mayCall } from '@our-print/contract/people/mayCall.ts'
import type { Transaction } from '../../base/database/db.ts'
import type { Actor } from '../../base/http/route.ts'
import * as orders from '../../orders/orders.queries.ts'
import { updateOrders } from '../../orders/updateOrders.ts'
import * as jobs from './bulkJobs.queries.ts'
import { outcomeOf } from './changeMatchingOrders.ts'
import * as portions from './portions.queries.ts'

/**
 * Moves selected orders at once. What somebody changed who may change all that match is kept as a bulk job that is done: so it is reported, and
 * undone, in the same way however many they are.
 */
export async function moveSelected(
  tx: Transaction,
  actor: Actor,
  body: Input<typeof moveOrders>['body'],
  request_id: string,
): Promise<Output<typeof moveOrders>> {
  const ids = [...new Set(body.ids)]
  const before = mayCall(actor, bulkChangeOf.order) ? await orders.lockStates(tx, ids) : undefined
  const { results } = await updateOrders(tx, actor, body)
  if (!before) return { results, bulk_job: null }
  const after = await orders.lockStates(tx, ids)
  const byId = new Map(results.map((result) => [result.id, result]))
  const records = ids.flatMap((id) =>
    before.has(id) ? [{ id, ...outcomeOf(byId.get(id), before.get(id), after.get(id)) }] : [],
  )
  if (!records.some(({ stamp }) => stamp)) return { results, bulk_job: null }
  const { ids: _, versions, assigned_users, ...change } = body
  const job = await jobs.createRun(
    tx,
    {
      kind: 'order',
      action: 'update',
      change,
      filter: {},
      count: records.length,
      created_by: actor.id,
      request_id,
    },
    orders.selectNamesOf(
      tx,
      records.map(({ id }) => id),
    ),
  )
  await portions.saveResults(tx, { id: job }, records)
  return { results, bulk_job: job }
}
