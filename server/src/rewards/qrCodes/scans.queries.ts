import { type Scans, scanDevices, uncountedKinds } from '@our-print/contract/rewards/qrCodes.ts'
import { monthUntil } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { invalid, notFound } from '../../base/http/problem.ts'
import type { ScanKind } from './scanKind.ts'

export type Scan = { code: number; kind: ScanKind }

/** A scanned QR code; `is_usable` while it is active and not expired. */
export type ScannedCode = {
  company: string
  is_usable: boolean
  is_active: boolean
  redirection_url: string | null
  image_id: string | null
}

/**
 * Looks up QR codes and inserts a row for each scan of an open one, in one statement: when it returns, the scans are
 * durable and counted. The results are in the sequence of the scans; undefined means an unknown code.
 */
export async function record(db: Db, scans: Scan[]): Promise<(ScannedCode | undefined)[]> {
  const rows = await db<(ScannedCode & { place: number })[]>`
    with today as materialized (select shop_day(now()) as day),
    found as materialized (
      select s.place, s.kind, q.id, q.company, q.is_active, q.redirection_url, q.image_id,
        q.is_active and q.validity >= (select day from today) as is_usable
      from unnest(${scans.map(({ code }) => code)}::bigint[], ${scans.map(({ kind }) => kind)}::text[])
        with ordinality as s (code, kind, place)
      join live_qr_codes q on q.code = s.code
    ), written as (
      insert into scans (qr_code_id, at, kind) select id, now(), kind from found where is_usable
    )
    select place, company, is_usable, is_active, redirection_url, image_id from found`
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return scans.map((_, index) => byPlace.get(index + 1))
}

type Range = { from_date?: string; to_date?: string }
type RangeCounts = { from_date: string; to_date: string; days: number; counts: Count[] | null }
type Count = { day: string; kind: ScanKind; scans: number }

const maxDays = 400

/** Scans of one QR code by day and kind. */
export async function getOfCode(db: Db, id: string, range: Range): Promise<Scans> {
  const [code] = await db`select 1 from live_qr_codes where id = ${id}`
  if (!code) throw notFound('QR code')
  return countByDay(
    range,
    db`
    select f.starts as day, f.kind, f.scans from scan_figures f, range r
    where f.qr_code_id = ${id} and f.period = 'day' and f.starts between r.from_date and r.to_date`,
    db,
  )
}

/** Scans of all QR codes by day and kind, including deleted ones. */
export const getOfAll = (db: Db, range: Range): Promise<Scans> =>
  countByDay(
    range,
    db`
    select f.starts as day, f.kind, f.scans from scan_figures f, range r
    where f.period = 'all' and f.starts between r.from_date and r.to_date`,
    db,
  )

async function countByDay(wanted: Range, counts: ReturnType<Db>, db: Db): Promise<Scans> {
  const { from_date = null, to_date = null } = wanted
  const [found] = await db<[RangeCounts]>`
    with chosen as (
      select coalesce(${to_date}::date, shop_day(now())) as to_date
    ), range as materialized (
      select coalesce(${from_date}::date, ${monthUntil(db, db`to_date`)}) as from_date, to_date from chosen
    ), counts as (${counts})
    select from_date, to_date, to_date - from_date + 1 as days, (
      select json_agg(s) from (select day, kind, sum(scans) as scans from counts group by 1, 2) s) as counts
    from range`
  if (found.days < 1) throw invalid(wanted.to_date ? 'to_date' : 'from_date', 'The end is before the start')
  if (found.days > maxDays) throw invalid('from_date', `At most ${maxDays} days at once`)
  return present(found)
}

/** Has a row for every day of the range, including days without scans. */
function present({ from_date, to_date, days, counts }: RangeCounts): Scans {
  const all = counts ?? []
  const sum = (kind: ScanKind, day?: string) =>
    all
      .filter((count) => count.kind === kind && (day === undefined || count.day === day))
      .reduce((total, { scans }) => total + scans, 0)
  const byDevice = (day?: string) => {
    const [mobile = 0, tablet = 0, desktop = 0, other = 0] = scanDevices.map((kind) => sum(kind, day))
    return { mobile, tablet, desktop, other, total: mobile + tablet + desktop + other }
  }
  const [bot = 0, prefetch = 0, head = 0] = uncountedKinds.map((kind) => sum(kind))
  const devices = byDevice()
  return {
    from_date,
    to_date,
    total: devices.total,
    devices,
    per_day: Array.from({ length: days }, (_, index) => {
      const day = new Date(Date.parse(from_date) + index * 86_400_000).toISOString().slice(0, 10)
      return { day, ...byDevice(day) }
    }),
    not_counted: { bot, prefetch, head },
  }
}
