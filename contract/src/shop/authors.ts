import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId, Id } from '../values.ts'

export const Author = z.object({ id: Id, full_name: z.string() }).meta({ id: 'Author' })
export type Author = z.output<typeof Author>

export const getAuthor = {
  method: 'GET',
  url: '/api/events/authors/:id/',
  config: {
    access: 'signed-in',
    summary: 'The name of the staff user who made a change, by the id that an event has as `by`.',
  },
  schema: { ...byId, response: { 200: Author } },
} as const satisfies Endpoint
