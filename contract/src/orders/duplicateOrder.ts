import type { Endpoint } from '../endpoint.ts'
import { byId } from '../values.ts'
import { Order } from './orders.ts'

export const duplicateOrder = {
  method: 'POST',
  url: '/api/all-orders/:id/duplicate/',
  config: {
    work: 'upload',
    access: 'admin',
    opensTransactions: true,
    summary:
      'Take an order in once more: its customer, choices, address and files, at the prices of today, without its coupon. 410 when a file was removed.',
  },
  schema: { ...byId, response: { 201: Order } },
} as const satisfies Endpoint
