import { currencyFormat } from '@our-print/contract/money/currency.ts'
import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { count, rupees } from '../../base/format/format.ts'
import { locale } from '../../base/format/locale.ts'

export type Day = Dashboard['per_day'][number]
export type Hour = NonNullable<Dashboard['per_hour']>[number]
type Fact = 'orders' | 'delivered' | 'pages' | 'revenue' | 'scans'

const sum = (days: readonly Day[], fact: Fact) => days.reduce((total, day) => total + day[fact], 0)

export type Trend = {
  name: Fact
  label: string
  /** The description for screen readers, by day and by hour. */
  about: string
  hourly?: string
  total: (data: Dashboard) => number
  before: (data: Dashboard) => number
  show: (value: number) => string
  /** The total's format, where paise are too much detail. */
  headline?: (value: number) => string
  /** The short format for the axis. */
  short: (value: number) => string
  /** A second line, to compare. */
  beside?: Fact
}

const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const amountIn = (options: Intl.NumberFormatOptions) => (value: number) =>
  currencyFormat(locale, options).format(value)
const shortAmount = amountIn({ notation: 'compact', maximumFractionDigits: 1 })
const wholeAmount = amountIn({ maximumFractionDigits: 0 })

/** The charts of the dashboard. */
export const trends: readonly [Trend, ...Trend[]] = [
  {
    name: 'orders',
    label: 'Orders',
    about: 'Orders taken in and orders delivered, by day',
    hourly: 'Orders taken in, by hour',
    total: ({ orders }) => orders.print.total + orders.subscription.total,
    before: ({ previous }) => previous.orders,
    show: count,
    short: (value) => short.format(value),
    beside: 'delivered',
  },
  {
    name: 'delivered',
    label: 'Delivered',
    about: 'Orders delivered, by the day they were delivered',
    total: ({ per_day }) => sum(per_day, 'delivered'),
    before: ({ previous }) => previous.delivered,
    show: count,
    short: (value) => short.format(value),
  },
  {
    name: 'pages',
    label: 'Pages',
    about: 'Pages of the orders taken in, by day, without cancelled ones',
    hourly: 'Pages of the orders taken in, by hour, without cancelled ones',
    total: ({ pages }) => pages,
    before: ({ previous }) => previous.pages,
    show: count,
    short: (value) => short.format(value),
  },
  {
    name: 'revenue',
    label: 'Revenue',
    about: 'Payable of the orders taken in, by day, without cancelled ones',
    hourly: 'Payable of the orders taken in, by hour, without cancelled ones',
    total: ({ revenue }) => revenue,
    before: ({ previous }) => previous.revenue,
    headline: wholeAmount,
    show: rupees,
    short: shortAmount,
  },
  {
    name: 'scans',
    label: 'Scans',
    about: 'Scans of QR codes by people, by day',
    total: ({ per_day }) => sum(per_day, 'scans'),
    before: ({ previous }) => previous.scans,
    show: count,
    short: (value) => short.format(value),
  },
]

export const trendNamed = (name: Fact): Trend => trends.find((trend) => trend.name === name) ?? trends[0]

/** Whether the hours of a day have it, too. */
export const isHourly = (name: Fact): name is Fact & keyof Hour =>
  trends.some((trend) => trend.name === name && trend.hourly !== undefined)
