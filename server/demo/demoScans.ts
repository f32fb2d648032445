import type { ScanKind } from '../src/rewards/qrCodes/scanKind.ts'
import type { Row } from './bulkLoad.queries.ts'
import { type Day, hour } from './calendar.ts'
import type { DemoQrCode } from './demoQrCodes.ts'
import { Random } from './random.ts'

// Scans by weekday, Monday first: most are at weekends.
const weekdayWeights = [0.7, 0.75, 0.8, 0.9, 1.15, 1.6, 1.45]

// Scans by hour: most at lunch and in the evening.
const hours = [1, 2, 3, 5, 6, 4, 3, 4, 6, 8, 9, 8, 4, 1].map((weight, index) => ({ weight, hour: 9 + index }))

const kinds: { weight: number; kind: ScanKind }[] = [
  { weight: 82, kind: 'mobile' },
  { weight: 5, kind: 'tablet' },
  { weight: 5, kind: 'desktop' },
  { weight: 2, kind: 'other' },
  // Uncounted kinds.
  { weight: 3, kind: 'bot' },
  { weight: 2, kind: 'prefetch' },
  { weight: 1, kind: 'head' },
]

/** Scans of all QR codes up to now, oldest first; `times` as many in a big shop. */
export function makeScans(codes: readonly DemoQrCode[], days: readonly Day[], times: number, now: number) {
  const random = new Random('scans')
  return days
    .flatMap((day, index) => {
      const age = days.length - 1 - index
      return codes.flatMap(({ row, daily, from, to }) => {
        if (age > from || age < to) return []
        const usual = daily * times * (weekdayWeights[day.weekday - 1] ?? 1) * (0.6 + index / days.length)
        const count = Math.round(usual * random.uniform(0.5, 1.5))
        return Array.from({ length: count }, () => {
          const at = day.starts + (random.weighted(hours).hour + random.fraction()) * hour
          return { at, qr_code_id: row.id, kind: random.weighted(kinds).kind }
        })
      })
    })
    .filter(({ at }) => at < now)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, ...scan }) => ({ ...scan, at: new Date(at).toISOString() }) satisfies Row)
}
