import { randomUUID } from 'node:crypto'
import type { Pool } from '../database/db.ts'
import { extend, giveBack, leaseSeconds, take } from './leases.queries.ts'

/** That a key, and the work that it names, is this process's alone. */
export interface Lease {
  /** False once another process may have it, or the server stops. */
  isHeld(): boolean
  /** Aborted when the server stops. */
  signal: AbortSignal
}

const signOfLifeMs = 3_000

type Options = {
  /** The most keys to take. */
  most: number
  /** How long nobody has a key again whose work came to its end. */
  restMs?: number
  signal?: AbortSignal
}

/**
 * Takes some of these keys that are free, and does the work of each; returns the ends of the works by key. Meanwhile no
 * other process has the key. An error frees it at once. What a process had that dies is free some ten seconds later.
 */
export async function workOn(
  pool: Pool,
  keys: string[],
  { most, restMs = 0, signal = new AbortController().signal }: Options,
  work: (key: string, lease: Lease) => Promise<unknown>,
): Promise<Map<string, Promise<void>>> {
  const holder = randomUUID()
  const since = performance.now()
  const taken = await take(pool, holder, keys, most, restMs)
  return new Map(taken.map((key) => [key, workOnOne(key)]))

  async function workOnOne(key: string): Promise<void> {
    const { isHeld, end } = keep(pool, holder, key, since)
    let isDone = false
    try {
      await work(key, { isHeld: () => isHeld() && !signal.aborted, signal })
      isDone = true
    } finally {
      end()
      // Without the database it becomes free by itself.
      await giveBack(pool, holder, key, isDone ? restMs : 0).catch(() => {})
    }
  }
}

/** Gives signs of life for a key that was taken, until `end`. */
function keep(pool: Pool, holder: string, key: string, since: number) {
  let isLost = false
  let last = since
  const isHeld = () => {
    // What was late once may be another process's, whatever comes after.
    isLost ||= performance.now() - last > leaseSeconds * 1000
    return !isLost
  }
  const timer = setInterval(() => {
    isHeld()
    const asked = performance.now()
    extend(pool, holder, key).then(
      (isOurs) => {
        if (isOurs) last = asked
        else isLost = true
      },
      () => {},
    )
  }, signOfLifeMs)
  return { isHeld, end: () => clearInterval(timer) }
}

/**
 * Does work that is due, unless another process is at it; returns whether it was done here. It is due again after a time,
 * or where it failed at once.
 */
export async function runWhenDue(
  pool: Pool,
  key: string,
  everyMs: number,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const done = [...(await workOn(pool, [key], { most: 1, restMs: everyMs }, work)).values()]
  await Promise.all(done)
  return done.length > 0
}
