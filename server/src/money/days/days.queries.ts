import type { TillKind } from '@our-print/contract/money/cashTerms.ts'
import type { ClosedDay, DayReport } from '@our-print/contract/money/days.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { type DayRange, formatDay } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { conflict } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'

const within = (db: Db, day: string) => db`
  happened_at >= (select day_start(${day})) and happened_at < (select day_start(${day}::date + 1))`

export type Taken = { method: string; by: string; payments: number; received: number; paid_back: number }

/** Payments of a day in paise, by method and by who took them. */
export const sumPayments = (db: Db, day: string) => db<Taken[]>`
  select method, by, count(*)::int as payments, coalesce(sum(amount) filter (where amount > 0), 0)::float8 as received,
    coalesce(-sum(amount) filter (where amount < 0), 0)::float8 as paid_back
  from payments where ${within(db, day)} group by method, by order by method`

export type Moved = { holder: string | null; kind: TillKind; entries: number; received: number; left: number }

/** Cash of a day in paise, by whose it was and why it moved. */
export const sumCash = (db: Db, day: string) => db<Moved[]>`
  select holder, kind, count(*)::int as entries, coalesce(sum(amount) filter (where amount > 0), 0)::float8 as received,
    coalesce(-sum(amount) filter (where amount < 0), 0)::float8 as left
  from cash_entries where ${within(db, day)} group by holder, kind order by kind`

/** What everybody and the till had at the end of a day, in paise: what they have now without what moved since then. */
export const handsAtEnd = (db: Db, day: string) => db<{ holder: string | null; amount: number }[]>`
  select h.holder, (h.amount - coalesce(l.amount, 0))::float8 as amount
  from cash_hands h left join (
    select holder, sum(amount) as amount from cash_entries
    where happened_at >= (select day_start(${day}::date + 1)) group by holder
  ) l on l.holder is not distinct from h.holder`

export const listHandOversOf = (db: Db, day: string) => db<DayReport['hand_overs']>`
  select h.id, h.number, s.full_name as holder_name, h.counted / 100.0::float8 as counted,
    (h.counted - h.expected) / 100.0::float8 as difference, h.reason
  from hand_overs h join staff_users s on s.id = h.holder
  where h.id in (select hand_over_id from cash_entries where kind = 'hand_over' and ${within(db, day)})
  order by h.number`

export const namesOf = (db: Db, ids: string[]) => db<{ id: string; full_name: string }[]>`
  select id, full_name from staff_users where id = any(${ids}::uuid[]) order by full_name, id`

/** A day that was closed; its report as the text that was sealed. */
export type StoredClose = {
  id: string
  report: string | null
  seal: string
  previous_seal: string
  needs_signature: boolean
  signed_at: string | null
  signed_by: { id: string; full_name: string } | null
  version: number
}

export async function findClose(db: Db, day: string): Promise<StoredClose | undefined> {
  const [close] = await db<StoredClose[]>`
    select d.id, d.report, coalesce(d.seal, '') as seal, coalesce(d.previous_seal, '') as previous_seal, d.needs_signature,
      d.signed_at, case when s.id is not null then json_build_object('id', s.id, 'full_name', s.full_name) end as signed_by,
      d.version
    from day_closes d left join staff_users s on s.id = d.signed_by where d.day = ${day}`
  return close
}

/** Where a day stands between those that are closed and today. */
type Place = {
  previous_day: string
  next_day: string | null
  is_future: boolean
  /** The last day that is closed. */
  last: string | null
  last_seal: string | null
  /** The first day after it on which money moved. */
  earliest: string | null
}

export async function placeOf(db: Db, day: string): Promise<Place> {
  const [place] = await db<[Place]>`
    with last as (select day from day_closes order by day desc limit 1),
    since as (select day_start(day + 1) as at from last)
    select greatest(${day}::date - 1, '1900-01-01')::text as previous_day,
      case when ${day}::date < shop_day(now()) then (${day}::date + 1)::text end as next_day,
      ${day}::date > shop_day(now()) as is_future, (select day::text from last) as last, 
      (select seal from day_closes where seal is not null order by day desc limit 1) as last_seal,
      (select shop_day(least(
        (select min(happened_at) from payments where happened_at >= (select at from since)),
        (select min(happened_at) from cash_entries where happened_at >= (select at from since))))::text
        where exists (select from last)) as earliest`
  return place
}

/** Orders that are out for delivery now. */
export async function countOrdersOut(db: Db): Promise<number> {
  const [{ orders }] = await db<[{ orders: number }]>`
    select count(*)::int as orders from orders where status = 'out-for-delivery'`
  return orders
}

/** Why a day that is not closed cannot be closed now; null where it can. */
export function blockedBy(day: string, { is_future, last, earliest }: Place): string | null {
  if (is_future) return 'This day has not begun yet.'
  if (last !== null && day <= last) return `It was closed together with ${formatDay(last)}.`
  if (earliest !== null && earliest < day)
    return `Close ${formatDay(earliest)} first: days are closed in sequence.`
  return null
}

/** The end of a day, or now while it lasts: the time of what closes it. */
export async function endOf(db: Db, day: string): Promise<string> {
  const [{ at }] = await db<[{ at: string }]>`
    select least(now(), day_start(${day}::date + 1) - interval '1 microsecond') as at`
  return at
}

/** The time after the lock was taken; `now()` is that of the transaction. */
export async function clock(db: Db): Promise<string> {
  const [{ at }] = await db<[{ at: string }]>`select clock_timestamp() as at`
  return at
}

export type NewClose = {
  day: string
  closed_at: string
  report: string
  previous_seal: string
  seal: string
  received: number
  till: number
  difference: number
}

/** Closes a day. One signature is enough where there is no other super admin. */
export const insertClose = (db: Db, actor: Actor, close: NewClose) => db`
  with closed as (select * from jsonb_to_record(${db.json(close)}) c (day date, closed_at timestamptz, report text,
    previous_seal text, seal text, received bigint, till bigint, difference bigint))
  insert into day_closes
    (day, closed_at, report, previous_seal, seal, received, till, difference, closed_by, needs_signature)
  select c.*, ${actor.id}::uuid, exists (
    select from staff_users where is_superuser and is_active and not is_api_key and id <> ${actor.id})
  from closed c`

/** Signs a closed day, once. */
export async function sign(db: Db, actor: Actor, day: string): Promise<void> {
  const signed = await db`
    update day_closes set version = version + 1, signed_by = ${actor.id}, signed_at = now()
    where day = ${day} and signed_by is null returning 1`
  if (signed.length === 0) throw conflict('This day is signed already.', 'signed')
}

type Filter = DayRange & { query?: string; ordering?: Ordering }

const joined = (db: Db) => db`
  day_closes d left join staff_users c on c.id = d.closed_by left join staff_users s on s.id = d.signed_by`

export const { select, list } = defineList<Filter, ClosedDay>(
  (db, { query, ordering, from_date, to_date }) => ({
    select: db`
    select d.id, d.day, d.closed_at, coalesce(c.full_name, '') as closed_by_name, d.needs_signature, d.signed_at,
      s.full_name as signed_by_name, d.received / 100.0::float8 as received, d.till / 100.0::float8 as till,
      d.difference / 100.0::float8 as difference, coalesce(d.seal, '') as seal from ${joined(db)}`,
    from: joined(db),
    where: db`where true
    ${from_date ? db`and d.day >= ${from_date}` : db``}
    ${to_date ? db`and d.day <= ${to_date}` : db``}
    ${query ? db`and ${contains(db, db`search_text(concat_ws(E'\n', d.day, c.full_name, s.full_name, d.report::jsonb->>'note'))`, query)}` : db``}`,
    id: db`d.id`,
    sequence: sequenceOf(ordering, {}, db`d.id`, '-id'),
  }),
)

type Sealed = { day: string; report: string | null; previous_seal: string | null; seal: string | null }

/** The chain of closed days, oldest first. */
export const listSealed = (db: Db) => db<Sealed[]>`
  select day::text as day, report, previous_seal, seal from day_closes where seal is not null order by day`
