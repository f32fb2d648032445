import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId, Id } from '../values.ts'

/** Seconds after which a page that does not renew its view counts as closed. */
export const viewSeconds = 45

export const OrderViewers = z
  .object({ viewers: z.array(z.object({ id: Id, full_name: z.string() })) })
  .meta({ id: 'OrderViewers' })
export type OrderViewers = z.output<typeof OrderViewers>

export const viewOrder = {
  method: 'PUT',
  url: '/api/all-orders/:id/viewers/',
  config: {
    access: 'signed-in',
    summary:
      'Tells that the caller has an order’s page open, and answers who else has. Renewed every 20 seconds; ends 45 seconds after the last call. `order.viewed` in the stream of events tells that somebody came or went.',
  },
  schema: { ...byId, response: { 200: OrderViewers } },
} as const satisfies Endpoint

export const leaveOrder = {
  method: 'DELETE',
  url: '/api/all-orders/:id/viewers/',
  config: { access: 'signed-in', summary: 'Tells that the caller has closed an order’s page.' },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint
