import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId, Rupees, Said } from '../values.ts'
import { OrderUpdate } from './orders.ts'

const Price = z
  .object({ amount: Rupees, discount: Rupees, tax: Rupees, payable: Rupees, calculated_amount: Rupees })
  .meta({ id: 'OrderPriceSum' })

export const priceOrder = {
  method: 'POST',
  url: '/api/all-orders/:id/price/',
  config: {
    access: 'admin',
    opensTransactions: true,
    summary:
      'What a change of an order would cost, by the prices of its day and by those of today; nothing is changed. A price by which the change is refused is null, and `refused` says why; where both are, it is refused like the change itself.',
  },
  schema: {
    ...byId,
    body: OrderUpdate,
    response: {
      200: z.object({
        now: Price,
        order_day: Price.nullable(),
        today: Price.nullable(),
        refused: z.object({ order_day: Said.nullable(), today: Said.nullable() }),
      }),
    },
  },
} as const satisfies Endpoint
