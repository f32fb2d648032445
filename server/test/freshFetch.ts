import { setTimeout as sleep } from 'node:timers/promises'

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/**
 * As `fetch`, over a connection of its own. The server closes one that was idle for a minute, sometimes just when a test uses it
 * again after a long walk; then the call fails, and `fetch` repeats none. A server whose machine is busy refuses before it does
 * anything, and says when to come again: then it is sent again.
 */
export async function freshFetch(url: string | URL, { headers, ...init }: Init = {}): Promise<Response> {
  for (;;) {
    const reply = await fetch(url, { ...init, headers: { ...headers, connection: 'close' } })
    const seconds = reply.headers.get('retry-after')
    if (reply.status !== 503 || seconds === null) return reply
    await sleep(1_000 * Number(seconds))
  }
}
