import type { FastifyRateLimitStore } from '@fastify/rate-limit'

/** Addresses that are counted at a time; the ones seen longest ago are forgotten first. */
const mostKeys = 5000

type Counted = { current: number; since: number }

/**
 * Counts requests by address in this process, by a clock that nobody sets: with that of the wall, an address that was over its
 * limit when the clock went back would stay so until that time came again.
 */
export class LimitStore implements FastifyRateLimitStore {
  readonly #counted = new Map<string, Counted>()

  incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], timeWindow: number): void {
    const now = performance.now()
    const known = this.#counted.get(key)
    const counted =
      known && known.since + timeWindow > now
        ? { current: known.current + 1, since: known.since }
        : { current: 1, since: now }
    this.#counted.delete(key)
    this.#counted.set(key, counted)
    const [oldest] = this.#counted.size > mostKeys ? this.#counted.keys() : []
    if (oldest !== undefined) this.#counted.delete(oldest)
    callback(null, { current: counted.current, ttl: timeWindow - (now - counted.since) })
  }

  /** Each limit counts for itself. */
  child(): LimitStore {
    return new LimitStore()
  }
}
