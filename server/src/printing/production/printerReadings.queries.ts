import type { Ordering } from '@our-print/contract/paging.ts'
import type { PrinterReading } from '@our-print/contract/printing/printerReadings.ts'
import type { DayRange } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { invalid, notFound, Problem } from '../../base/http/problem.ts'

type Filter = DayRange & { printer?: string; query?: string; ordering?: Ordering }

const columns = (db: Db) => db`
  r.id, r.printer_id as printer, p.name as printer_name, r.at, r.day, r.impressions, r.since_printer, r.since_jobs, r.gap,
  r.explanation, r.replaces, s.full_name as by`

const joined = (db: Db) => db`
  compared_readings r join printers p on p.id = r.printer_id left join staff_users s on s.id = r.by`

const where = (db: Db, { printer, query, from_date, to_date }: Filter) => db`where true
  ${printer ? db`and r.printer_id = ${printer}` : db``}
  ${from_date ? db`and r.day >= ${from_date}` : db``} ${to_date ? db`and r.day <= ${to_date}` : db``}
  ${query ? db`and ${contains(db, db`search_text(p.name || E'\n' || r.explanation)`, query)}` : db``}`

export const { select, list } = defineList<Filter, PrinterReading>((db, filter) => ({
  select: db`select ${columns(db)} from ${joined(db)}`,
  from: db`current_readings r join printers p on p.id = r.printer_id`,
  where: where(db, filter),
  id: db`r.id`,
  sequence: filter.ordering
    ? sequenceOf(filter.ordering, {}, db`r.id`, '-id')
    : { by: [db`r.at`, db`r.id`], descending: true },
}))

/** A reading that counts; one that was corrected is found no more. */
export async function get(db: Db, id: string): Promise<PrinterReading> {
  const [reading] = await db<PrinterReading[]>`select ${columns(db)} from ${joined(db)} where r.id = ${id}`
  if (!reading) throw notFound('Reading')
  return reading
}

type NewReading = { printer: string; impressions: number; is_confirmed: boolean }

/** Enters what a counter says now. What looks mistyped is refused until it is confirmed. */
export async function create(
  db: Db,
  { printer, impressions, is_confirmed }: NewReading,
  by: string,
): Promise<PrinterReading> {
  const [known] = await db`select 1 from printers where id = ${printer}`
  if (!known) throw invalid('printer', 'There is no such printer')
  const [now] = await db<[Pick<CounterState, 'at' | 'jobs'>]>`
    select clock_timestamp() as at, counted_impressions(${printer}) as jobs`
  const reading = { ...now, impressions }
  if (!is_confirmed) checkPlausible(reading, await findNeighbours(db, printer, now.at))
  return insert(db, { ...reading, printer, by })
}

/** Replaces a reading by another one of the same moment, which keeps what jobs had printed then. */
export async function correct(
  db: Db,
  id: string,
  { impressions, is_confirmed }: Omit<NewReading, 'printer'>,
  by: string,
): Promise<PrinterReading> {
  // Of two corrections at once the second one waits here, and then finds nothing to correct.
  await db`select 1 from printer_readings where id = ${id} for update`
  const [was] = await db<(CounterState & { printer: string })[]>`
    select printer_id as printer, at, jobs, impressions from current_readings where id = ${id}`
  if (!was) throw notFound('Reading')
  const reading = { ...was, impressions }
  if (!is_confirmed) checkPlausible(reading, await findNeighbours(db, was.printer, was.at, id))
  return insert(db, { ...reading, by, replaces: id })
}

async function findNeighbours(db: Db, printer: string, at: string, except?: string): Promise<Neighbours> {
  const others = db`
    select impressions, jobs, at from current_readings
    where printer_id = ${printer} ${except ? db`and id <> ${except}` : db``}`
  const [before] = await db<CounterState[]>`${others} and at <= ${at} order by at desc, id desc limit 1`
  const [after] = await db<CounterState[]>`${others} and at > ${at} order by at, id limit 1`
  return { before, after }
}

type Row = CounterState & { printer: string; by: string; replaces?: string }

async function insert(
  db: Db,
  { printer, impressions, jobs, at, by, replaces }: Row,
): Promise<PrinterReading> {
  const [row] = await db<[{ id: string }]>`
    insert into printer_readings (printer_id, at, day, impressions, jobs, by, replaces)
    values (${printer}, ${at}, shop_day(${at}), ${impressions}, ${jobs}, ${by}, ${replaces ?? null}) returning id`
  return get(db, row.id)
}

/** Explains a reading and those of its printer before it that have no explanation. */
export async function explain(db: Db, id: string, explanation: string): Promise<PrinterReading> {
  const { printer, at } = await get(db, id)
  await db`
    update printer_readings set explanation = ${explanation}
    where id = ${id} or (printer_id = ${printer} and (at, id) < (${at}, ${id}) and explanation = '')`
  return get(db, id)
}

/**
 * Reads the counters once a day: what each printer said in the last minutes, when nothing was being printed. A busy one is
 * read later, or on another day, which loses nothing: a reading is compared with the one before.
 */
export const readCounters = (db: Db) => db`
  insert into printer_readings (printer_id, at, day, impressions, jobs)
  select p.id, now(), shop_day(now()), (p.status->>'impressions_completed')::bigint, counted_impressions(p.id)
  from printers p
  where p.is_active and p.status->>'state' = 'idle' and p.status->>'impressions_completed' is not null
    and p.seen_at > now() - interval '10 minutes'
    and not exists (select from printer_readings r where r.printer_id = p.id and r.by is null
      and r.day = (select shop_day(now())))
    and not exists (select from print_jobs j where j.printer_id = p.id and j.finished_at is null
      and j.state not in ('queued', 'held'))
    and not exists (select from print_jobs j where j.printer_id = p.id and j.finished_at > p.seen_at)
  on conflict do nothing`

/** What a counter said at a moment, and what print jobs had printed until then. */
type CounterState = { impressions: number; jobs: number; at: string }

/** The readings right before and after a new one, or after the one that it corrects. */
type Neighbours = { before: CounterState | undefined; after: CounterState | undefined }

/** More sides a day than that, beside the jobs, are asked about: a digit too many is more likely. */
const mostBesideJobs = 10_000
const day = 86_400_000

const number = new Intl.NumberFormat('en-IN')
const sides = (count: number) => (count === 1 ? '1 side' : `${number.format(count)} sides`)

/** Asks about a reading that looks mistyped. The caller sends it again with `is_confirmed` if it is right. */
function checkPlausible(reading: CounterState, { before, after }: Neighbours): void {
  const doubt = (before && doubtAfter(before, reading)) ?? (after && doubtBefore(reading, after))
  if (!doubt) return
  const message = `${doubt} Check the number; if it is right, confirm it.`
  throw new Problem(422, 'implausible', message, { fields: [{ message, context: { key: 'impressions' } }] })
}

function doubtAfter(before: CounterState, now: CounterState): string | undefined {
  const last = `The reading before says ${number.format(before.impressions)}`
  if (now.impressions < before.impressions) {
    return `${last}, and a counter goes back only on a new machine.`
  }
  const days = Math.max(1, (Date.parse(now.at) - Date.parse(before.at)) / day)
  const counted = now.impressions - before.impressions
  const byJobs = now.jobs - before.jobs
  if (counted - byJobs <= mostBesideJobs * days) return undefined
  return `${last}: this is ${sides(counted)} more, and print jobs printed ${number.format(byJobs)} of them.`
}

function doubtBefore(now: CounterState, after: CounterState): string | undefined {
  if (now.impressions <= after.impressions) return undefined
  return `The reading after it says only ${number.format(after.impressions)}.`
}
