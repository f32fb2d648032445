import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'

/** What a shop is in a place where it never ran before. */
export const answerPlace = {
  method: 'POST',
  url: '/api/place/answer/',
  config: {
    access: 'admin',
    summary:
      'Say what the shop is in the place where it was started: the shop, which moved, or a copy, in which printers, print jobs, webhooks and bulk jobs stop. Until then it talks to no printer and calls no webhook.',
  },
  schema: {
    body: z.strictObject({ meaning: z.enum(['shop', 'copy'], { error: 'Choose shop or copy' }) }),
    response: { 200: z.object({ stopped: z.array(z.string()) }).meta({ id: 'StoppedInCopy' }) },
  },
} as const satisfies Endpoint
