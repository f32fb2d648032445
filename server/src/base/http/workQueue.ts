import type { ServerResponse } from 'node:http'
import { delayOf } from './connectionDeadlines.ts'
import { overloaded, Problem } from './problem.ts'

export type Limits = {
  /** How many run at the same time. */
  concurrency: number
  /** How many may wait. */
  queueLength: number
  /** Milliseconds after which a waiting request is refused. */
  queueTimeoutMs: number
  /** How many one caller may have, running and waiting together. */
  perCaller?: number
  /** Milliseconds behind the slowest rate after which a response may be aborted for a waiting request. */
  slowReaderMs?: number
  /** Seconds in the Retry-After header of a refusal. */
  retryAfter?: number
}

type Waiting = { until: number; enter(): void; refuse(problem: Problem): void }

/** Lets the next request run; a second call does nothing. */
export type Release = () => void

const checkIntervalMs = 500

/**
 * A concurrency limit with a bounded queue. Requests beyond both are refused at once: a late response costs as much as a
 * timely one, but its client has given up. A request whose client disconnects leaves the queue.
 */
export class WorkQueue {
  readonly limits: Limits
  refused = 0
  readonly #running = new Set<ServerResponse>()
  readonly #waiting = new Set<Waiting>()
  #timer: NodeJS.Timeout | undefined
  /** Created once, because a refusal must be cheap and an error's stack trace is a fifth of its cost. */
  readonly #refusal: Problem

  constructor(limits: Limits) {
    this.limits = limits
    const { status, code, message } = overloaded()
    this.#refusal = new Problem(status, code, message, { retryAfter: limits.retryAfter ?? 2 })
  }

  get running(): number {
    return this.#running.size
  }

  get waiting(): number {
    return this.#waiting.size
  }

  get #hasCapacity(): boolean {
    return this.#running.size < this.limits.concurrency
  }

  /** Refuses early a request that could not even wait. */
  refuseIfFull(): void {
    if (this.#hasCapacity || this.#waiting.size < this.limits.queueLength) return
    throw this.#refuse()
  }

  /** Resolves when the request may run; rejects when the queue is full or the wait too long. */
  async enter(response: ServerResponse): Promise<Release> {
    const release = this.enterNow(response)
    if (release) return release
    this.refuseIfFull()
    await this.#wait(response)
    return this.#releaseOf(response)
  }

  /** Lets the request run if it need not wait. Most need not, and a promise for each would cost them time. */
  enterNow(response: ServerResponse): Release | undefined {
    if (!this.#hasCapacity) return undefined
    this.#running.add(response)
    return this.#releaseOf(response)
  }

  #releaseOf(response: ServerResponse): Release {
    return () => {
      // Synchronously, so that no new request can overtake a waiting one.
      if (this.#running.delete(response)) this.#waiting.values().next().value?.enter()
    }
  }

  #wait(response: ServerResponse): Promise<void> {
    this.#abortSlowest()
    return new Promise((resolve, reject) => {
      const leave = () => {
        response.off('close', onGone)
        this.#waiting.delete(waiting)
        if (this.#waiting.size === 0) clearInterval(this.#timer)
      }
      const waiting: Waiting = {
        until: performance.now() + this.limits.queueTimeoutMs,
        enter: () => {
          leave()
          this.#running.add(response)
          resolve()
        },
        refuse: (problem) => {
          leave()
          reject(problem)
        },
      }
      // The client has disconnected, so nobody receives this error.
      const onGone = () => waiting.refuse(overloaded())
      if (this.#waiting.size === 0) this.#timer = setInterval(() => this.#refuseOverdue(), checkIntervalMs)
      this.#waiting.add(waiting)
      response.once('close', onGone)
    })
  }

  /** The request that has waited longest is first, so the loop ends at the first one that is not overdue. */
  #refuseOverdue(): void {
    for (const waiting of this.#waiting) {
      if (performance.now() < waiting.until) break
      waiting.refuse(this.#refuse())
    }
    if (this.#waiting.size > 0) this.#abortSlowest()
  }

  /** Aborts the slowest response if it is later than the limit, so that a waiting request can run. */
  #abortSlowest(): void {
    const { slowReaderMs } = this.limits
    if (slowReaderMs === undefined) return
    const [slowest] = [...this.#running].toSorted((a, b) => delayOf(b) - delayOf(a))
    if (slowest && delayOf(slowest) >= slowReaderMs) slowest.destroy()
  }

  #refuse(): Problem {
    this.refused++
    return this.#refusal
  }
}
