import type { ScanKind } from '../src/qrCodes/scanKind.ts'
import type { Row } from './bulkLoad.queries.ts'
import { type Day, hour } from './calendar.ts'
import { Chance } from './chance.ts'
import type { DemoQrCode } from './demoQrCodes.ts'

// People go out when the shop is quiet: most scans are at weekends.
const weekdayWeights = [0.7, 0.75, 0.8, 0.9, 1.15, 1.6, 1.45]

// Lunch, tea and above all the evening.
const hours = [1, 2, 3, 5, 6, 4, 3, 4, 6, 8, 9, 8, 4, 1].map((weight, index) => ({ weight, hour: 9 + index }))

const kinds: { weight: number; kind: ScanKind }[] = [
  { weight: 82, kind: 'mobile' },
  { weight: 5, kind: 'tablet' },
  { weight: 5, kind: 'desktop' },
  { weight: 2, kind: 'other' },
  // No visits of people, so they are not counted.
  { weight: 3, kind: 'bot' },
  { weight: 2, kind: 'prefetch' },
  { weight: 1, kind: 'head' },
]

/** Scans of all codes, oldest first, up to now; `times` as many in a big shop. */
export function makeScans(codes: readonly DemoQrCode[], days: readonly Day[], times: number, now: number) {
  const chance = new Chance('scans')
  return days
    .flatMap((day, index) => {
      const age = days.length - 1 - index
      return codes.flatMap(({ row, daily, from, to }) => {
        if (age > from || age < to) return []
        const usual = daily * times * (weekdayWeights[day.weekday - 1] ?? 1) * (0.6 + index / days.length)
        const count = Math.round(usual * chance.between(0.5, 1.5))
        return Array.from({ length: count }, () => {
          const at = day.starts + (chance.weighted(hours).hour + chance.fraction()) * hour
          return { at, qr_code_id: row.id, kind: chance.weighted(kinds).kind }
        })
      })
    })
    .filter(({ at }) => at < now)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, ...scan }) => ({ ...scan, at: new Date(at).toISOString() }) satisfies Row)
}
