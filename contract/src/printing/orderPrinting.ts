import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId, Id } from '../values.ts'

export const OrderPrinting = z
  .object({
    order: Id,
    /** All copies: what it needs, what is good, what was wasted, and what open jobs will print. */
    impressions: z.int(),
    impressions_good: z.int(),
    impressions_wasted: z.int(),
    impressions_open: z.int(),
  })
  .meta({ id: 'OrderPrinting' })
export type OrderPrinting = z.output<typeof OrderPrinting>

export const getOrderPrinting = {
  method: 'GET',
  url: '/api/print-jobs/of-order/:id/',
  config: { access: 'admin', summary: 'How many sides an order needs and how many of them are printed.' },
  schema: { ...byId, response: { 200: OrderPrinting } },
} as const satisfies Endpoint
