import { currency, currencyFormat, setCurrency } from '@our-print/contract/money/currency.ts'
import { language, locale } from './locale.ts'
import { clockAt, dayOf, lengthOf, today } from './shopTime.ts'

export { amountSign } from '@our-print/contract/money/currency.ts'
export { foldText, includesFolded, searchText } from './folding.ts'
export { addDays, dayOf, daysBetween, today } from './shopTime.ts'

// The shop's, which index.html carries from the server.
setCurrency(globalThis.document?.documentElement.dataset['currency'])

const countFormat = /* @__PURE__ */ new Intl.NumberFormat(locale)

// Made when they are first needed: it takes milliseconds, which the first view has not got.
const made: Record<string, Intl.NumberFormat> = {}

/** ₹1,23,456.50, or an amount in the other currency of the shop. */
export const rupees = (amount: number) => (made[currency()] ??= currencyFormat(locale)).format(amount)

const coinFormat = /* @__PURE__ */ new Intl.NumberFormat(locale, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** 1,250.50 */
export const coins = (amount: number) => coinFormat.format(amount)

/** 8,12,345: grouped as amounts are. */
export const count = (number: number) => countFormat.format(number)

let forms: Intl.PluralRules | undefined

/** The form of a word for so many: 'is' or 'are'. */
export function oneOrMany(number: number, one: string, many: string) {
  forms ??= new Intl.PluralRules(locale)
  return forms.select(number) === 'one' ? one : many
}

/** 1 page, 2 pages */
export const plural = (number: number, one: string, many = `${one}s`) =>
  `${count(number)} ${oneOrMany(number, one, many)}`

/** 'a, b and c', or 'a, b or c' */
export const listed = (items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat(locale, { type }).format(items)

/** Marks a word in small letters as read by people: the catalogues find all other texts by their looks. */
export const asText = (word: string) => word

export const yesNo = (is: boolean) => asText(is ? 'yes' : 'no')
export const activity = ({ is_active }: { is_active: boolean }) => asText(is_active ? 'active' : 'inactive')
export const onOff = (is: boolean) => asText(is ? 'on' : 'off')

/** 'QR code', 'Staff user' */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The verb for so many: 'is' or 'are'. */
export const isAre = ({ length }: readonly unknown[]) => oneOrMany(length, 'is', 'are')

const units = ['B', 'KB', 'MB', 'GB']

/** 1.4 MB */
export function fileSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  const size = bytes / 1024 ** step
  return `${step === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[step]}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export const firstDay = '1900-01-01'
export const lastDay = '2100-01-01'

const two = (number: number) => String(number).padStart(2, '0')

/** '3rd', and '3' in languages that count days so. */
const ordinal = (day: number) => {
  if (language !== 'en') return day
  const ending = day % 100 >= 11 && day % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}

/** Whether this is a real day, written YYYY-MM-DD. */
function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (!year || !month || !day || +month < 1 || +month > 12) return false
  return +day >= 1 && +day <= lengthOf(+year, +month)
}

/** 2026-01-03 as '3rd Jan 2026'. Text that is no day is returned as it is. */
export function formatDay(day: string): string {
  if (!isDay(day)) return day
  const [year, month, date] = day.split('-').map(Number)
  return `${ordinal(date ?? 0)} ${months[(month ?? 1) - 1]} ${year}`
}

/** '3 Jan': where the year is known and space is short. */
export const formatShortDay = (day: string) => {
  const [, month, date] = day.split('-').map(Number)
  return isDay(day) ? `${date} ${months[(month ?? 1) - 1]}` : day
}

/** 2026-01 as 'Jan 2026'. */
export const formatMonth = (month: string) => {
  const [year, number] = month.split('-').map(Number)
  return `${months[(number ?? 1) - 1]} ${year}`
}

/** A time's day, '3rd Jan 2026'. */
export const formatDate = (time: string) => formatDay(dayOf(time))

/** The day without the current year: '3rd Jan', and '3rd Jan 2025' in 2026. */
export const formatRecentDate = (time: string) => formatDate(time).replace(` ${today().slice(0, 4)}`, '')

/** '4 pm', '4:05 pm': an hour of the day, from 0. */
export const formatHour = (hour: number, minute?: number) =>
  `${hour % 12 || 12}${minute === undefined ? '' : `:${two(minute)}`} ${hour < 12 ? 'am' : 'pm'}`

/** '4:05 pm' */
export function formatTime(time: string | number): string {
  const { hour, minute } = clockAt(time)
  return formatHour(hour, minute)
}

/** '4:05 pm' for a time of today, else the day without the current year. */
export const formatRecent = (time: string) =>
  dayOf(time) === today() ? formatTime(time) : formatRecentDate(time)

/** A time to come: '4:05 pm' today, '3 Jan, 4:05 pm' on another day. */
export const formatSoon = (time: string) =>
  dayOf(time) === today() ? formatTime(time) : `${formatShortDay(dayOf(time))}, ${formatTime(time)}`

/** '3rd Jan 2026, 4:05 pm' */
export const formatDateTime = (time: string) => `${formatDate(time)}, ${formatTime(time)}`

export const justNow = 'just now'

/** How long ago: '12 min', '5 h', '3 days'. */
export function waitingTime(since: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  if (minutes < 1) return justNow
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return asText(`${hours} h`)
  return `${Math.floor(hours / 24)} days`
}

/** Typed text as YYYY-MM-DD: 3rd Jan 2026, 3 january 2026, 3/1/2026, 2026-01-03. Null if it is no date. */
export function parseDay(text: string): string | null {
  const typed = text.trim().toLowerCase()
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed) ?? []
  if (year) return dayFrom(year, Number(month), day)
  const [, first, second, third] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(typed) ?? []
  if (first) return dayFrom(third, Number(second), first)
  const [, date, name, inYear] =
    /^(\d{1,2})(?:st|nd|rd|th)?[ ,-]*([\p{L}\p{M}]{2,9})\.?[ ,-]*(\d{4})$/u.exec(typed) ?? []
  if (!date || !name) return null
  return dayFrom(inYear, months.findIndex((short) => name.startsWith(short.toLowerCase())) + 1, date)
}

function dayFrom(year: string | undefined, month: number, day: string | undefined): string | null {
  const text = `${year}-${two(month)}-${two(Number(day))}`
  return isDay(text) ? text : null
}

/** The specification's error message for a day, or undefined. */
export function dayError(day: string | null | undefined, min = firstDay, max = lastDay): string | undefined {
  if (!day) return undefined
  if (!isDay(day)) return 'Invalid Date Format'
  if (day < min) return 'Date should not be before minimal date'
  if (day > max) return 'Date should not be after maximal date'
  return undefined
}

/** The day if it is valid, else undefined: for filters in the address. */
export const validDay = (day: string | null | undefined, min?: string, max?: string) =>
  day && !dayError(day, min, max) ? day : undefined

// Cities with a two-digit area code; elsewhere in India the number does not show its length.
const cities = /^\+91(11|20|22|33|40|44|79|80)([2-8]\d{3})(\d{4})$/

/** A phone number as people write it: +91 98200 12345, +91 22 2412 3456. Other countries' numbers stay as they are. */
export const phone = (number: string) =>
  number.replace(/^\+91([6-9]\d{4})(\d{5})$/, '+91 $1 $2').replace(cities, '+91 $1 $2 $3')
