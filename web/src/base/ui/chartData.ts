import type { ReactNode } from 'react'
import { formatDay, formatHour, formatShortDay, today } from '../format/format.ts'
import { clockAt } from '../format/shopTime.ts'
import type { Kind } from './chartScale.ts'

/** A day or an hour: its name, and the short one for the axis. */
export type ChartPoint = { label: string; tick: string }

/** A colour with its own kind of line and filling, so that it is told apart without its colour. */
export type Ink = 1 | 2 | 3 | 4

export type ChartSeries = {
  name: string
  label: string
  ink: Ink
  /** A value for each point. */
  values: readonly number[]
  show: (value: number) => string
}

export type ChartProps = {
  /** Lines beside each other, the first with an area below it; or bars upon each other. */
  kind: Kind
  /** What it shows, and where else the figures are, for screen readers. */
  about: string
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  /** A number of the axis. */
  short: (value: number) => string
  /** In px, with axis and legend: the chart has it from the start. */
  height: number
  /** The first point that is not over yet: from there on the chart is dashed. */
  partialFrom?: number | undefined
  /** The names of the series above the chart; false where they stand beside it. */
  legend?: boolean
  /** In place of a chart without any value. */
  empty?: ReactNode
}

export const valueAt = ({ values }: ChartSeries, at: number) => values[at] ?? 0

export const sumAt = (series: readonly ChartSeries[], at: number) =>
  series.reduce((sum, one) => sum + valueAt(one, at), 0)

/** The points of these days; today is not over yet. */
export function dayAxis(days: readonly { day: string }[]): Pick<ChartProps, 'points' | 'partialFrom'> {
  const partialFrom = days.findIndex(({ day }) => day >= today())
  return {
    points: days.map(({ day }) => ({ label: formatDay(day), tick: formatShortDay(day) })),
    partialFrom: partialFrom < 0 ? undefined : partialFrom,
  }
}

/** Names of these days for a table: without the year where it is one. */
export function dayNames(days: readonly { day: string }[]): string[] {
  const isOneYear = days[0]?.day.slice(0, 4) === days.at(-1)?.day.slice(0, 4)
  return days.map(({ day }) => (isOneYear ? formatShortDay(day) : formatDay(day)))
}

/** The hours of a day that have begun, at least two of them; the present one is not over yet. */
export function hoursSoFar<Hour extends { hour: number }>(
  day: string,
  hours: readonly Hour[],
): readonly Hour[] {
  const now = clockAt(Date.now())
  return day === now.day ? hours.slice(0, Math.max(now.hour + 1, 2)) : hours
}

/** The points of these hours of a day. */
export function hourAxis(
  day: string,
  hours: readonly { hour: number }[],
): Pick<ChartProps, 'points' | 'partialFrom'> {
  const now = clockAt(Date.now())
  return {
    points: hours.map(({ hour }) => {
      const tick = formatHour(hour)
      return { label: `${tick} to ${formatHour((hour + 1) % 24)}`, tick }
    }),
    partialFrom: day === now.day ? now.hour : undefined,
  }
}
