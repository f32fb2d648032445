import { overloaded } from '../../base/http/problem.ts'

type Outcome<Kind, T> = { done: T[]; failed: { kind: Kind; error: unknown }[] }

/**
 * Runs a work for each kind at the same time, none longer than the limit. Of one kind only one work runs at a time, so
 * that a slow kind occupies one database connection, however many people search. A work that would start too late does
 * not start. Throws if all kinds failed.
 */
export function runEach<Kind extends string>(kinds: readonly Kind[], limitMs: number) {
  const last = new Map<Kind, Promise<unknown>>()

  function inTurn<T>(kind: Kind, until: number, work: (kind: Kind) => Promise<T>): Promise<T> {
    const start = () => {
      if (performance.now() >= until) throw overloaded()
      return work(kind)
    }
    // Never at once: what it throws must not leave the others and the timer behind.
    const mine = (last.get(kind) ?? Promise.resolve()).then(start, start)
    last.set(kind, mine)
    const forget = () => {
      if (last.get(kind) === mine) last.delete(kind)
    }
    mine.then(forget, forget)
    return mine
  }

  return async <T>(work: (kind: Kind) => Promise<T>): Promise<Outcome<Kind, T>> => {
    const until = performance.now() + limitMs
    let timer: NodeJS.Timeout | undefined
    const timeIsUp = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(overloaded()), limitMs)
    })
    const all = await Promise.allSettled(
      kinds.map((kind) => Promise.race([inTurn(kind, until, work), timeIsUp])),
    )
    clearTimeout(timer)
    const outcome: Outcome<Kind, T> = { done: [], failed: [] }
    for (const [index, one] of all.entries()) {
      const kind = kinds[index] as Kind
      if (one.status === 'fulfilled') outcome.done.push(one.value)
      else outcome.failed.push({ kind, error: one.reason })
    }
    const [first] = outcome.failed
    if (first && outcome.done.length === 0) throw first.error
    return outcome
  }
}
