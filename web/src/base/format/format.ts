const rupeeFormat = /* @__PURE__ */ new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const countFormat = /* @__PURE__ */ new Intl.NumberFormat('en-IN')

/** ₹1,23,456.50 */
export const rupees = (amount: number) => rupeeFormat.format(amount)

const coinFormat = /* @__PURE__ */ new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** 1,250.50 */
export const coins = (amount: number) => coinFormat.format(amount)

/** 8,12,345: grouped as amounts are. */
export const count = (number: number) => countFormat.format(number)

/** 1 page, 2 pages */
export const plural = (number: number, one: string, many = `${one}s`) =>
  `${count(number)} ${number === 1 ? one : many}`

/** 'QR code', 'Staff user' */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The verb for so many: 'is' or 'are'. */
export const isAre = ({ length }: readonly unknown[]) => (length === 1 ? 'is' : 'are')

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

/** A time's day in the browser's time zone, YYYY-MM-DD. */
export const dayOf = (date: Date) =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

export const today = () => dayOf(new Date())

const ordinal = (day: number) => {
  const ending = day % 100 >= 11 && day % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}

/** Whether this is a real day, written YYYY-MM-DD. */
function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (!year || !month || !day) return false
  const date = new Date(Date.UTC(+year, +month - 1, +day))
  return date.getUTCMonth() === +month - 1 && date.getUTCDate() === +day
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

/** A time's day, '3rd Jan 2026'. */
export const formatDate = (time: string) => formatDay(dayOf(new Date(time)))

/** The day without the current year: '3rd Jan', and '3rd Jan 2025' in 2026. */
export const formatRecentDate = (time: string) => formatDate(time).replace(` ${new Date().getFullYear()}`, '')

// Made at its first use: it takes milliseconds, which the first view has not got.
let clock: Intl.DateTimeFormat | undefined

/** '4:05 pm' */
export const formatTime = (time: string) => {
  clock ??= new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit', hour12: true })
  return clock.format(new Date(time))
}

/** '3rd Jan 2026, 4:05 pm' */
export const formatDateTime = (time: string) => `${formatDate(time)}, ${formatTime(time)}`

/** How long ago: '12 min', '5 h', '3 days'. */
export function waitingTime(since: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h`
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
    /^(\d{1,2})(?:st|nd|rd|th)?[ ,-]*([a-z]{3,9})\.?[ ,-]*(\d{4})$/.exec(typed) ?? []
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

/** The day this number of days later; earlier if negative. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The number of days, both ends included. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

// Cities with a two-digit area code; elsewhere in India the number does not show its length.
const cities = /^\+91(11|20|22|33|40|44|79|80)([2-8]\d{3})(\d{4})$/

/** A phone number as people write it: +91 98200 12345, +91 22 2412 3456. Other countries' numbers stay as they are. */
export const phone = (number: string) =>
  number.replace(/^\+91([6-9]\d{4})(\d{5})$/, '+91 $1 $2').replace(cities, '+91 $1 $2 $3')

const invisible = /\p{Default_Ignorable_Code_Point}/gu

/**
 * The text in the form in which the server's searches compare it: Unicode case folding, one composition, no invisible
 * characters. For short lists that are searched in the browser.
 */
export const foldText = (text: string) =>
  text
    .normalize('NFKC')
    .replace(invisible, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('i\u0307', 'i')
    .normalize('NFKC')

/** Whether the text contains the words, compared as the server does. */
export const includesFolded = (text: string, words: string) => foldText(text).includes(foldText(words.trim()))
