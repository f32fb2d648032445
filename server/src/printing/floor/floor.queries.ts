import { type FloorColumn, type FloorOrder, mostOnFloor } from '@our-print/contract/printing/floor.ts'
import { orderChanged } from '@our-print/contract/printing/printJobStates.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { printSequence, soon } from '../../orders/promises/measure.queries.ts'
import { messageOf } from '../printJobs/printJobs.queries.ts'

type Row = FloorOrder & { printer: string | null }
type Printer = NonNullable<FloorColumn['printer']>

/** What is said of a printer that is asked no more, whatever it said last. */
const deactivated = { message: 'Deactivated' }

/** How many open orders are looked at, of each type and status: so many may lie printed on the shelves. */
const mostRead = 5_000

/**
 * Orders that are not fully printed, by printer: those that no printer has first, then each printer's own. First what is
 * late or soon late by its promised time, then the oldest.
 */
export async function read(db: Db): Promise<{ columns: FloorColumn[]; has_more: boolean }> {
  const [printers, rows] = await Promise.all([
    db<Printer[]>`
      select id, name, case when is_active then status ->> 'state' else 'stopped' end as state,
        case when is_active then coalesce(status ->> 'message', '') else ${deactivated.message} end as message
      from printers where is_active or id in (select printer_id from print_jobs where finished_at is null)
      order by name, id`,
    db<Row[]>`${ordersToPrint(db)}`,
  ])
  const waiting = rows.filter(({ open_jobs, is_printed }) => open_jobs === 0 && !is_printed)
  const [printing, unsent] = [new Map<string, FloorOrder[]>(), [] as FloorOrder[]]
  for (const { printer, ...order } of rows) {
    const isUnsent = order.open_jobs === 0 && !order.is_printed
    if (isUnsent || !printers.some(({ id }) => id === printer) || printer === null) unsent.push(order)
    else printing.set(printer, [...(printing.get(printer) ?? []), order])
  }
  return {
    columns: [
      { printer: null, orders: withoutMore(unsent, waiting.length) },
      ...printers.map((printer) => ({ printer, orders: printing.get(printer.id) ?? [] })),
    ],
    has_more: waiting.length > mostOnFloor.waiting || (await hasUnread(db)),
  }
}

/** Whether there are open orders that were not looked at: then some of them may wait, too. */
async function hasUnread(db: Db): Promise<boolean> {
  const [row] = await db<[{ unread: boolean }]>`
    select exists (
      select from (values ('print'), ('subscription')) t (type), (values ('confirmed'), ('assigned')) s (status)
      cross join lateral (
        select from orders where order_type = t.type and status = s.status order by created_at, id
        offset ${mostRead} limit 1) unread) as unread`
  return row.unread
}

/** One more than is shown was read, to know whether there are more. */
const withoutMore = (orders: FloorOrder[], waiting: number) =>
  waiting > mostOnFloor.waiting ? orders.slice(0, mostOnFloor.waiting) : orders

const types = ['print', 'subscription'] as const
const statuses = ['confirmed', 'assigned'] as const

/**
 * Each branch reads one index from its oldest entry on. Written out for literal values, because an array of statuses
 * would sort all open orders.
 */
const waitingOf = (db: Db, type: (typeof types)[number], status: (typeof statuses)[number]) => db`
  (select id from (
    select o.id, o.created_at, o from orders o
    where order_type = ${type} and status = ${status}
    order by created_at, id limit ${mostRead}) o
  where not is_fully_printed(o.o)
    and not exists (select from print_jobs j where j.order_id = o.id and j.finished_at is null)
  order by created_at, id limit ${mostOnFloor.waiting + 1})`

/** Those that are promised within the hour may be younger than all that are read by age. */
const waitingAndDue = (db: Db) => db`
  (select id from (
    select o.id, o.promised_at, o from orders o
    where promised_at < ${soon(db)} and status in ('confirmed', 'assigned', 'out-for-delivery')
    order by promised_at limit ${mostRead}) o
  where (o.o).status <> 'out-for-delivery' and not is_fully_printed(o.o)
    and not exists (select from print_jobs j where j.order_id = o.id and j.finished_at is null)
  order by promised_at limit ${mostOnFloor.waiting + 1})`

function ordersToPrint(db: Db): Fragment {
  const branches = types.flatMap((type) => statuses.map((status) => waitingOf(db, type, status)))
  const [first, ...others] = branches as [Fragment, ...Fragment[]]
  const waiting = others.reduce((all, one) => db`${all} union all ${one}`, first)
  return db`
    with shown as materialized (
      (select order_id as id from print_jobs where finished_at is null
        group by order_id order by min(number) limit ${mostOnFloor.printing})
      union
      (select id from (${waiting} union all ${waitingAndDue(db)}) w)
      union
      (select p.id from orders p join print_jobs j on j.order_id = p.id
        where j.finished_at > now() - interval '2 hours' and j.state = 'done'
          and p.status in ('confirmed', 'assigned') and p.shelf_place is null
        group by p.id order by max(j.finished_at) desc limit ${mostOnFloor.printed})
    )
    select o.id, o.number, o.title, o.status, o.created_at, o.promised_at, o.pickup, o.is_ready, o.pdf_page_count, o.copies, o.color, o.color_pages,
      o.sides, o.paper_size, o.binding, o.layout, o.blank_sides, o.notes, o.shelf_place, order_impressions(o) as impressions,
      good_impressions(o) as impressions_printed, is_fully_printed(o) as is_printed, j.printer_id as printer,
      open.jobs as open_jobs, open.waiting as waiting_jobs,
      case when j.id is not null then json_build_object('id', j.id, 'number', j.number, 'state', j.state,
        'document', coalesce((select name from order_files where id = j.file_id), 'All files'), 'message', ${messageOf(db)}, 'impressions', (j.impressions - j.first_impression + 1) * j.copies,
        'impressions_done', j.impressions_done, 'version', j.version) end as job
    from shown join orders o using (id)
    cross join lateral (
      select count(*)::int as jobs,
        coalesce(array_agg(id order by id) filter (where state in ('queued', 'held')), '{}') as waiting
      from print_jobs where order_id = o.id and finished_at is null) open
    left join lateral (
      select * from print_jobs where order_id = o.id and not ${orderChanged} = any(reasons)
      -- The one that needs help, the one that prints, the next one; of finished ones the last.
      order by finished_at is not null, state = 'stopped' desc, state in ('printing', 'sending') desc,
        case when finished_at is null then number else -number end
      limit 1) j on true
    order by is_printed, ${printSequence(db)}`
}
