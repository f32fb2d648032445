import type { Endpoint, Output } from '@our-print/contract/endpoint.ts'
import { pageSize, type Rows, type Slice } from '@our-print/contract/paging.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Db, Fragment } from '../database/db.ts'
import { type Parent, refuseMissing } from '../database/pages.ts'
import type { Dependencies } from './dependencies.ts'
import type { JsonText, TextRows } from './jsonText.ts'
import { invalid } from './problem.ts'
import { type Call, serve } from './route.ts'

type Paging = { [K in 'limit' | 'offset' | 'page' | 'page_size']?: number | undefined }
type Sent = Paging & {
  format?: 'csv' | undefined
  query?: string | undefined
  ordering?: string | undefined
}

type PagedEndpoint = Endpoint & {
  method: 'GET'
  schema: {
    querystring: z.ZodType<Sent>
    response: { 200: z.ZodObject<{ results: z.ZodArray<z.ZodObject> }> }
  }
}

type List<Item> = {
  /** The whole list, for a file; a column `json` holds the text of the whole item. */
  select: (db: Db) => Fragment
  /** The page that was asked for. */
  page: (db: Db) => Promise<Rows<Item> | TextRows>
}

/** A call with its page as a slice, however it was spelled. */
type PageCall<E extends PagedEndpoint> = Omit<Call<E>, 'query'> & {
  query: Omit<Call<E>['query'], keyof Paging> & Slice
}

type Item<E extends Endpoint> = Output<E> extends { results: (infer T)[] } ? T : never

/** The file of a list, with the columns it has where these are not every field of the item; `of` what its address names. */
type File = { name: string; columns?: z.ZodObject; of?: Parent }

/** Serves a paged list: a page with the addresses of its neighbours, or with `format=csv` the whole list as a file. */
export function servePage<E extends PagedEndpoint>(
  app: FastifyInstance,
  { pool, searchPool, csv, links }: Pick<Dependencies, 'pool' | 'searchPool' | 'csv' | 'links'>,
  endpoint: E,
  file: File,
  listOf: (call: PageCall<E>) => List<Item<E>> | Promise<List<Item<E>>>,
): void {
  const columns = file.columns ?? endpoint.schema.response[200].shape.results.element
  serve(app, pool, endpoint, async (call) => {
    const { request, reply } = call
    const { limit, offset, page, page_size, ...query } = call.query as unknown as Sent
    const slice = sliceOf({ limit, offset, page, page_size })
    if (file.of) await refuseMissing(pool, file.of, (call.params as unknown as { id: string }).id)
    const list = await listOf({ ...call, query: { ...query, ...slice } } as unknown as PageCall<E>)
    if (query.format) return csv.send(reply, file.name, columns, list.select)
    // The best plan for a search or another sequence than the usual one depends on the values of the filter.
    const db = query.query || query.ordering ? searchPool : pool
    return links.page(request, slice, await list.page(db)) as Output<E> | JsonText
  })
}

/** A list as `defineList` makes it: its filter is what a request says in its query and its address. */
type Defined<E extends PagedEndpoint> = {
  select: (db: Db, filter: PageCall<E>['query'] & Call<E>['params']) => Fragment
  list: (db: Db, filter: PageCall<E>['query'] & Call<E>['params']) => Promise<Rows<Item<E>>>
}

/** Serves a paged list as it is defined. */
export const serveList = <E extends PagedEndpoint>(
  app: FastifyInstance,
  dependencies: Dependencies,
  endpoint: E,
  file: File,
  { select, list }: Defined<E>,
): void =>
  servePage(app, dependencies, endpoint, file, ({ query, params }) => {
    const filter = Object.assign({}, query, params)
    return { select: (db) => select(db, filter), page: (db) => list(db, filter) }
  })

/** The slice that a page's number or offset means. */
export function sliceOf({ limit, offset, page, page_size }: Paging): Slice {
  if (page === undefined && page_size === undefined) return { limit: limit ?? pageSize, offset: offset ?? 0 }
  if (limit !== undefined || offset !== undefined) {
    const key = page === undefined ? 'page_size' : 'page'
    throw invalid(key, 'Send either page and page_size, or offset and limit')
  }
  const size = page_size ?? pageSize
  return { limit: size, offset: ((page ?? 1) - 1) * size }
}
