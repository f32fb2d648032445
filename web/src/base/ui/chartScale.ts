/** Round numbers from 0 to at least `max`, whole ones: no axis tells half an order. */
export function scaleTicks(max: number, most = 4): number[] {
  const least = Math.max(max, 1) / most
  const magnitude = 10 ** Math.max(0, Math.floor(Math.log10(least)))
  const step =
    ([1, 2, 2.5, 5, 10].find((one) => one * magnitude >= least && fits(one * magnitude)) ?? 1) * magnitude
  return Array.from({ length: Math.ceil(Math.max(max, 1) / step) + 1 }, (_, at) => at * step)
}

const fits = Number.isInteger

/** Weeks and months of days rather than every sixth. */
const steps = [1, 2, 3, 7, 14, 28, 56, 91, 182, 364]

/** Which of so many points have their name on the axis: at even distances, the last one always. */
export function namedPoints(count: number, most: number): number[] {
  const step = steps.find((step) => Math.ceil(count / step) <= most) ?? Math.ceil(count / most)
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => count - 1 - at * step).toReversed()
}

export type Kind = 'lines' | 'bars'

/** Where a point stands from left to right, in percent: a line begins and ends at the edges, a bar has room on both sides. */
export const placeOf = (kind: Kind, at: number, count: number) =>
  kind === 'bars' ? ((at + 0.5) / count) * 100 : count < 2 ? 50 : (at / (count - 1)) * 100

/** The point nearest to a place, given as a share of the width. */
export function pointAt(kind: Kind, share: number, count: number): number {
  const at = kind === 'bars' ? Math.floor(share * count) : Math.round(share * (count - 1))
  return Math.min(Math.max(at, 0), count - 1)
}

const round = (number: number) => Math.round(number * 100) / 100

/** From top to bottom, in percent. */
const heightOf = (value: number, top: number) => round(100 - (value / top) * 100)

/** A line through the values from one point to another. */
export function linePath(values: readonly number[], top: number, from = 0, to = values.length - 1): string {
  const corners = values
    .slice(from, to + 1)
    .map((value, at) => `${round(placeOf('lines', from + at, values.length))} ${heightOf(value, top)}`)
  return corners.length > 0 ? `M${corners.join('L')}` : ''
}

/** The area below that line. */
export const areaPath = (values: readonly number[], top: number) =>
  values.length < 2 ? '' : `${linePath(values, top)}V100H0Z`

/** Of a bar, in percent: the only day of a period is no wall. */
const widest = 12

/** Bars upon those below, `bases`, from one point to another. */
export function barsPath(
  values: readonly number[],
  bases: readonly number[],
  top: number,
  from = 0,
  to = values.length - 1,
): string {
  const width = Math.min(widest, (100 / values.length) * (values.length > 60 ? 0.9 : 0.7))
  return values
    .map((value, at) => {
      if (value === 0 || at < from || at > to) return ''
      const [left, base] = [round(placeOf('bars', at, values.length) - width / 2), bases[at] ?? 0]
      return `M${left} ${heightOf(base, top)}V${heightOf(base + value, top)}h${round(width)}V${heightOf(base, top)}Z`
    })
    .join('')
}
