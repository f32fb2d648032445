import type { InvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import type { InvoiceKind } from '@our-print/contract/money/invoices.ts'
import type { Db } from '../../base/database/db.ts'
import { conflict } from '../../base/http/problem.ts'

/** By rule 46 of the Indian GST. */
const mostCharacters = 16

export type InvoiceNumber = { prefix: string; year: number; sequence: number; number: string; day: string }

/** Which series of the settings numbers each kind. */
const seriesOf = {
  invoice: 'invoice',
  credit_note: 'credit_note',
  self_billed: 'self_billed',
  self_billed_credit: 'self_billed',
} as const satisfies Record<InvoiceKind, keyof InvoiceSettings['series']>

/**
 * The next number of a series, counted by what is printed before it: where years begin in another month, that is another label.
 * Its row stays locked until the transaction ends: others wait, and a rollback takes the number back. So it is asked for last.
 */
export async function next(db: Db, settings: InvoiceSettings, kind: InvoiceKind): Promise<InvoiceNumber> {
  const { series, year_starts } = settings
  const prefix = series[seriesOf[kind]]
  const [{ today }] = await db<[{ today: string }]>`select shop_day(clock_timestamp()) as today`
  const year = yearOf(today, year_starts)
  const label = yearLabel(year, year_starts)
  const [{ last, day }] = await db<[{ last: number; day: string }]>`
    insert into invoice_series as s (prefix, label, year, last, day) values (${prefix}, ${label}, ${year}, 1, ${today})
    on conflict (prefix, label) do update set last = s.last + 1, day = greatest(s.day, excluded.day)
    returning last, day`
  const number = `${prefix}/${label}/${last}`
  if (number.length > mostCharacters)
    throw conflict(
      `Number ${number} would be longer than 16 characters. Choose another prefix.`,
      'series_full',
    )
  return { prefix, year, sequence: last, number, day }
}

/** The calendar year in which the financial year of a day begins. */
export function yearOf(day: string, starts: number): number {
  const [year, month] = day.split('-').map(Number)
  return (year ?? 0) - ((month ?? 0) < starts ? 1 : 0)
}

/** 26-27; the year itself where it is the calendar's. */
export const yearLabel = (year: number, starts: number): string =>
  starts === 1 ? String(year) : `${twoDigits(year)}-${twoDigits(year + 1)}`

const twoDigits = (year: number) => String(year % 100).padStart(2, '0')
