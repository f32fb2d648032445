import { asText } from '../../base/format/format.ts'

const hour = 60
const day = 24 * hour

/** 25 min, 1 h 30 min, 12 h, 3 days. */
export function duration(minutes: number): string {
  if (minutes < hour) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / hour), minutes % hour]
  if (hours < 10 && rest > 0) return `${hours} h ${rest} min`
  return minutes < 2 * day ? asText(`${Math.round(minutes / hour)} h`) : `${Math.round(minutes / day)} days`
}

/** How far a proposed time was off: minutes from it until the order was done. */
export const error = (minutes: number) =>
  minutes === 0 ? 'on time' : minutes < 0 ? `${duration(-minutes)} early` : `${duration(minutes)} late`

export const share = (part: number, whole: number) =>
  whole > 0 ? `${Math.round((part / whole) * 100)}%` : '–'
