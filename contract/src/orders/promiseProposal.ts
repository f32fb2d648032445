import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Flag, Time, wholeNumber } from '../values.ts'

/** For more printed sides nothing is proposed. */
export const mostProposedSides = 100_000_000

export const getPromiseProposal = {
  method: 'GET',
  url: '/api/promises/proposal/',
  config: {
    access: 'admin',
    summary:
      'When an order that is taken in now will be done, from what is measured: sides that wait, the speed of the printers, the time from print to hand-over, opening hours and holidays.',
  },
  schema: {
    querystring: z.strictObject({
      /** Printed sides of all copies. */
      sides: wholeNumber(1, mostProposedSides),
      color: Flag,
      pickup: Flag,
    }),
    response: {
      200: z.object({
        /** Nine of ten such orders are done by then. */
        promised_at: Time,
        /** Half of them are. */
        median_at: Time,
        /** The orders it was measured on; 0 while there are too few, and usual values are taken. */
        measured_orders: z.int().min(0),
      }),
    },
  },
} as const satisfies Endpoint
