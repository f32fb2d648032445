import type { Endpoint, Output } from '@our-print/contract/endpoint.ts'
import type { Rows, Slice } from '@our-print/contract/paging.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Db, Fragment } from '../database/db.ts'
import type { JsonText, TextRows } from '../database/jsonText.ts'
import type { Dependencies } from './dependencies.ts'
import { type Call, serve } from './route.ts'

type PagedEndpoint = Endpoint & {
  method: 'GET'
  schema: {
    querystring: z.ZodType<Slice & { format?: 'csv' | undefined; query?: string | undefined }>
    response: { 200: z.ZodObject<{ results: z.ZodArray<z.ZodObject> }> }
  }
}

type List<Item> = {
  /** The whole list, for a file; a column `json` holds the text of the whole item. */
  select: (db: Db) => Fragment
  /** The page that was asked for. */
  page: (db: Db) => Promise<Rows<Item> | TextRows>
}

type Item<E extends Endpoint> = Output<E> extends { results: (infer T)[] } ? T : never

/**
 * Serves a paged list: a page with the addresses of its neighbours, or with `format=csv` the whole list as a file.
 * `columns` says what the file has where that is not every field of the item.
 */
export function servePage<E extends PagedEndpoint>(
  app: FastifyInstance,
  { pool, searchPool, csv, links }: Pick<Dependencies, 'pool' | 'searchPool' | 'csv' | 'links'>,
  endpoint: E,
  file: { name: string; columns?: z.ZodObject },
  listOf: (call: Call<E>) => List<Item<E>>,
): void {
  const columns = file.columns ?? endpoint.schema.response[200].shape.results.element
  serve(app, pool, endpoint, async (call) => {
    const { request, reply } = call
    const query = call.query as unknown as Slice & { format?: 'csv'; query?: string }
    const list = listOf(call)
    if (query.format) return csv.send(reply, file.name, columns, list.select)
    return links.page(request, query, await list.page(query.query ? searchPool : pool)) as
      | Output<E>
      | JsonText
  })
}
