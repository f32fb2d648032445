import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { orderStatuses } from './orderMoves.ts'
import { Day, Id, Time } from './values.ts'

const counts = z.object({
  ...(Object.fromEntries(orderStatuses.map((status) => [status, z.int()])) as Record<
    (typeof orderStatuses)[number],
    z.ZodInt
  >),
  total: z.int(),
})

/** Rupees of many orders together, which may be more than one order can cost. */
const Sum = z.number().min(0)

const totals = z.object({
  orders: z.int(),
  revenue: Sum,
  pages: z.int(),
  new_customers: z.int(),
  delivered: z.int(),
  scans: z.int(),
})

/** How the shop does between two days, both included. Orders, revenue and pages are counted by the day they were taken in. */
export const Dashboard = z
  .object({
    as_of: Time,
    from_date: Day,
    to_date: Day,
    orders: z.object({ print: counts, subscription: counts }),
    /** Payable of all orders of the range that were not cancelled. */
    revenue: Sum,
    pages: z.int(),
    new_customers: z.int(),
    leads_waiting: z.int(),
    per_day: z.array(
      z.object({
        day: Day,
        orders: z.int(),
        delivered: z.int(),
        pages: z.int(),
        revenue: Sum,
        scans: z.int(),
      }),
    ),
    /** Open orders by whole days since they came in; `max_days` null is everything older. */
    ageing: z.array(
      z.object({ label: z.string(), min_days: z.int(), max_days: z.int().nullable(), orders: z.int() }),
    ),
    /** The 50 with the most open orders: how many they hold now, and how many they delivered in the range. */
    staff: z.array(z.object({ id: Id, full_name: z.string(), open: z.int(), delivered: z.int() })),
    /** The 10 most used of those that run today; uses of cancelled orders apart. */
    coupons: z.array(z.object({ id: Id, code: z.string(), usage_count: z.int() })),
    /** The 10 companies with the fewest codes that can be bought today, of those that have had any. */
    voucher_stock: z.array(
      z.object({ id: Id, client: z.string(), available: z.int(), low_stock: z.boolean() }),
    ),
    previous: totals,
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.output<typeof Dashboard>

export const getDashboard = {
  method: 'GET',
  url: '/api/dashboard',
  config: {
    work: 'report',
    access: 'admin',
    readsAhead: true,
    summary: 'Counts, money and load between two days; the last 30 days unless said.',
  },
  schema: {
    querystring: z.strictObject({ from_date: Day.optional(), to_date: Day.optional() }),
    response: { 200: Dashboard },
  },
} as const satisfies Endpoint
