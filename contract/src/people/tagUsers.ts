import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Id, Said } from '../values.ts'
import { Tags } from './customers.ts'

const SomeTags = Tags.default([])

/** Gives tags to selected customers, and takes some from them. */
export const tagUsers = {
  method: 'POST',
  url: '/api/users/tags/',
  config: {
    work: 'bulk',
    access: 'admin',
    summary:
      'Give tags to 1 to 500 customers and take tags from them, with a result for each, and the bulk job by which it can be undone; null if nothing changed.',
  },
  schema: {
    body: z.strictObject({
      ids: z.array(Id).min(1, 'Choose at least one customer').max(500, 'At most 500 customers at once'),
      add: SomeTags,
      remove: SomeTags,
    }),
    response: {
      200: z.object({
        results: z.array(
          z.object({ id: Id, ok: z.boolean(), code: z.string().nullable(), message: Said.nullable() }),
        ),
        bulk_job: Id.nullable(),
      }),
    },
  },
} as const satisfies Endpoint
