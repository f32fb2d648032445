import type { Rows } from '@our-print/contract/paging.ts'
import type { FastifyRequest } from 'fastify'

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
  page<T>(request: FastifyRequest, { limit, offset }: { limit: number; offset: number }, rows: Rows<T>) {
    const urlAt = (start: number) => {
      const [path, search] = request.url.split('?')
      const parameters = new URLSearchParams(search)
      parameters.set('limit', String(limit))
      parameters.set('offset', String(start))
      return this.to(`${path}?${parameters.toString()}`)
    }
    return {
      count: rows.count,
      next: offset + limit < rows.count ? urlAt(offset + limit) : null,
      previous: offset > 0 ? urlAt(Math.max(0, offset - limit)) : null,
      results: rows.results,
    }
  }
}
