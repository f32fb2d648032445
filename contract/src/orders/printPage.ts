import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId } from '../values.ts'

export const getPrint = {
  method: 'GET',
  url: '/api/print/:id/',
  config: { access: 'public', summary: 'The public part of an order, for the QR code on its job ticket.' },
  schema: {
    ...byId,
    response: {
      200: z.object({
        user_data: z.object({ first_name: z.string() }),
        title: z.string(),
        pdf_page_count: z.int(),
      }),
    },
  },
} as const satisfies Endpoint
