import { addDays, count, today } from '../../format/format.ts'
import { Chart } from '../Chart.tsx'
import { type ChartProps, dayAxis } from '../chartData.ts'
import type { States } from './states.ts'

const short = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })

/** So many days until today. */
const daysUntilToday = (many: number) =>
  Array.from({ length: many }, (_, at) => ({ day: addDays(today(), at + 1 - many) }))

/** Values that go up and down, the same each time. */
const waves = (many: number, high: number, shift: number) =>
  Array.from({ length: many }, (_, at) =>
    Math.max(0, Math.round(high * (0.5 + 0.3 * Math.sin(at / 3 + shift) + 0.2 * Math.cos(at * 1.7 + shift)))),
  )

type Names = readonly string[]

const chart = (
  kind: ChartProps['kind'],
  many: number,
  high: number,
  names: Names,
  more: Partial<ChartProps> = {},
) => (
  <Chart
    kind={kind}
    about={`${names.join(' and ')} by day`}
    {...dayAxis(daysUntilToday(many))}
    series={names.map((label, at) => ({
      name: label,
      label,
      ink: ([1, 2, 3, 4] as const)[at] ?? 1,
      values: waves(many, high / (at + 1), at),
      show: count,
    }))}
    short={(value) => short.format(value)}
    height={280}
    {...more}
  />
)

const devices = ['Mobile', 'Desktop', 'Tablet', 'Other']

export default {
  title: 'Chart',
  states: {
    'one line': chart('lines', 30, 9_800, ['Pages']),
    'two lines': chart('lines', 30, 40, ['Orders', 'Delivered']),
    'four lines, two years': chart('lines', 731, 1_200, devices),
    'two points': chart('lines', 2, 3, ['Orders', 'Delivered']),
    money: chart('lines', 7, 1_48_412, ['Revenue'], { short: (value) => `₹${short.format(value)}` }),
    bars: chart('bars', 30, 40, devices),
    'bars of a week': chart('bars', 7, 40, devices, { legend: false }),
    'bars of 400 days': chart('bars', 400, 40, devices),
    'one bar': chart('bars', 1, 12, devices),
    empty: chart('lines', 30, 0, ['Orders'], { empty: 'No orders in this period' }),
  },
} satisfies States
