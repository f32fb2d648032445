import type { TillAct, TillKind } from '@our-print/contract/money/cashTerms.ts'
import type { TillEntry } from '@our-print/contract/money/till.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { type DayRange, withinDays } from '../../base/database/days.ts'
import { type Db, violatedConstraint } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { conflict, notFound } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { addEntry } from '../cash/cashEntries.queries.ts'

const text = (db: Db) => db`
  case when t.id is not null then t.reason
    when h.id is not null then 'Hand-over ' || h.number || ' · ' || hp.full_name
    else concat_ws(' · ', 'Payment ' || p.number, 'Order ' || o.number, nullif(p.note, '')) end`

const columns = (db: Db) => db`
  e.id, e.at, e.happened_at, e.kind, e.amount / 100.0::float8 as amount, ${text(db)} as text,
  coalesce(t.reference, p.reference) as reference, e.payment_id as payment, e.hand_over_id as hand_over,
  coalesce(tb.full_name, pb.full_name, hc.full_name) as by_name,
  t.reverses, (select u.id from till_entries u where u.reverses = t.id) as reversed_by`

const joined = (db: Db) => db`
  cash_entries e
  left join till_entries t on t.id = e.till_entry_id left join staff_users tb on tb.id = t.by
  left join payments p on p.id = e.payment_id left join staff_users pb on pb.id = p.by left join orders o on o.id = p.order_id
  left join hand_overs h on h.id = e.hand_over_id left join staff_users hp on hp.id = h.holder
  left join staff_users hc on hc.id = h.counted_by`

type Filter = DayRange & { kind?: TillKind; query?: string; ordering?: Ordering }

const where = (db: Db, { kind, query, ...range }: Filter) => db`
  where e.holder is null
  ${kind ? db`and e.kind = ${kind}` : db``}
  ${withinDays(db, db`e.happened_at`, range)}
  ${query ? db`and ${contains(db, db`search_text(concat_ws(E'\n', ${text(db)}, t.reference, p.reference))`, query)}` : db``}`

export const { select, list } = defineList<Filter, TillEntry>((db, filter) => ({
  select: db`select ${columns(db)} from ${joined(db)}`,
  from: filter.query ? joined(db) : db`cash_entries e`,
  where: where(db, filter),
  id: db`e.id`,
  sequence: sequenceOf(filter.ordering, {}, db`e.id`, '-id'),
}))

export async function get(db: Db, id: string): Promise<TillEntry> {
  const [entry] = await db<TillEntry[]>`
    select ${columns(db)} from ${joined(db)} where e.id = ${id} and e.holder is null`
  if (!entry) throw notFound('Entry of the till')
  return entry
}

type NewEntry = {
  kind: TillAct | 'difference'
  /** In paise, negative where cash leaves the till. */
  amount: number
  reason: string
  reference?: string | null
  reverses?: string
  happened_at?: string
}

/** Puts cash into the till or takes it out, on an open day. */
export async function add(db: Db, actor: Actor, { happened_at, ...entry }: NewEntry): Promise<string> {
  const [row] = await db<[{ id: string }]>`
    insert into till_entries ${db({ ...entry, reference: entry.reference || null, by: actor.id })} returning id`
  const { kind, amount } = entry
  await addEntry(db, { holder: null, amount, kind, happened_at, till_entry_id: row.id })
  return row.id
}

/** Undoes an entry that was made by mistake, once. */
export async function reverse(db: Db, actor: Actor, id: string, reason: string): Promise<string> {
  const [entry] = await db<
    { id: string; kind: TillAct | 'difference'; amount: number; reverses: string | null }[]
  >`
    select t.id, t.kind, t.amount::float8 as amount, t.reverses
    from till_entries t where t.id = ${id}`
  if (!entry) {
    await get(db, id)
    throw conflict('This follows from a payment or a hand-over: undo that one instead.', 'not_allowed')
  }
  if (entry.reverses || entry.kind === 'difference')
    throw conflict('This cannot be undone. Make a new entry instead.', 'not_allowed')
  try {
    return await add(db, actor, { kind: entry.kind, amount: -entry.amount, reason, reverses: entry.id })
  } catch (error) {
    if (violatedConstraint(error) !== 'till_entries_reversed_once') throw error
    throw conflict('This is undone already.', 'reversed')
  }
}
