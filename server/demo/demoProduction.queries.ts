import type { Transaction } from '../src/base/database/db.ts'

/** A big shop has a month of hundreds of thousands of orders: only the newest of them are printed by jobs. */
const mostJobs = 3_000

/**
 * The month's production: what printed orders used and cost, deliveries of paper and toner, readings of the counters. The
 * triggers of print jobs do the counting, in the sequence of time.
 */
export async function openProduction(tx: Transaction, admin: string | null): Promise<void> {
  if (!admin) return
  await addStock(tx)
  await tx`select setseed(0.42)`
  for (const daysAgo of [37, 30, 23, 16, 9, 2]) {
    await addDeliveries(tx, daysAgo, admin)
    await printOrders(tx, { from: daysAgo, to: daysAgo - 7 }, admin)
  }
  await addCounts(tx, admin)
  await tx`select recount_production()`
  await addReadings(tx)
}

const addStock = async (tx: Transaction) => {
  await tx`
    insert into stock_items (kind, name, paper_size, weight, is_default, pack_size, low_at, created_at)
    select 'paper', name, size, weight, is_default, 500, low_at, now() - interval '40 days' from (values
      ('JK Copier A4', 'A4', 75, true, 2500), ('JK Excel Bond A4', 'A4', 100, false, 500),
      ('Century A3', 'A3', 80, true, 1000), ('Trident Letter', 'Letter', 75, true, 500)
    ) i (name, size, weight, is_default, low_at)`
  await tx`
    insert into stock_items (kind, name, printer_id, color_only, pack_size, low_at, created_at)
    select 'toner', split_part(p.name, ' ', 1) || ' ' || i.name, p.id, i.color_only, i.pack_size, i.low_at, now() - interval '40 days'
    from printers p cross join (values ('black', false, 20000, 8000), ('colours', true, 15000, 4000))
      i (name, color_only, pack_size, low_at)
    where p.prints_color or not i.color_only`
}

/**
 * What is there at first, and every Monday as much paper as was used since the last one, at prices that change a little.
 * Nobody has thought of the toner yet.
 */
const addDeliveries = (tx: Transaction, daysAgo: number, admin: string) => tx`
  insert into stock_entries (item_id, kind, quantity, price, reason, by, at)
  select id, 'delivery', packs * pack_size, round(packs * pack_size * paise * (0.97 + random() * 0.06)),
    case kind when 'toner' then 'Toner Point' else 'Sharma Paper Mart' end, ${admin},
    day_start(shop_day(now()) - ${daysAgo}::int) + interval '10 hours'
  from (
    select i.id, i.kind, i.pack_size, case
        when ${daysAgo}::int = 37 then case when kind = 'toner' then 1 when paper_size = 'A4' and is_default then 8 else 2 end
        when kind = 'toner' then (i.amount < 1000)::int
        else round(coalesce((select sum(used) from stock_use_figures u
          where u.item_id = i.id and u.period = 'day' and u.starts >= shop_day(now()) - ${daysAgo + 7}::int), 0) / pack_size)
        end::int as packs,
      case when kind = 'toner' then 12 when paper_size = 'A3' then 118 when weight = 100 then 92 else 54 end as paise
    from stock_items i) d
  where packs > 0 order by id`

/**
 * What went to the printers in these days: colour to the one that has it, one job for each document. One of thirty orders
 * has a jam or a smear, and some sides of its first document are printed again by another job.
 */
async function printOrders(tx: Transaction, { from, to }: { from: number; to: number }, admin: string) {
  await tx`
    create temp table if not exists demo_jobs (order_id uuid, waste int, ended timestamptz) on commit drop`
  await tx`truncate demo_jobs`
  await tx`
    insert into demo_jobs
    select o.id, case when random() < 0.034 then 1 + floor(random() * 12)::int else 0 end,
      coalesce(o.out_for_delivery_at, o.assigned_at) - interval '20 minutes'
    from (
      select * from orders o
      where o.status in ('assigned', 'out-for-delivery', 'delivered') and o.assigned_at is not null
        and (o.status <> 'assigned' or o.number % 3 = 0)
      order by o.created_at desc limit ${mostJobs}) o
    where coalesce(o.out_for_delivery_at, o.assigned_at) >= day_start(shop_day(now()) - ${from}::int)
      and coalesce(o.out_for_delivery_at, o.assigned_at) < day_start(shop_day(now()) - ${to}::int)`
  const columns = tx`
    (id, order_id, file_id, printer_id, state, copies, duplex, color, paper_size, cover, impressions, color_impressions,
      impressions_done, sheets_done, impressions_wasted, first_impression, reprint_of, reprint_reason, created_by, created_at, sent_at,
      finished_at)`
  await tx`
    insert into print_jobs ${columns}
    select uuid_v7(), o.id, f.id, p.id, 'done', o.copies, o.sides = 'double', o.color, o.paper_size, false, f.sides,
      case when o.color = 'color' then f.sides else 0 end, o.copies * f.sides, 0,
      case when f.position = 1 then least(d.waste, f.sides) else 0 end, 1, null, null, ${admin},
      d.ended - interval '30 minutes', d.ended - interval '28 minutes', d.ended
    from demo_jobs d join orders o on o.id = d.order_id
    -- What has a layout of its own is one file or a bundle.
    cross join lateral (
      select null::uuid as id, 1 as position, o.impressions as sides where o.bundle
      union all
      select id, position, case when o.layout = '1-up' then page_count else o.impressions end
      from order_files where order_id = o.id and kind = 'print' and not o.bundle) f
    cross join lateral (
      select id from printers
      where is_active and (o.color = 'bw' or prints_color) and o.paper_size = any(paper_sizes)
      order by prints_color <> (o.color <> 'bw'), name limit 1) p
    order by d.ended, o.id, f.position`
  await tx`
    insert into print_jobs ${columns}
    select uuid_v7(), j.order_id, j.file_id, j.printer_id, 'done', 1, j.duplex, j.color, j.paper_size, false,
      j.impressions, j.color_impressions, j.impressions_wasted, 0, 0, j.impressions - j.impressions_wasted + 1, j.id,
      (array['Paper jam', 'Smear on the page', 'Wrong paper in the tray'])[1 + floor(random() * 3)::int], ${admin},
      j.finished_at + interval '4 minutes', j.finished_at + interval '5 minutes', j.finished_at + interval '9 minutes'
    from print_jobs j join demo_jobs d on d.order_id = j.order_id where j.impressions_wasted > 0
    order by j.finished_at, j.id`
}

/** A count of yesterday evening: a few sheets less than there should be. */
const addCounts = (tx: Transaction, admin: string) => tx`
  insert into stock_entries (item_id, kind, quantity, reason, by, at)
  select id, 'correction', -37, 'Counted, some sheets were damp', ${admin},
    day_start(shop_day(now())) - interval '4 hours'
  from stock_items where paper_size = 'A4' and is_default`

/**
 * The counters go on from what the printers say at first. At the end they say what they would after all jobs, so that the
 * server's own reading of them finds no gap.
 */
export const advanceCounters = (tx: Transaction) => tx`
  update printers p set version = p.version + 1, status = jsonb_set(status, '{impressions_completed}',
    to_jsonb(r.impressions + counted_impressions(p.id) - r.jobs))
  from (select distinct on (printer_id) * from printer_readings order by printer_id, at desc) r
  where r.printer_id = p.id`

/**
 * What the counters said each evening. Now and then somebody prints a test page; on one day a machine was repaired, and
 * on another somebody made copies that no job knows.
 */
const addReadings = (tx: Transaction) => tx`
  insert into printer_readings (printer_id, at, day, impressions, jobs, explanation)
  select printer_id, at, shop_day(at), base + jobs + sum(extra) over (partition by printer_id order by n desc), jobs,
    case when n = 17 and not prints_color then 'Test pages after the repair' else '' end
  from (
    select p.id as printer_id, n, p.prints_color, day_start(shop_day(now()) - n) - interval '3 hours' as at,
      (p.status ->> 'impressions_completed')::bigint as base,
      coalesce((select sum(job_impressions(j)) from print_jobs j where j.printer_id = p.id
        and j.finished_at < day_start(shop_day(now()) - n) - interval '3 hours'), 0) as jobs,
      case when n = 17 and not prints_color then 46 when n = 3 and prints_color then 310 when n % 6 = 2 then 1 else 0 end
        as extra
    from printers p cross join generate_series(0, 30) n) r
  order by at, printer_id`
