import { longestRange } from '@our-print/contract/printing/production.ts'
import { type DayRange, monthUntil } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { invalid } from '../../base/http/problem.ts'

/**
 * `range` for a `with`: the days that were asked for. Without an end it goes on until today, without both it is the last
 * 30 days including today; never longer than two years.
 */
export function rangeOf(db: Db, { from_date, to_date }: DayRange) {
  if (from_date && to_date) {
    const days = (Date.parse(to_date) - Date.parse(from_date)) / 86_400_000 + 1
    if (days < 1) throw invalid('to_date', 'The end is before the start')
    if (days > longestRange) throw invalid('from_date', 'At most two years at once')
  }
  const [from, to] = [from_date ?? null, to_date ?? null]
  return db`
    range as materialized (
      select coalesce(${from}::date, ${monthUntil(db, db`coalesce(${to}::date, day)`)}) as from_date,
        coalesce(${to}::date, least(day, ${from}::date + ${longestRange - 1}::int), day) as to_date, day as today
      from (select shop_day(now()) as day) t)`
}
