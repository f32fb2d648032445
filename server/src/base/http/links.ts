import type { Rows, Slice } from '@our-print/contract/paging.ts'
import type { FastifyRequest } from 'fastify'
import { JsonText, type TextRows } from '../database/jsonText.ts'

/** Builds the URLs in responses. They start with PUBLIC_URL, never with the host of a Host header. */
export class Links {
  /** Without a trailing slash. If PUBLIC_URL is not set, it is known only when the server listens. */
  publicUrl: string

  constructor(publicUrl: string) {
    this.publicUrl = publicUrl.replace(/\/+$/, '')
  }

  to(path: string): string {
    return this.publicUrl + path
  }

  /** The response of a paged list, with the URLs of the next and the previous page. */
  page<T>(request: FastifyRequest, slice: Slice, rows: Rows<T>): PageOf<T>
  page(request: FastifyRequest, slice: Slice, rows: TextRows): JsonText
  page<T>(request: FastifyRequest, slice: Slice, rows: Rows<T> | TextRows): PageOf<T> | JsonText
  page<T>(
    request: FastifyRequest,
    { limit, offset }: Slice,
    { count, isCountExact, results }: Rows<T> | TextRows,
  ) {
    const urlAt = (start: number) => {
      const [path, search] = request.url.split('?')
      const parameters = new URLSearchParams(search)
      // In the client's own spelling.
      if (parameters.has('page') || parameters.has('page_size')) {
        parameters.set('page', String(start / limit + 1))
      } else {
        parameters.set('limit', String(limit))
        parameters.set('offset', String(start))
      }
      return this.to(`${path}?${parameters.toString()}`)
    }
    const next = offset + limit < count ? urlAt(offset + limit) : null
    const previous = offset > 0 ? urlAt(Math.max(0, offset - limit)) : null
    const isLowerBound = isCountExact === false && { count_is_exact: false as const }
    if (!(results instanceof JsonText)) return { count, ...isLowerBound, next, previous, results }
    const head = JSON.stringify({ count, ...isLowerBound, next, previous })
    return new JsonText(`${head.slice(0, -1)},"results":${results.text}}`)
  }
}

type PageOf<T> = Rows<T> & { next: string | null; previous: string | null }
