import { parseDay } from '../../base/format/format.ts'
import { addDays, clockAt, isoTime, today, weekdayOf } from '../../base/format/shopTime.ts'
import { inEnglish } from './hindiTimes.ts'

// Times as people say them, by the shop's clock: 'in 2 hours', 'tomorrow 10', 'fri 5 pm', '25/11 14:30', 'कल शाम 5 बजे'.

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
/** A day without an hour means the end of it. */
const endOfDay = { hour: 18, minute: 0 }

const inSome =
  /^(?:in )?(an?|\d{1,4}(?:\.\d)?) ?(m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?: from now)?$/
const minutesOf = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 }

/** What was typed, in small letters, with single spaces and in English words. */
export function asTyped(text: string): string {
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ')
  // The English build leaves the Hindi words out.
  return import.meta.env.LANGUAGE === 'en' ? typed : inEnglish(typed)
}

/** What was typed as ISO text; null if it is no time. */
export function parseTime(text: string, now = Date.now()): string | null {
  const typed = asTyped(text)
  const [, number = '', unit] = inSome.exec(typed) ?? []
  if (unit) {
    const minutes = (Number.parseFloat(number) || 1) * minutesOf[unit.charAt(0) as keyof typeof minutesOf]
    return isoTime(Math.ceil(now / 60_000 + minutes) * 60_000)
  }
  // The hour is at the end, so that '3 jan 2027' keeps its year.
  for (const [day, hour] of splits(typed)) {
    const clock = hour === '' ? endOfDay : clockOf(hour)
    const chosen = clock && (day === '' ? nextDayFor(clock, now) : dayFrom(day, now))
    if (chosen && clock) return timeAt(chosen, clock.hour, clock.minute)
  }
  return null
}

/** A text cut between its day and its hour, at each place where that can be. */
export function splits(typed: string): [day: string, hour: string][] {
  const words = typed.split(' ')
  const cuts = words.map((_, at): [string, string] => [
    words.slice(0, at).join(' '),
    words.slice(at).join(' '),
  ])
  return typed === ''
    ? []
    : [[typed, ''], ...cuts].map(([day = '', hour = '']) => [day.replace(/[ ,]*(at|by)?$/, ''), hour])
}

type Clock = { hour: number; minute: number }

/** '10', '10:30', '5 pm', '17.15', 'noon'. Between 1 and 7 the afternoon is meant: nobody prints at night. */
export function clockOf(text: string): Clock | undefined {
  const typed = text.replace(/^(at|by) /, '')
  if (typed === 'noon') return { hour: 12, minute: 0 }
  const [, hours, minutes = '0', half] = /^(\d{1,2})(?:[:.](\d{2}))? ?(am|pm)?$/.exec(typed) ?? []
  if (hours === undefined || Number(minutes) > 59) return undefined
  const number = Number(hours)
  if (half) return number < 1 || number > 12 ? undefined : at((number % 12) + (half === 'pm' ? 12 : 0))
  return number > 23
    ? undefined
    : at(number >= 1 && number <= 7 && !hours.startsWith('0') ? number + 12 : number)

  function at(hour: number): Clock {
    return { hour, minute: Number(minutes) }
  }
}

/** Today, or tomorrow if that hour is over. */
export const nextDayFor = ({ hour, minute }: Clock, now: number) =>
  Date.parse(timeAt(today(), hour, minute)) > now ? today() : addDays(today(), 1)

/** The day that was typed; null if it is none. */
export function dayFrom(text: string, now: number): string | null {
  const day = clockAt(now).day
  if (text === 'today') return day
  if (/^(tomorrow|tmrw|tom)$/.test(text)) return addDays(day, 1)
  if (/^(overmorrow|day after tomorrow)$/.test(text)) return addDays(day, 2)
  const weekday =
    text.length < 3 ? -1 : weekdays.findIndex((name) => name.startsWith(text.replace(/^next /, '')))
  if (weekday >= 0) return addDays(day, ((weekday - weekdayOf(day) + 6) % 7) + 1)
  return parseDay(text) ?? laterDay(text, day)
}

/** A day without its year is the next one: '25 nov', '25/11'. */
function laterDay(text: string, day: string): string | null {
  const year = Number(day.slice(0, 4))
  const separator = /^\d+[-/.]\d+$/.test(text) ? '/' : ' '
  const days = [year, year + 1].map((one) => parseDay(`${text}${separator}${one}`))
  return days.find((one) => one !== null && one >= day) ?? null
}

/** What is promised most often, of what is still to come today: as it could be typed, and as its button says it. */
export function proposedTimes(now = Date.now()): readonly { typed: string; label: string }[] {
  const { hour } = clockAt(now)
  return [
    { typed: 'in 1 hour', label: 'In 1 hour' },
    { typed: 'in 2 hours', label: 'In 2 hours' },
    ...(hour < 17 ? [{ typed: 'today 6 pm', label: 'Today 6 pm' }] : []),
    { typed: 'tomorrow 10 am', label: 'Tomorrow 10 am' },
    { typed: 'tomorrow 6 pm', label: 'Tomorrow 6 pm' },
  ]
}

/** When the shop's clock shows this, as ISO text; where a clock change skips it, just after. */
export function timeAt(day: string, hour: number, minute: number): string {
  const wanted = Date.parse(`${day}T00:00:00Z`) + (hour * 60 + minute) * 60_000
  let time = wanted
  // The second time for a clock change in between.
  for (let step = 0; step < 2; step++) {
    const shown = clockAt(time)
    time += wanted - (Date.parse(`${shown.day}T00:00:00Z`) + (shown.hour * 60 + shown.minute) * 60_000)
  }
  return isoTime(time)
}
