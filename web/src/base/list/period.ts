import { addDays, daysBetween, formatDay, today, validDay } from '../format/format.ts'
import { useAddressQuery } from './useAddressQuery.ts'

export type Range = { from_date: string; to_date: string }
export type PeriodName = keyof typeof presets | 'custom'

const usual = '30d'

/** Periods relative to today: a bookmark of the last 7 days stays the last 7 days. */
const presets = {
  today: { label: 'Today', range: (day) => ({ from_date: day, to_date: day }) },
  '7d': { label: 'Last 7 days', range: (day) => ({ from_date: addDays(day, -6), to_date: day }) },
  '30d': { label: 'Last 30 days', range: (day) => ({ from_date: addDays(day, -29), to_date: day }) },
  this_month: { label: 'This month', range: (day) => ({ from_date: firstOfMonth(day), to_date: day }) },
  last_month: {
    label: 'Last month',
    range: (day) => {
      const to_date = addDays(firstOfMonth(day), -1)
      return { from_date: firstOfMonth(to_date), to_date }
    },
  },
} as const satisfies Record<string, { label: string; range: (today: string) => Range }>

export const periodOptions: readonly { value: PeriodName; label: string }[] = [
  ...Object.entries(presets).map(([value, { label }]) => ({ value: value as PeriodName, label })),
  { value: 'custom', label: 'Custom range' },
]

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`

/** The period of the same length just before this one. */
export const periodBefore = ({ from_date, to_date }: Range): Range => ({
  from_date: addDays(from_date, -daysBetween(from_date, to_date)),
  to_date: addDays(from_date, -1),
})

const presetOf = (name: string | null) =>
  (Object.keys(presets) as (keyof typeof presets)[]).find((one) => one === name)

/** The chosen period, from the query parameters of an address. */
export function readPeriod(search: URLSearchParams) {
  const typed = { from_date: search.get('from_date'), to_date: search.get('to_date') }
  const custom = search.get('period') === 'custom' || typed.from_date !== null || typed.to_date !== null
  const name: PeriodName = custom ? 'custom' : (presetOf(search.get('period')) ?? usual)
  const range = name === 'custom' ? customRange(typed) : presets[name].range(today())
  return { name, range, typed }
}

/** The chosen period, kept in the address: a preset by its name, a custom range by its days. */
export function usePeriod() {
  const [search, write] = useAddressQuery()
  const shown = readPeriod(search)
  const { range } = shown

  return {
    ...shown,
    choose: (chosen: PeriodName) =>
      chosen === 'custom'
        ? write({ period: 'custom', ...range })
        : write({ period: chosen === usual ? null : chosen, from_date: null, to_date: null }),
    setDay: (which: keyof Range, day: string | null) => write({ period: 'custom', [which]: day }),
  }
}

/** Replaces missing or invalid days: to today, from 29 days before the end. */
function customRange(typed: { from_date: string | null; to_date: string | null }): Range {
  const from = validDay(typed.from_date)
  const latest = from && from > today() ? from : today()
  const to_date = validDay(typed.to_date, from) ?? latest
  return { from_date: from ?? addDays(to_date, -29), to_date }
}

/** '3rd Oct to 1st Nov 2026': the year once, if both days have it. */
export function formatRange({ from_date, to_date }: Range): string {
  const [from, to] = [formatDay(from_date), formatDay(to_date)]
  if (from_date === to_date) return from
  return `${from_date.slice(0, 4) === to_date.slice(0, 4) ? from.slice(0, -5) : from} to ${to}`
}
