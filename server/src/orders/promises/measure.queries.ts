import type { OpeningSettings } from '@our-print/contract/shop/openingHours.ts'
import type { Db } from '../../base/database/db.ts'
import type { Measured } from './proposePromise.ts'

/** Of what proposals are made: each part reads so many of the last rows, whatever the shop has. */
const lastJobs = 200
const lastOrders = 300

/** What lately passed in the shop, for an order that is printed in colour or not, and picked up or delivered. */
export async function measure(
  db: Db,
  { color, pickup }: { color: boolean; pickup: boolean },
): Promise<Measured> {
  const [{ waiting }] = await db<[{ waiting: number }]>`
    select coalesce(sum(greatest(0, o.copies::bigint * coalesce(o.impressions, o.pdf_page_count) - coalesce(p.good, 0))), 0)::float8
      as waiting
    from orders o left join lateral (
      select sum(j.impressions_done - j.impressions_wasted) as good from print_jobs j
      where j.order_id = o.id and o.printed = 'part') p on true
    where o.order_type in ('print', 'subscription') and o.status in ('confirmed', 'assigned') and o.printed <> 'all'
      ${color ? db`and o.color <> 'bw'` : db``}`
  // A printer has one job at a time, so the minutes of its jobs do not overlap.
  const printers = await db<Measured['printers'][number][]>`
    select count(j.sides)::int as jobs, coalesce(sum(j.sides), 0)::float8 as sides,
      coalesce(sum(j.minutes), 0)::float8 as minutes
    from printers p left join lateral (
      select impressions_done as sides, extract(epoch from finished_at - sent_at) / 60 as minutes
      from (select * from print_jobs l where l.printer_id = p.id order by l.created_at desc, l.id desc limit ${lastJobs}) l
      where state = 'done' and sent_at < finished_at) j on true
    where p.is_active ${color ? db`and p.prints_color` : db``}
    group by p.id`
  const endings = await db<Measured['endings'][number][]>`
    select extract(epoch from p.printed)::float8 * 1000 as printed,
      extract(epoch from greatest(p.printed, coalesce(r.ready, o.delivered_at)))::float8 * 1000 as done
    from (
      select id, pickup, delivered_at from orders where order_type = 'print' and status = 'delivered'
      order by created_at desc, id desc limit ${lastOrders}) o
    cross join lateral (
      select max(finished_at) as printed from print_jobs j where j.order_id = o.id and j.state = 'done') p
    left join lateral (
      select min(h.at) as ready from order_history h where h.order_id = o.id and h.is_ready) r on true
    where o.pickup = ${pickup} and p.printed is not null`
  return { waiting, printers, endings }
}

export async function readOpening(db: Db): Promise<OpeningSettings & { time_zone: string }> {
  const [opening] = await db<[OpeningSettings & { time_zone: string }]>`
    select opening_hours, holidays, time_zone from configurations cross join shop_clock`
  return opening
}
