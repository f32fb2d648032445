import { orderStatusLabels, undoOf } from '@our-print/contract/orders/orderMoves.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import type { BulkOrderChange } from '@our-print/contract/shop/bulkJobs.ts'
import type { Transaction } from '../../base/database/db.ts'
import type { Result } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { bulkUndoNote } from '../../customer/pageFacts/undoNotes.ts'
import * as orders from '../../orders/orders.queries.ts'
import {
  type Change,
  changeOrders,
  givenMeanwhile,
  isTaken,
  type OrderChange,
} from '../../orders/updateOrders.ts'
import type { RecordResult, WaitingRecord } from './portions.queries.ts'

/** Applies one change to orders, by the same rules as a bulk move of selected ones. */
export async function changeMatchingOrders(
  tx: Transaction,
  actor: Actor,
  { from, assigned_before: seen, ...change }: BulkOrderChange,
  records: WaitingRecord[],
): Promise<RecordResult[]> {
  const ids = records.map(({ record_id }) => record_id)
  // Locked first, so that nobody gives one of them away after the look.
  await orders.lockStates(tx, ids)
  const given = seen ? await orders.givenByOthers(tx, ids, actor.id, seen) : new Set()
  return changeAll(tx, actor, records, ({ record_id }, now) => {
    const { status } = now
    if (given.has(record_id) && isTaken(now, change)) return givenMeanwhile(now)
    if (!from || from.includes(status)) return change
    const wanted = from.map((each) => orderStatusLabels[each]).join(' or ')
    return refused('not_applicable', `This order is ${orderStatusLabels[status]}, not ${wanted}.`)
  })
}

/** Changes orders back that have not been changed since. */
export async function undoOrderChanges(
  tx: Transaction,
  actor: Actor,
  records: WaitingRecord[],
): Promise<RecordResult[]> {
  const results = await changeAll(tx, actor, records, ({ undo, stamp }, { version }) => {
    if (undo && !('tags' in undo) && stamp === String(version)) return undo
    return refused('changed_since', 'This order was changed since, so it was left as it is.')
  })
  // An undo is not undone.
  return results.map(({ undo, stamp, ...result }) => result)
}

const refused = (code: string, message: string): Result => ({ ok: false, code, message })

type State = orders.OrderState
type Decision = OrderChange['change'] | Result

async function changeAll(
  tx: Transaction,
  actor: Actor,
  records: WaitingRecord[],
  decide: (record: WaitingRecord, now: State) => Decision,
): Promise<RecordResult[]> {
  const ids = records.map(({ record_id }) => record_id)
  const before = await orders.lockStates(tx, ids)
  const decisions = records.map((record) => {
    const now = before.get(record.record_id)
    const decision = now ? decide(record, now) : refused('not_found', 'Order not found')
    return { id: record.record_id, decision: mayMake(actor, decision) ? decision : notTheirs }
  })
  const changes = decisions.flatMap(({ id, decision }) =>
    'ok' in decision ? [] : [{ id, change: decision }],
  )
  const results = await changeOrders(tx, actor, changes)
  const after = await orders.lockStates(tx, ids)
  return decisions.map(({ id, decision }) => {
    const result = 'ok' in decision ? decision : results.get(id)
    return { id, ...outcomeOf(result, before.get(id), after.get(id)) }
  })
}

/** Whoever only assigns orders promises nothing, and takes no promise back. */
const mayMake = (actor: Actor, decision: Decision) =>
  'ok' in decision ||
  (decision.promised_at === undefined && decision.window_from === undefined) ||
  can(actor, 'orders')
const notTheirs = refused('forbidden', 'Only who changes orders can change what is promised.')

const promiseOf = ({ promised_at, window_from }: State) => ({ promised_at, window_from })

/** What became of an order, and how that is undone. */
export function outcomeOf(
  result: Result | undefined,
  before: State | undefined,
  after: State | undefined,
): Omit<RecordResult, 'id'> {
  if (!result?.ok || !before || !after)
    return { outcome: 'refused', code: result?.code, message: result?.message }
  if (before.version === after.version) return { outcome: 'unchanged' }
  const undo = changeBack(before, after)
  return { outcome: 'changed', ...(undo && { undo, stamp: String(after.version) }) }
}

/**
 * The change that leads back; undefined if none does. What a move alone makes of `is_ready` is not changed back: an order
 * that is not where it was cannot be ready yet.
 */
function changeBack(before: State, after: State): Change | undefined {
  const isMoved = before.status !== after.status || before.assigned_user !== after.assigned_user
  const isPromisedAnew = before.promised_at !== after.promised_at || before.window_from !== after.window_from
  const move = isMoved ? undoOf(before, after.status, bulkUndoNote) : {}
  return (
    move && {
      ...move,
      ...(isPromisedAnew && promiseOf(before)),
      ...(!isMoved && before.is_ready !== after.is_ready && { is_ready: before.is_ready }),
    }
  )
}
