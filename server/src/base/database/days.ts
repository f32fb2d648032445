import { invalid } from '../http/problem.ts'
import type { Db, Fragment } from './db.ts'

// Days are those of the shop's time zone (TIME_ZONE); shop_day and day_start are functions of the database.

export type DayRange = { from_date?: string | undefined; to_date?: string | undefined }

/** `and …` for rows whose time lies in a range of days, both included. A subquery is computed once, not for each row. */
export const withinDays = (db: Db, time: Fragment, { from_date, to_date }: DayRange) => db`
  ${from_date ? db`and ${time} >= (select day_start(${from_date}))` : db``}
  ${to_date ? db`and ${time} < (select day_start(${to_date}::date + 1))` : db``}`

/** The first of the 30 days that end with `last`; before 1900-01-01 there are no days. */
export const monthUntil = (db: Db, last: Fragment) => db`greatest(${last} - 29, '1900-01-01'::date)`

/** Today, computed once a statement, not for each row. */
export const today = (db: Db) => db`(select shop_day(now()))`

/** Refuses a day before today on its field. */
export async function refusePast(db: Db, day: string, field: string): Promise<void> {
  const [{ is_past }] = await db<[{ is_past: boolean }]>`select ${day}::date < shop_day(now()) as is_past`
  if (is_past) throw invalid(field, 'Choose today or a later day')
}

/** A time inside JSON, in the format of all responses: the driver's type parsers do not apply there. */
export const timeInJson = (db: Db, time: Fragment) => db`
  to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const wordFormat = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** 16 Sep 2026. Built from parts in en-US, because en-GB writes 'Sept', unlike the rest of the product. */
export function formatDay(day: string): string {
  const parts = wordFormat.formatToParts(new Date(day))
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value
  return `${part('day')} ${part('month')} ${part('year')}`
}
