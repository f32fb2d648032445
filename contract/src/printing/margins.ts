import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { Day } from '../values.ts'
import { days } from './production.ts'

export const marginGroups = ['order', 'customer', 'company', 'month'] as const
export type MarginGroup = (typeof marginGroups)[number]

/** What orders cost and earned: of one order, or of all of a customer, a company or a month. */
export const MarginRow = z
  .object({
    /** The id of the order, customer or company; YYYY-MM of a month. */
    id: z.string(),
    label: z.string(),
    /** The number of an order. */
    number: z.int().nullable(),
    /** The customer of an order. */
    customer: z.string().nullable(),
    /** The day of the order, or of the newest one; of a month its first day. */
    day: Day,
    orders: z.int(),
    printed: z.int(),
    wasted: z.int(),
    revenue: z.number().meta({ description: 'Without added tax.' }),
    paper: z.number(),
    click: z.number(),
    binding: z.number(),
    waste: z.number(),
    cost: z.number(),
    margin: z.number(),
    /** Of the revenue; null without revenue. */
    margin_percent: z.number().nullable(),
  })
  .meta({ id: 'MarginRow' })
export type MarginRow = z.output<typeof MarginRow>

export const marginOrderings = ['day', 'revenue', 'cost', 'margin'] as const

export const listMargins = {
  method: 'GET',
  url: '/api/margins/',
  config: {
    access: 'admin',
    work: 'report',
    summary:
      'Costs and margins of the orders that were created in a range and printed, by order, customer, company or month; the last 30 days by default, at most two years. An order of a customer with vouchers of two companies counts for both. query finds orders as their lists do, customers and companies by name.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(
        marginOrderings,
        '',
        'id: the order in which orders, customers or companies were created; of months, their sequence.',
      ),
      ...days,
      by: z.enum(marginGroups).optional().meta({ description: 'order by default.' }),
    }),
    response: { 200: page(MarginRow) },
  },
} as const satisfies Endpoint
