import type { Rows } from '@our-print/contract/paging.ts'
import type { FastifyRequest } from 'fastify'

/** Makes the addresses in answers. They start with PUBLIC_URL, never with what a Host header says. */
export class Links {
  /** Without a trailing slash. Known for sure once the server listens, where PUBLIC_URL is not set. */
  publicUrl: string

  constructor(publicUrl: string) {
    this.publicUrl = publicUrl.replace(/\/+$/, '')
  }

  to(path: string): string {
    return this.publicUrl + path
  }

  /** The envelope of a paged list, with the addresses of the pages around this one. */
  page<T>(request: FastifyRequest, { limit, offset }: { limit: number; offset: number }, rows: Rows<T>) {
    const at = (start: number) => {
      const [path, search] = request.url.split('?')
      const parameters = new URLSearchParams(search)
      parameters.set('limit', String(limit))
      parameters.set('offset', String(start))
      return this.to(`${path}?${parameters.toString()}`)
    }
    return {
      count: rows.count,
      next: offset + limit < rows.count ? at(offset + limit) : null,
      previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
      results: rows.results,
    }
  }
}
