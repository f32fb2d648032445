import type { ServerResponse } from 'node:http'
import { latenessOf } from './connectionDeadlines.ts'
import { overloaded, Problem } from './problem.ts'

export type Limits = {
  /** How many run at once. */
  running: number
  /** How many may wait for a place. */
  waiting: number
  /** Milliseconds after which one who waits is asked to come again. */
  patience: number
  /** Milliseconds behind a fair rate after which a slow reader's place may be given to one who waits. */
  lateness?: number
  /** Seconds, for whoever is refused. */
  retryAfter?: number
}

type Waiting = { until: number; enter(): void; refuse(problem: Problem): void }

/** Gives the place back; more than once is once. */
export type Release = () => void

const tick = 500

/**
 * A bounded queue before a bounded number of places. What is beyond both is refused at once: a late answer costs as much
 * as one in time, and nobody waits for it any more. Whoever goes away while waiting leaves the queue.
 */
export class WorkQueue {
  readonly limits: Limits
  refused = 0
  readonly #running = new Set<ServerResponse>()
  readonly #waiting = new Set<Waiting>()
  #timer: NodeJS.Timeout | undefined
  /** Made once: a refusal must cost next to nothing, and an error's stack is a fifth of it. */
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

  get #hasPlace(): boolean {
    return this.#running.size < this.limits.running
  }

  /** Refuses early: what comes after would find no place even in the queue. */
  refuseIfFull(): void {
    if (this.#hasPlace || this.#waiting.size < this.limits.waiting) return
    throw this.#refuse()
  }

  /** A place now, or in its turn; rejects when the queue is full, or the wait too long. */
  async enter(response: ServerResponse): Promise<Release> {
    if (this.#hasPlace) this.#running.add(response)
    else {
      this.refuseIfFull()
      await this.#wait(response)
    }
    return () => {
      // In the same turn, so that nobody comes in between.
      if (this.#running.delete(response)) this.#waiting.values().next().value?.enter()
    }
  }

  #wait(response: ServerResponse): Promise<void> {
    this.#makePlace()
    return new Promise((resolve, reject) => {
      const leave = () => {
        response.off('close', onGone)
        this.#waiting.delete(waiting)
        if (this.#waiting.size === 0) clearInterval(this.#timer)
      }
      const waiting: Waiting = {
        until: performance.now() + this.limits.patience,
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
      // Nobody hears it.
      const onGone = () => waiting.refuse(overloaded())
      if (this.#waiting.size === 0) this.#timer = setInterval(() => this.#look(), tick)
      this.#waiting.add(waiting)
      response.once('close', onGone)
    })
  }

  /** Who has waited longest stands first, so that the first who has not waited too long ends the look. */
  #look(): void {
    for (const waiting of this.#waiting) {
      if (performance.now() < waiting.until) break
      waiting.refuse(this.#refuse())
    }
    if (this.#waiting.size > 0) this.#makePlace()
  }

  /** Breaks off the slowest reader, where it is too slow to keep others waiting. */
  #makePlace(): void {
    const { lateness } = this.limits
    if (lateness === undefined) return
    const [slowest] = [...this.#running].toSorted((a, b) => latenessOf(b) - latenessOf(a))
    if (slowest && latenessOf(slowest) >= lateness) slowest.destroy()
  }

  #refuse(): Problem {
    this.refused++
    return this.#refusal
  }
}
