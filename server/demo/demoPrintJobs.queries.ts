import type { Db } from '../src/base/database/db.ts'

/**
 * The queue of today: of the newest orders that nobody has printed, the first is stopped at its printer, three wait behind
 * it, one is held, and one broke off. The made-up printers are never asked, so this stays as it is.
 */
export async function queueNewest(db: Db, admin: string): Promise<void> {
  await db`
    insert into print_jobs (order_id, file_id, printer_id, state, copies, duplex, color, paper_size, impressions,
      created_by, created_at, impressions_done, sheets_done, sent_at, finished_at, message, reasons, next_try_at)
    select o.id, f.id, p.id,
      case n when 1 then 'failed' when 2 then 'stopped' when 3 then 'held' else 'queued' end,
      o.copies, o.sides = 'double', o.color, o.paper_size, f.page_count, ${admin}, o.created_at + n * interval '1 second',
      case when n < 3 then f.page_count / 4 * 2 else 0 end,
      0,
      case when n < 3 then o.created_at + interval '1 minute' end,
      case n when 1 then o.created_at + interval '2 minutes' end,
      case n
        when 1 then p.name || ' does not know this job any more. Look at what it printed, then print what is missing.'
        when 2 then 'Out of paper. Load A4 into ' || p.name || '; it goes on by itself.' end,
      case n when 1 then '{job-lost}'::text[] when 2 then '{media-empty}' else '{}' end,
      case n when 2 then 'infinity' else o.created_at end
    from (
      select o.*, row_number() over (order by o.created_at desc, o.id) as n from orders o
      where o.status in ('confirmed', 'assigned') and o.color = 'bw' and o.paper_size = 'A4' and o.pdf_page_count > 5
        and o.layout = '1-up'
        and not exists (select from print_jobs j where j.order_id = o.id)) o
      cross join lateral (
        select * from order_files f where f.order_id = o.id and f.kind = 'print' order by f.position limit 1) f
      cross join lateral (select * from printers where not prints_color order by name limit 1) p
    where n <= 5 order by n`
  // Of several copies the one that was begun is printed as a whole again.
  await db`
    with broken as (
      update print_jobs set version = version + 1, impressions_wasted = case copies when 1 then 0 else impressions_done end
      where state = 'failed' returning *
    )
    insert into print_jobs (order_id, file_id, printer_id, state, copies, duplex, color, paper_size, impressions,
      first_impression, created_by, created_at, reprint_of, reprint_reason)
    select order_id, file_id, printer_id, 'queued', copies, duplex, color, paper_size, impressions,
      case copies when 1 then impressions_done + 1 else 1 end, ${admin}, finished_at + interval '1 minute', id,
      'The rest of job ' || number
    from broken`
}
