import { orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import type { OrderUpdate } from '@our-print/contract/orders/orders.ts'
import { canBeReady, windowProblem } from '@our-print/contract/orders/promises.ts'
import { timeInJson } from '../base/database/days.ts'
import type { Db } from '../base/database/db.ts'
import type { Done } from '../base/database/doneTimes.ts'
import { conflict, unprocessable } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'
import { tellOfOrders } from '../customer/messages/tellFacts.queries.ts'
import type { LockedOrder } from './moveOrders.queries.ts'

// Until when an order is promised, and whether it waits to be fetched.

/** Of an order both as they will be; `tells` if its history says that it is ready, or no longer. */
export type PromiseChange = {
  id: string
  promised_at: string | null
  window_from: string | null
  is_ready: boolean
  tells: boolean
  done: Done
}

/** What a change means for a locked order; undefined if it is as wanted already. Throws why it cannot be. */
export function decidePromise(
  order: LockedOrder,
  wanted: Pick<OrderUpdate, 'promised_at' | 'window_from' | 'is_ready'>,
): PromiseChange | undefined {
  const { promised_at = order.promised_at, is_ready = order.is_ready } = wanted
  const tells = is_ready !== order.is_ready
  const isSamePromise = isSameTime(promised_at, order.promised_at)
  // Another time without a window is a promise without one.
  const { window_from = isSamePromise ? order.window_from : null } = wanted
  const isSameWindow = isSamePromise && isSameTime(window_from, order.window_from)
  if (!tells && isSameWindow) return undefined
  if (order.status === 'cancelled')
    throw conflict('A cancelled order can no longer be changed.', 'not_allowed')
  if (is_ready && tells) refuseUnfetched(order)
  if (!isSameWindow) refuseWrongWindow(window_from, promised_at)
  return { id: order.id, promised_at, window_from, is_ready, tells, done: order.done }
}

const isSameTime = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other))

/** Refuses a window that cannot be agreed. */
export function refuseWrongWindow(window_from: string | null, promised_at: string | null): void {
  const problem = window_from === null ? undefined : windowProblem(window_from, promised_at)
  if (problem) throw unprocessable('window_from', problem)
}

function refuseUnfetched(order: LockedOrder): void {
  if (canBeReady(order)) return
  if (!order.pickup)
    throw unprocessable(
      'is_ready',
      'This order is delivered; only one that is picked up can be ready for it.',
    )
  throw conflict(
    `This order is ${orderStatusLabels[order.status]}; only a pending or assigned one can be ready for pick-up.`,
    'not_allowed',
  )
}

/** Makes decided changes of locked orders. */
export async function changePromises(db: Db, actor: Actor, changes: readonly PromiseChange[]): Promise<void> {
  if (changes.length === 0) return
  await db`
    with changed as (
      update orders o set version = o.version + 1, promised_at = c.promised_at, window_from = c.window_from,
        is_ready = c.is_ready::boolean
      from orders was, unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map((change) => change.promised_at)}::timestamptz[],
        ${changes.map((change) => change.window_from)}::timestamptz[],
        ${changes.map(({ is_ready }) => String(is_ready))}::text[], ${changes.map(({ tells }) => String(tells))}::text[],
        ${changes.map(({ done }) => done.happened_at)}::timestamptz[], ${changes.map(({ done }) => done.said_at)}::timestamptz[])
        c (id, promised_at, window_from, is_ready, tells, happened_at, said_at)
      where o.id = c.id and was.id = o.id
      returning o.id, o.status, o.is_ready, c.tells::boolean as tells, c.happened_at, c.said_at,
        was.promised_at as promised, o.promised_at as promises, was.window_from as had, o.window_from as has)
    insert into order_history (order_id, by, from_status, to_status, is_ready, happened_at, said_at, changes)
    select id, ${actor.id}, status, status, case when tells then is_ready end, happened_at, said_at,
      ${changesOf(db)}
    from changed where tells or ${changesOf(db)} is not null`
  const ready = changes.filter(({ is_ready, tells }) => is_ready && tells)
  await tellOfOrders(
    db,
    'ready',
    ready.map(({ id }) => id),
  )
}

/** What the history says of a changed promise; a first one without a window is no change of it. */
const changesOf = (db: Db) => db`
  nullif(case when promised <> promises or had is distinct from has and promised is distinct from promises
    then jsonb_build_array(jsonb_build_object('field', 'promised_at',
      'from', ${timeInJson(db, db`promised`)}, 'to', ${timeInJson(db, db`promises`)})) else '[]' end
    || case when had is distinct from has then jsonb_build_array(jsonb_build_object('field', 'window_from',
      'from', ${timeInJson(db, db`had`)}, 'to', ${timeInJson(db, db`has`)})) else '[]' end, '[]')`
