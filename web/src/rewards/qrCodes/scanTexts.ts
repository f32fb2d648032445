import type { Scans } from '@our-print/contract/rewards/qrCodes.ts'
import { count, plural } from '../../base/format/format.ts'
import type { Ink } from '../../base/ui/chartData.ts'

export type ScanDay = Scans['per_day'][number]
type Device = 'mobile' | 'tablet' | 'desktop' | 'other'

/** In the order of the chart and the list. */
export const devices: readonly { name: Device; label: string; ink: Ink }[] = [
  { name: 'mobile', label: 'Mobile', ink: 1 },
  { name: 'desktop', label: 'Desktop', ink: 2 },
  { name: 'tablet', label: 'Tablet', ink: 3 },
  { name: 'other', label: 'Other', ink: 4 },
]

/** '3 by bots, 1 preview': the uncounted scans, or undefined if there are none. */
export function notCounted({ bot, prefetch, head }: Scans['not_counted']): string | undefined {
  const kinds = [
    bot > 0 && `${count(bot)} by bots`,
    prefetch > 0 && plural(prefetch, 'preview'),
    head > 0 && plural(head, 'HEAD request'),
  ].filter((kind) => kind !== false)
  return kinds.length > 0 ? kinds.join(', ') : undefined
}
