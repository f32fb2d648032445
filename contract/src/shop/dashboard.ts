import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Ageing } from '../money/accounts.ts'
import { orderStatuses } from '../orders/orderMoves.ts'
import { Order } from '../orders/orders.ts'
import { Day, Id, RupeeSum, Said, Time } from '../values.ts'

const counts = z.object({
  ...(Object.fromEntries(orderStatuses.map((status) => [status, z.int()])) as Record<
    (typeof orderStatuses)[number],
    z.ZodInt
  >),
  total: z.int(),
})

const byType = { print: z.int(), subscription: z.int() }

const totals = z.object({
  orders: z.int(),
  revenue: RupeeSum,
  pages: z.int(),
  new_customers: z.int(),
  delivered: z.int(),
  scans: z.int(),
})

/** Counts over a range of days, both ends included. Orders, revenue and pages count on the day of the order's creation. */
export const Dashboard = z
  .object({
    as_of: Time,
    from_date: Day,
    to_date: Day,
    orders: z.object({ print: counts, subscription: counts }),
    /** Payable of all orders of the range that are not cancelled. */
    revenue: RupeeSum,
    pages: z.int(),
    new_customers: z.int(),
    leads_waiting: z.int(),
    per_day: z.array(
      z.object({
        day: Day,
        orders: z.int(),
        /** Of those, orders that are cancelled now. */
        cancelled: z.int(),
        delivered: z.int(),
        pages: z.int(),
        revenue: RupeeSum,
        scans: z.int(),
      }),
    ),
    /**
     * Of a range of one day its 24 hours by the shop's clock, each with the orders that were taken in during it; null for a
     * longer range. Deliveries and scans are counted by day only.
     */
    per_hour: z
      .array(
        z.object({
          hour: z.int(),
          orders: z.int(),
          cancelled: z.int(),
          pages: z.int(),
          revenue: RupeeSum,
        }),
      )
      .nullable(),
    /** Open orders by age in whole days; `max_days` null means no upper limit. */
    ageing: z.array(
      z.object({
        label: Said,
        min_days: z.int(),
        max_days: z.int().nullable(),
        /** Of both types. */
        orders: z.int(),
        print: z.int(),
        subscription: z.int(),
      }),
    ),
    /** Open orders that are late or soon late, as a list is filtered by `due`. */
    due: z.object({ late: z.object(byType), soon: z.object(byType) }),
    /** What is owed of delivered orders, by days since the delivery. */
    owed: z.object({ total: z.number(), ageing: Ageing }),
    /** The 50 staff users with the most open orders: open now, and delivered in the range. */
    staff: z.array(z.object({ id: Id, full_name: z.string(), open: z.int(), delivered: z.int() })),
    /** The 10 most used coupons that are valid today; uses by cancelled orders do not count. */
    coupons: z.array(z.object({ id: Id, code: z.string(), usage_count: z.int() })),
    /** The 10 companies with the fewest available codes; companies without any code are left out. */
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
    summary: 'Counts, revenue and open orders over a range of days; by default the last 30 days.',
  },
  schema: {
    querystring: z.strictObject({ from_date: Day.optional(), to_date: Day.optional() }),
    response: { 200: Dashboard },
  },
} as const satisfies Endpoint

export const getStaffDashboard = {
  method: 'GET',
  url: '/api/staff-dashboard/',
  config: {
    access: 'signed-in',
    summary: 'Counts of the signed-in staff user, and the orders that have waited longest.',
  },
  schema: {
    response: {
      200: z.object({
        assigned: z.int(),
        out_for_delivery: z.int(),
        delivered_today: z.int(),
        delivered_week: z.int(),
        oldest_waiting: z.array(Order),
      }),
    },
  },
} as const satisfies Endpoint
