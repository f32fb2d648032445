import { z } from 'zod'
import { limitParameter, offsetParameter, queryParameter } from './values.ts'

export const pageSize = 10

/** The query parameters of every paged list. */
export const paging = {
  limit: limitParameter.default(pageSize),
  offset: offsetParameter.default(0),
  query: queryParameter.optional(),
}

/** The query parameter of every list that can be exported. */
export const csv = {
  format: z.literal('csv').optional().meta({
    description:
      'csv: export the whole filtered list as a streamed text/csv file; limit and offset are ignored. 503 with Retry-After while too many other exports run.',
  }),
}

/** The response of every paged list. `count` is exact; `next` and `previous` are absolute URLs. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })

/** Which rows of a list a page has. */
export type Slice = { limit: number; offset: number }

/** What a list query returns; the route adds the URLs of the next and the previous page. */
export type Rows<T> = { count: number; results: T[] }
