import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Rows, Slice } from '@our-print/contract/paging.ts'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../database/db.ts'
import { JsonText, type TextRows } from './jsonText.ts'

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
      // What is searched for may have a question mark of its own.
      const [path, search] = request.url.split(/\?(.*)/s)
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

/**
 * The key that signs file links: created once, the same in every server process. So is the secret of which the database
 * makes the codes of job tickets.
 */
export async function readSigningKey(db: Db): Promise<Buffer> {
  await db`
    insert into secrets (name, value) values ('file links', ${randomBytes(32)}), ('job tickets', ${randomBytes(32)})
    on conflict (name) do nothing`
  const [row] = await db<[{ value: Buffer }]>`select value from secrets where name = 'file links'`
  return row.value
}

const validMinutes = 15

/** Signs the name in a link, for 15 minutes unless said otherwise: whoever has the link may read what it names. */
export type Signer = {
  sign(name: string, minutes?: number): string
  check(name: string, expires: string, signature: string): boolean
  /** A secret of 32 bytes that belongs to a name, always the same. */
  secretOf(name: string): string
}

export function createSigner(secret: Buffer): Signer {
  const key = createSecretKey(secret)
  const mac = (name: string, expires: string) =>
    createHmac('sha256', key).update(`${name}\n${expires}`).digest('base64url')
  return {
    sign: (name, minutes = validMinutes) => {
      const expires = String(Math.floor(Date.now() / 1000) + minutes * 60)
      return `expires=${expires}&signature=${mac(name, expires)}`
    },
    // No link is valid until then.
    secretOf: (name) => mac(name, 'secret'),
    check: (name, expires, signature) => {
      const expected = Buffer.from(mac(name, expires))
      const given = Buffer.from(signature)
      const isGenuine = expected.length === given.length && timingSafeEqual(expected, given)
      return isGenuine && Number(expires) * 1000 > Date.now()
    },
  }
}
