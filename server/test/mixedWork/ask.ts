import { setTimeout as sleep } from 'node:timers/promises'

export type Reply = { status: number; body: Record<string, unknown> }
type Body = object | (() => FormData) | undefined

/** What one person at the counter does when there is no answer: the same again, until there is one. */
export type Asker = {
  send(method: string, path: string, body?: Body, key?: string): Promise<Reply>
  /** One attempt; undefined where no answer came. */
  once(method: string, path: string, body?: Body, key?: string): Promise<Reply | undefined>
}

export type Counts = {
  /** Requests that had no answer: their connection broke. */
  cut: number
  /** 503 with Retry-After. */
  refused: number
  /** Of these, those of a server that has lost its database. */
  away: number
  /** 409 while the first one with the key still runs. */
  inUse: number
}

/** Asks a shop, again where it may go well; `isOver` ends it where nobody waits for an answer any more. */
export function createAsker(
  shop: { url: string; token: string },
  counts: Counts,
  isOver: () => boolean,
): Asker {
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
      // A proxy says so of a process that died at its work.
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
        if (reply.body['code'] === 'database_unavailable') counts.away++
      } else if (reply) return reply
      if (isOver()) throw new WorkIsOver()
      await sleep(100)
    }
  }
  return { send, once }
}

export class WorkIsOver extends Error {}
