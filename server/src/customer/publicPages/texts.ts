import type { ArrivalWindow } from '@our-print/contract/orders/arrivalWindows.ts'
import type { PrintOptions } from '@our-print/contract/orders/price.ts'

/** ₹1,234.50, −₹46.00 */
export const money = (rupees: number) =>
  `${rupees < 0 ? '−' : ''}₹${Math.abs(rupees).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

export const colorTexts: Record<PrintOptions['color'], string> = {
  bw: 'Black and white',
  color: 'Colour',
  mixed: 'Colour only where a page has any',
}
export const sidesTexts: Record<PrintOptions['sides'], string> = {
  single: 'Single-sided',
  double: 'Double-sided',
}
export const bindingTexts: Record<PrintOptions['binding'], string> = {
  none: 'No binding',
  staple: 'Stapled',
  spiral: 'Spiral bound',
  hard: 'Hard cover',
}

/** '1 page', '4 pages' */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`

/** '24 Nov 2026, between 4:00 PM and 6:30 PM', in the zone of the shop. */
export function windowText({ window_from, promised_at }: ArrivalWindow, timeZone: string): string {
  const [[day, from], [lastDay, until]] = [window_from, promised_at].map((at) =>
    timeText(at, timeZone).split(', '),
  ) as [[string, string], [string, string]]
  return `${day}, between ${from} and ${day === lastDay ? until : `${lastDay}, ${until}`}`
}

/** '24 Nov 2026, 6:30 PM', in the zone of the shop. */
export function timeText(time: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).formatToParts(new Date(time))
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return `${part('day')} ${part('month')} ${part('year')}, ${part('hour')}:${part('minute')} ${part('dayPeriod')}`
}
