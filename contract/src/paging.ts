import { z } from 'zod'
import { limitParameter, offsetParameter, queryParameter } from './values.ts'

export const pageSize = 10

/** The query parameters of every paged list. In the address and on the wire they are text. */
export const paging = {
  limit: limitParameter.default(pageSize),
  offset: offsetParameter.default(0),
  query: queryParameter.optional(),
}

/** `?format=csv` answers the whole filtered list, whatever limit and offset say, as a CSV file (text/csv). */
export const csv = {
  format: z.literal('csv').optional().meta({
    description:
      'csv: the whole filtered list as a streamed file of type text/csv instead of one page; limit and offset are ignored. 503 with Retry-After while other exports run.',
  }),
}

/** The envelope of every paged list. `count` is exact; `next` and `previous` are absolute addresses. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })

/** Which part of a list a page shows. */
export type Slice = { limit: number; offset: number }

/** What a list query gives; the route adds the addresses of its neighbours. */
export type Rows<T> = { count: number; results: T[] }
