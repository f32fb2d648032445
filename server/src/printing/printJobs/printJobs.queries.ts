import type { Ordering } from '@our-print/contract/paging.ts'
import type { OrderPrinting } from '@our-print/contract/printing/orderPrinting.ts'
import { finalPrintJobStates, type PrintJobState } from '@our-print/contract/printing/printJobStates.ts'
import type { PrintJob, printJobOrderings } from '@our-print/contract/printing/printJobs.ts'
import { type DayRange, timeInJson, withinDays } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { countOf, defineList, sequenceOf } from '../../base/database/pages.ts'
import { notFound } from '../../base/http/problem.ts'
import { printerOff } from './jobSentences.ts'

type Filter = DayRange & {
  query?: string | undefined
  order?: string | undefined
  printer?: string | undefined
  state?: PrintJobState | undefined
  open?: boolean | undefined
  ordering?: Ordering<(typeof printJobOrderings)[number]> | undefined
}

/** What is said of a job `j`: also why it waits, where its printer has not been asked. */
export const messageOf = (db: Db) => db`
  coalesce(j.message, case when j.state = 'queued' and not (select is_active from printers where id = j.printer_id)
    then ${printerOff.message} end)`

const columns = (db: Db) => db`
  j.id, j.number, j.order_id as "order",
  json_build_object('id', o.id, 'number', o.number, 'title', o.title, 'status', o.status,
    'promised_at', ${timeInJson(db, db`o.promised_at`)}) as order_data,
  j.file_id as file, coalesce(f.name, 'All files') as document, j.printer_id as printer,
  case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as printer_data,
  j.state, j.reasons, ${messageOf(db)} as message, j.cancel_asked_at is not null and j.finished_at is null as is_cancelling,
  j.copies, j.duplex, j.color, j.paper_size, j.cover, j.impressions, j.color_impressions, j.first_impression,
  j.copies * (j.impressions - j.first_impression + 1) as impressions_total, j.impressions_done, job_sheets(j) as sheets_done,
  j.impressions_wasted, j.reprint_of, j.reprint_reason, j.is_automatic, j.priority, j.created_by, s.full_name as created_by_name, j.created_at,
  j.sent_at, j.finished_at, j.version`

const joined = (db: Db) => db`
  print_jobs j join orders o on o.id = j.order_id join staff_users s on s.id = j.created_by
  left join order_files f on f.id = j.file_id left join printers p on p.id = j.printer_id`

/** The words of a search name an order or a job by its number. */
const isNumber = (query: string) => /^\d{1,9}$/.test(query)

const named = (db: Db, query: string) =>
  isNumber(query)
    ? db`and (j.number = ${query} or j.order_id = (select id from orders where number = ${query}))`
    : db`and false`

const where = (db: Db, { query, order, printer, state, open, ...days }: Filter) => db`where true
  ${order ? db`and j.order_id = ${order}` : db``} ${printer ? db`and j.printer_id = ${printer}` : db``}
  ${state ? db`and j.state = ${state}` : db``}
  ${open === undefined ? db`` : open ? db`and j.finished_at is null` : db`and j.finished_at is not null`}
  ${withinDays(db, db`j.created_at`, days)}
  ${query ? named(db, query) : db``}`

/** By counters; where these do not say, by an index. */
function countJobs(db: Db, filter: Filter) {
  const { query, order, printer, state, open, from_date, to_date } = filter
  if (query || order || from_date || to_date) return countOf(db, db`print_jobs j ${where(db, filter)}`)
  return db`
    select coalesce(sum(jobs), 0)::int as count from print_job_figures
    where true ${printer ? db`and printer_id = ${printer}` : db``} ${state ? db`and state = ${state}` : db``}
      ${open === undefined ? db`` : db`and (state in ${db([...finalPrintJobStates])}) <> ${open}`}`
}

export const { select, list } = defineList<Filter, PrintJob>((db, filter) => ({
  select: db`select ${columns(db)} from ${joined(db)}`,
  from: db`print_jobs j`,
  where: where(db, filter),
  counted: countJobs(db, filter),
  id: db`j.id`,
  sequence: sequenceOf(
    filter.ordering,
    { number: db`j.number`, created_at: db`j.created_at` },
    db`j.id`,
    '-created_at',
  ),
}))

export async function get(db: Db, id: string): Promise<PrintJob> {
  const [job] = await db<PrintJob[]>`select ${columns(db)} from ${joined(db)} where j.id = ${id}`
  if (!job) throw notFound('Print job')
  return job
}

/** Some jobs, in the sequence in which they were made. */
export const getAll = (db: Db, ids: string[]) => db<PrintJob[]>`
  select ${columns(db)} from ${joined(db)} where j.id = any(${ids}::uuid[]) order by j.id`

/** The ids and names of jobs, and of orders of which none was made. */
export const selectNamesOf = (db: Db, { jobs, orders }: { jobs: string[]; orders: string[] }) => db`
  select j.id, o.number || ', ' || coalesce(f.name, 'All files') as name
  from print_jobs j join orders o on o.id = j.order_id left join order_files f on f.id = j.file_id
  where j.id = any(${jobs}::uuid[])
  union all select id, number::text from orders where id = any(${orders}::uuid[])`

/** What is printed of some orders; those that do not exist are missing. */
export const findPrinting = (db: Db, orders: string[]) => db<OrderPrinting[]>`
  select o.id as "order", order_impressions(o) as impressions, good_impressions(o) as impressions_good,
    coalesce(sum(j.impressions_wasted), 0)::bigint as impressions_wasted,
    coalesce(sum(j.copies * (j.impressions - j.first_impression + 1) - j.impressions_done)
      filter (where j.finished_at is null), 0)::bigint as impressions_open
  from orders o left join print_jobs j on j.order_id = o.id
  where o.id = any(${orders}::uuid[]) group by o.id`

export async function getPrinting(db: Db, order: string): Promise<OrderPrinting> {
  const [printing] = await findPrinting(db, [order])
  if (!printing) throw notFound('Order')
  return printing
}
