import { z } from 'zod'
import { limitParameter, offsetParameter, pageParameter, queryParameter } from './values.ts'

export const pageSize = 10

/** Where rows are skipped one by one, a page lies at most this many rows from one end of its list. */
export const mostSkippedRows = 500_000

/** The query parameters of every paged list. */
export const paging = {
  limit: limitParameter.optional().meta({ description: `Rows of a page, ${pageSize} by default.` }),
  offset: offsetParameter.optional().meta({ description: 'Rows before the page, 0 by default.' }),
  page: pageParameter.optional().meta({
    description: 'From 1. page and page_size are another spelling of offset and limit; both at once: 400.',
  }),
  page_size: limitParameter.optional().meta({ description: `Rows of a page, ${pageSize} by default.` }),
  query: queryParameter.optional(),
}

const orderOfCreation = 'id: the order of creation, as ids are UUIDs of version 7.'

/**
 * The query parameter of a paged list: `field`, or `-field` for the opposite sequence. Every list can be sorted by `id`, which
 * many clients do if nobody chose a field. `note` says what the names do not.
 */
export function ordering<const Field extends string = never>(
  fields: readonly Field[] = [],
  note = '',
  ofId = orderOfCreation,
): ReturnType<typeof orderingBy<Field | 'id'>> {
  return orderingBy<Field | 'id'>([...fields, 'id'], `${note} ${ofId}`)
}

/** The query parameter of a list that can be sorted, by these fields only. */
export function orderingBy<const Field extends string>(fields: readonly Field[], note = '') {
  const values = fields.flatMap((field) => [field, `-${field}`] as const) as [Field, ...`-${Field}`[]]
  return {
    ordering: z
      .enum(values, { error: `This list can be sorted by ${fields.join(', ')}, or by - and one of these` })
      .optional()
      .meta({
        description:
          `A field, or - and a field for the opposite sequence; ties are sorted by id. ${note.trim()}`.trim(),
      }),
  }
}

/** How a list can be sorted by some fields and by id. */
export type Ordering<Field extends string = never> = OrderingBy<Field | 'id'>
export type OrderingBy<Field extends string> = Field | `-${Field}`

/** The query parameter of every list that can be exported. */
export const csv = {
  format: z.literal('csv').optional().meta({
    description:
      'csv: export the whole filtered list as a streamed text/csv file; limit and offset are ignored. 503 with Retry-After while too many other exports run.',
  }),
}

/** The response of a paged list. `count` is exact; `next` and `previous` are absolute URLs. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })

/** The response of a paged list whose search is not always counted to its end. */
export const pageOfSearch = <T extends z.ZodType>(item: T) =>
  page(item).extend({
    count_is_exact: z.literal(false).optional().meta({
      description:
        'Only there, and false, where counting a search takes too long: then there are at least `count` rows, and `next` leads on.',
    }),
  })

/** Which rows of a list a page has. */
export type Slice = { limit: number; offset: number }

/** What a list query returns; the route adds the URLs of the next and the previous page. */
export type Rows<T> = { count: number; isCountExact?: false; results: T[] }
