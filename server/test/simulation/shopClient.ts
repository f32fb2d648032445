import { setTimeout as sleep } from 'node:timers/promises'

export type Reply = { status: number; body: Record<string, unknown> }
type Body = object | (() => FormData) | undefined

/** A client that repeats a request until it gets a final response, as a person at the counter would. */
export type ShopClient = {
  send(method: string, path: string, body?: Body, key?: string): Promise<Reply>
  /** One attempt; undefined when no response came. */
  once(method: string, path: string, body?: Body, key?: string): Promise<Reply | undefined>
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

/** `isOver` ends the retries: nobody waits for the response any more. */
export function createShopClient(
  shop: { url: string; token: string },
  counts: Counts,
  isOver: () => boolean,
): ShopClient {
  async function once(method: string, path: string, body?: Body, key?: string): Promise<Reply | undefined> {
    const isForm = typeof body === 'function'
    try {
      const reply = await fetch(`${shop.url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          authorization: `Token ${shop.token}`,
          ...(body && !isForm && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: isForm ? body() : JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      })
      const text = await reply.text()
      if (reply.status === 503 && !reply.headers.get('retry-after')) {
        return { status: 500, body: { message: '503 without Retry-After' } }
      }
      // The proxy's response when the server process died during the request.
      if (reply.status === 502 || reply.status === 504) {
        counts.cut++
        return undefined
      }
      const isJson = reply.headers.get('content-type')?.includes('json')
      return { status: reply.status, body: isJson ? (JSON.parse(text) as Reply['body']) : {} }
    } catch {
      counts.cut++
      return undefined
    }
  }

  async function send(method: string, path: string, body?: Body, key?: string): Promise<Reply> {
    for (;;) {
      const reply = await once(method, path, body, key)
      const isInUse = reply?.status === 409 && reply.body['code'] === 'idempotency_key_in_use'
      if (isInUse) counts.inUse++
      else if (reply?.status === 503) {
        counts.refused++
        if (reply.body['code'] === 'database_unavailable') counts.databaseUnavailable++
      } else if (reply) return reply
      if (isOver()) throw new SimulationEnded()
      await sleep(100)
    }
  }
  return { send, once }
}

export class SimulationEnded extends Error {}
