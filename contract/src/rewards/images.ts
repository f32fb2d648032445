import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Id } from '../values.ts'

export const readImage = {
  method: 'GET',
  url: '/api/images/:id/',
  config: {
    work: 'file',
    access: 'public',
    unlimited: true,
    summary: 'The PNG of a signed image link, which is valid for 15 minutes.',
  },
  schema: {
    params: z.strictObject({ id: Id }),
    querystring: z.strictObject({ expires: z.string().max(20), signature: z.string().max(100) }),
    response: { 200: z.unknown() },
  },
} as const satisfies Endpoint
