import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { amountSign } from '../money/currency.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Day, Id, Rupees, Said, Time, Version } from '../values.ts'
import { StockWarning } from './stock.ts'

/** A sum of rupees; a margin can be below zero. */
const Money = z.number()

/** A range of days, both included; by default the last 30 days. At most two years. */
export const days = { from_date: Day.optional(), to_date: Day.optional() }
export const longestRange = 731

/**
 * Impressions, everywhere in these answers: `ordered` of orders that were created in the range and not cancelled,
 * `printed` by finished jobs without their waste, `delivered` of orders that were delivered in it.
 */
const impressions = {
  ordered: z.int(),
  printed: z.int(),
  wasted: z.int(),
  delivered: z.int(),
  sheets: z.int(),
}

/** What it cost: paper and clicks of the good part, waste with both of its, and binding. */
const costs = {
  revenue: Money,
  paper: Money,
  click: Money,
  binding: Money,
  waste: Money,
  cost: Money,
  margin: Money,
}

/** A printer's counter in a range: null where it was not read twice. */
const counters = {
  counter: z.int().nullable().meta({ description: 'How far the counters went between two readings.' }),
  by_jobs: z.int().nullable().meta({ description: 'What print jobs say of the same time.' }),
  gap: z.int().nullable().meta({ description: 'What the counters saw and no job did.' }),
}

export const ProductionRow = z
  .object({
    /** The day, the printer’s id, or `by-hand`. */
    id: z.string(),
    label: Said,
    /** Ordered and delivered belong to no printer. */
    ordered: z.int().nullable(),
    printed: z.int(),
    wasted: z.int(),
    delivered: z.int().nullable(),
    sheets: z.int(),
    ...counters,
  })
  .meta({ id: 'ProductionRow' })
export type ProductionRow = z.output<typeof ProductionRow>

export const productionGroups = ['day', 'printer'] as const

export const listProduction = {
  method: 'GET',
  url: '/api/production/',
  config: {
    access: 'admin',
    summary:
      'Impressions ordered, printed and delivered, and the printers’ counters, by day (newest first) or by printer; the last 30 days by default. query searches day or printer.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering([], '', 'id: the day, or the order in which the printers were set up.'),
      ...days,
      by: z.enum(productionGroups).optional().meta({ description: 'day by default.' }),
    }),
    response: { 200: page(ProductionRow) },
  },
} as const satisfies Endpoint

/** A printer whose counter says more or less than its jobs, above the limit. */
export const CounterGap = z.object({
  /** The newest reading that is not explained. */
  reading: Id,
  printer: Id,
  printer_name: z.string(),
  counter: z.int(),
  by_jobs: z.int(),
  gap: z.int(),
  since: Day,
})
export type CounterGap = z.output<typeof CounterGap>

/** At most so many waiting orders are counted. */
export const mostWaiting = 1000

export const ProductionSummary = z
  .object({
    from_date: Day,
    to_date: Day,
    ...impressions,
    /** Orders of the range with a finished print job, and what they cost and earn. */
    orders: z.int(),
    ...costs,
    tasks: z.object({
      gaps: z.array(CounterGap),
      low_stock: z.array(StockWarning),
      /** Open orders from before today that are not fully printed, counted up to 1,000, and the oldest of them. */
      not_printed: z.int(),
      oldest: z.array(z.object({ id: Id, number: z.int(), title: z.string(), created_at: Time })),
    }),
  })
  .meta({ id: 'ProductionSummary' })
export type ProductionSummary = z.output<typeof ProductionSummary>

export const getProductionSummary = {
  method: 'GET',
  url: '/api/production-summary/',
  config: {
    access: 'admin',
    summary:
      'Ordered, printed, delivered and wasted impressions of a range, their costs, and what needs somebody now.',
  },
  schema: { querystring: z.strictObject(days), response: { 200: ProductionSummary } },
} as const satisfies Endpoint

export const OrderProduction = z
  .object({
    order: Id,
    ordered: z.int(),
    printed: z.int(),
    wasted: z.int(),
    delivered: z.int(),
    is_fully_printed: z.boolean(),
    /** Finished jobs that printed something; without one the costs are not known. */
    jobs: z.int(),
    ...costs,
  })
  .meta({ id: 'OrderProduction' })
export type OrderProduction = z.output<typeof OrderProduction>

export const getOrderProduction = {
  method: 'GET',
  url: '/api/all-orders/:id/production/',
  config: {
    access: 'admin',
    summary:
      'Impressions of an order that were ordered, printed, wasted and delivered; its costs and margin.',
  },
  schema: { ...byId, response: { 200: OrderProduction } },
} as const satisfies Endpoint

/** Of one thing; with the most copies of an order the database’s integers hold the sum. */
const Cost = Rupees.max(10_000, { error: () => `At most ${amountSign()}10,000` })

/** What the shop pays, in rupees, besides the clicks of its printers and the paper that was delivered. */
export const ProductionCosts = z
  .object({
    /** One copy. */
    binding: z.strictObject({ none: Cost, staple: Cost, spiral: Cost, hard: Cost }),
    /** One sheet, until a delivery of its size is entered. */
    paper: z.strictObject({ A4: Cost, A3: Cost, Letter: Cost }),
    /** A gap above this percentage of the counter is a task, if it is also above `gap_least`. */
    gap_percent: z.number().min(0, 'At least 0').max(100, 'At most 100'),
    gap_least: z.int().min(0, 'At least 0').max(1_000_000, 'At most 10,00,000'),
    version: Version,
  })
  .meta({ id: 'ProductionCosts' })
export type ProductionCosts = z.output<typeof ProductionCosts>

export const getProductionCosts = {
  method: 'GET',
  url: '/api/production-costs/',
  config: { access: 'admin', summary: 'Costs of binding and paper, and from when a gap is a task.' },
  schema: { response: { 200: ProductionCosts } },
} as const satisfies Endpoint

export const updateProductionCosts = {
  method: 'PUT',
  url: '/api/production-costs/',
  config: {
    access: 'admin',
    summary: 'Update the costs; jobs that are finished keep theirs.',
  },
  schema: {
    body: z.strictObject({ ...ProductionCosts.shape, version: Version.optional() }),
    response: { 200: ProductionCosts },
  },
} as const satisfies Endpoint
