import { orderTypes } from '@our-print/contract/orders/orders.ts'
import { soonLateMinutes } from '@our-print/contract/orders/promises.ts'
import type { OpeningSettings } from '@our-print/contract/shop/openingHours.ts'
import type { Db } from '../../base/database/db.ts'
import type { Measured, Progress } from './proposePromise.ts'

/** Of what proposals are made: each part reads so many of the last rows, whatever the shop has. */
const lastJobs = 200
const lastOrders = 300
const newestWaiting = 500

/** What matters of an order: whether it is printed in colour, and picked up or delivered. */
export type Kind = { color: boolean; pickup: boolean }

type Lately = {
  printers: (Measured['printers'][number] & { prints_color: boolean })[]
  endings: (Measured['endings'][number] & { pickup: boolean })[]
}

type Waiting = { waiting: number; waiting_in_color: number }

/** All that a proposal for any order is made of. Its statements are sent together. */
export type Facts = Waiting & Lately & { opening: Opening }

export async function readFacts(db: Db): Promise<Facts> {
  const [waiting, lately, opening] = await Promise.all([readWaiting(db), readLately(db), readOpening(db)])
  return { ...waiting, ...lately, opening }
}

/**
 * Sides that wait to be printed, as float. Of each type and status so many of the newest orders are read; where there are more,
 * the others are taken to be like them.
 */
export async function readWaiting(db: Db, newest = newestWaiting): Promise<Waiting> {
  const some = db`from orders where order_type = k.order_type and status = k.status`
  const [waiting] = await db<[Waiting]>`
    select coalesce(sum(w.sides * r.ratio), 0)::float8 as waiting,
      coalesce(sum(w.sides_in_color * r.ratio), 0)::float8 as waiting_in_color
    from (select * from unnest(${[...orderTypes]}::text[]) order_type, unnest(${[...waitingStatuses]}::text[]) status) k
    cross join lateral (
      select sum(o.sides_left) as sides, sum(o.sides_left) filter (where o.color <> 'bw') as sides_in_color
      from (${waitingOrders(db, db`(select * ${some} order by created_at desc, id desc limit ${newest})`)}) o) w
    cross join lateral (
      select case when exists (select ${some} offset ${newest})
        then (select sum(orders) from order_counts c
          where period = 'ever' and c.order_type = k.order_type and c.status = k.status) / ${newest}::numeric
        else 1 end as ratio) r`
  return waiting
}

/** What was measured of the printers that can print such an order, and of orders that were handed over as it will be. */
export const ofKind = ({ color, pickup }: Kind, { printers, endings }: Lately) => ({
  printers: printers.filter(({ prints_color }) => !color || prints_color),
  endings: endings.filter((ending) => ending.pickup === pickup),
})

export async function readLately(db: Db): Promise<Lately> {
  // A printer has one job at a time, so the minutes of its jobs do not overlap.
  const printers = db<Lately['printers']>`
    select p.prints_color, count(j.sides)::int as jobs, coalesce(sum(j.sides), 0)::float8 as sides,
      coalesce(sum(j.minutes), 0)::float8 as minutes
    from printers p left join lateral (
      select impressions_done as sides, extract(epoch from finished_at - sent_at) / 60 as minutes
      from (select * from print_jobs l where l.printer_id = p.id order by l.created_at desc, l.id desc limit ${lastJobs}) l
      where state = 'done' and sent_at < finished_at) j on true
    where p.is_active
    group by p.id`
  const endings = db<Lately['endings']>`
    select o.pickup, extract(epoch from e.printed)::float8 * 1000 as printed,
      extract(epoch from e.done)::float8 * 1000 as done
    from (
      select id, pickup, delivered_at from orders where order_type = 'print' and status = 'delivered'
      order by created_at desc, id desc limit ${lastOrders}) o
    cross join lateral (${endingOf(db)}) e
    where e.printed is not null`
  const read = await Promise.all([printers, endings])
  return { printers: read[0], endings: read[1] }
}

/**
 * When an order `o` was printed, and done: handed over, or before that ready to be fetched. By when it was done, not by when a
 * phone without network could send it: nobody is late because of that. One that was ready by mistake was not ready.
 */
export const endingOf = (db: Db) => db`
  select p.printed, greatest(p.printed, coalesce(r.ready, r.handed_over, o.delivered_at)) as done
  from (${lastPrint(db)}) p,
    (select min(coalesce(h.happened_at, h.at)) filter (where h.is_ready and not exists (
          select from order_history b where b.order_id = o.id and b.id > h.id and not b.is_ready)) as ready,
        max(coalesce(h.happened_at, h.at)) filter (
          where h.to_status = 'delivered' and h.from_status <> 'delivered') as handed_over
      from order_history h where h.order_id = o.id) r`

/** When the last job of an order `o` ended. */
const lastPrint = (db: Db) => db`
  select max(finished_at) as printed from print_jobs j where j.order_id = o.id and j.state = 'done'`

const waitingStatuses = ['confirmed', 'assigned'] as const

/**
 * Orders that wait to be printed, all or of some, with the sides of them that are left. One that is ready or lies on a shelf was
 * printed, maybe on a machine that the shop does not know.
 */
const waitingOrders = (db: Db, orders = db`orders`) => db`
  select o.id, o.color, o.pickup, o.promised_at, o.created_at,
    greatest(0, o.copies::bigint * coalesce(o.impressions, o.pdf_page_count) - coalesce(p.good, 0)) as sides_left
  from ${orders} o left join lateral (
    select sum(j.impressions_done - j.impressions_wasted) as good from print_jobs j
    where j.order_id = o.id and o.printed = 'part') p on true
  where o.order_type = any(${[...orderTypes]}) and o.status = any(${[...waitingStatuses]}) and o.printed <> 'all'
    and not o.is_ready and o.shelf_place is null`

/** In which sequence orders `o` are printed: first what is late or soon late by its promised time, then the oldest. */
export const printSequence = (db: Db) => db`
  case when o.promised_at < ${soon(db)} then o.promised_at end, o.created_at, o.id`

export const soon = (db: Db) => db`now() + ${soonLateMinutes} * interval '1 minute'`

/** An open order whose promised time is not over; `promised` as milliseconds since 1970. */
export type OpenOrder = Kind & Progress & { id: string; promised: number }

/**
 * Those with a promised time that can still be kept or missed. What waits before one in colour is what is in colour, as for a
 * proposal.
 */
export const readOpenPromises = (db: Db) => db<OpenOrder[]>`
  with queue as (
    select o.*,
      sum(o.sides_left) over queue - o.sides_left as before,
      sum(o.sides_left) filter (where o.color <> 'bw') over queue - o.sides_left as before_in_color
    from (${waitingOrders(db)}) o
    window queue as (order by ${printSequence(db)})),
  promised as (
    select o.id, o.color, o.pickup, o.promised_at, o.sides_left as sides,
      case when o.color = 'bw' then o.before else o.before_in_color end as before, null::timestamptz as printed
    from queue o where o.promised_at > now()
    union all
    select o.id, o.color, o.pickup, o.promised_at, 0, 0, coalesce(p.printed, o.out_for_delivery_at, now())
    from orders o cross join lateral (${lastPrint(db)}) p
    where o.promised_at > now() and o.status in ('confirmed', 'assigned', 'out-for-delivery') and not o.is_ready
      and (o.status = 'out-for-delivery' or o.printed = 'all' or o.shelf_place is not null))
  select id, color <> 'bw' as color, pickup, sides::float8, before::float8,
    extract(epoch from promised_at)::float8 * 1000 as promised, extract(epoch from printed)::float8 * 1000 as printed
  from promised`

type Opening = OpeningSettings & { time_zone: string }

export async function readOpening(db: Db): Promise<Opening> {
  const [opening] = await db<[Opening]>`
    select opening_hours, holidays, time_zone from configurations cross join shop_clock`
  return opening
}
