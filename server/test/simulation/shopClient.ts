import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, WriteClient } from '../writeClient.ts'
import type { WriteLog } from './writeLog.ts'

type Body = object | FormData | undefined

/** A super admin's client that repeats a request until it gets a final answer, as a person at the counter would. */
type ShopClient = WriteClient & {
  send(method: string, path: string, body?: Body, key?: string): Promise<Answer>
}

export type Counts = {
  /** Requests without a response: the connection broke. */
  cut: number
  /** 503 with Retry-After. */
  refused: number
  /** Those of the refused whose server had no database. */
  databaseUnavailable: number
  /** 409 because the first request with the same Idempotency-Key still runs. */
  inUse: number
}

export const noCounts = (): Counts => ({ cut: 0, refused: 0, databaseUnavailable: 0, inUse: 0 })

type Watched = {
  log?: WriteLog
  counts?: Counts /** Nobody waits for the response any more. */
  isOver?: () => boolean
}

export function createShopClient(
  shop: { url: string; token: string },
  { log, counts = noCounts(), isOver = () => false }: Watched = {},
): ShopClient {
  async function once(method: string, path: string, body?: Body, key?: string): Promise<Answer | undefined> {
    const isForm = body instanceof FormData
    log?.begin(path)
    try {
      const reply = await fetch(`${shop.url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          authorization: `Token ${shop.token}`,
          ...(body && !isForm && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      })
      const answer = {
        statusCode: reply.status,
        body: await reply.text(),
        headers: Object.fromEntries(reply.headers),
      }
      if (reply.status === 503 && !reply.headers.get('retry-after'))
        return { ...answer, statusCode: 500, body: '503 without Retry-After' }
      // The proxy's response when the server process died during the request.
      if (reply.status !== 502 && reply.status !== 504) return answer
    } catch {
      // Counted below.
    }
    counts.cut++
    return undefined
  }

  async function send(method: string, path: string, body?: Body, key?: string): Promise<Answer> {
    for (;;) {
      const reply = await once(method, path, body, key)
      if (reply?.statusCode === 409 && reply.body.includes('"idempotency_key_in_use"')) counts.inUse++
      else if (reply?.statusCode === 503) {
        counts.refused++
        if (reply.body.includes('"database_unavailable"')) counts.databaseUnavailable++
      } else if (reply) {
        log?.add(method, path, reply)
        return reply
      }
      if (isOver()) throw new SimulationEnded()
      await sleep(100)
    }
  }
  return {
    send,
    withToken: (token) => createShopClient({ ...shop, token }, { ...(log && { log }), counts, isOver }),
    /** Not repeated, because each scan is counted. */
    async get(path) {
      const reply = (await once('GET', path)) ?? { statusCode: 503, body: '', headers: {} }
      log?.add('GET', path, reply)
      return reply
    },
    post: (path, body) => send('POST', path, body, randomUUID()),
    upload: (path, form) => send('POST', path, form, randomUUID()),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
  }
}

export class SimulationEnded extends Error {}
