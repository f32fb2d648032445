import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Id, ZonedTime } from '../values.ts'

/** As many stops as a phone may name. */
export const mostInSequence = 1000

export const saveRoundSequence = {
  method: 'PUT',
  url: '/api/my_orders/sequence/',
  config: {
    access: 'signed-in',
    summary:
      'In which sequence the signed-in person goes: customers are told by it how many stops come before them. Of two the one that was made later counts.',
  },
  schema: {
    body: z.strictObject({ orders: z.array(Id).max(mostInSequence), happened_at: ZonedTime }),
    response: { 204: z.null() },
  },
} as const satisfies Endpoint
