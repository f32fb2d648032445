import { useState } from 'react'
import { ApiError } from './call.ts'

/** A record as it is now, and what others changed since the person saw it, a sentence each. */
export type Conflict<T> = { current: T; changes: string[] }

/** A change under way, as a form needs to see it. */
export type Changing<T, Body> = {
  /** The record as the person sees it. */
  seen: T
  /** Resolves to the changed record, or to undefined when `conflict` or `error` has the reason. */
  change: (body: Body, seen?: T) => Promise<T | undefined>
  /** Takes the record as it is now for what the person sees. */
  reload: () => T | undefined
  conflict: Conflict<T> | undefined
  error: ApiError | null
  isPending: boolean
}

type Options<T, Body> = {
  /** The record as the form was filled from it. */
  record: T
  write: { isPending: boolean; error: ApiError | null; reset: () => void }
  /** Sends the change together with the version that was seen. */
  send: (seen: T, body: Body) => Promise<T>
  describe: (seen: T, current: T) => string[]
  /** The record is as wanted already: the answer to an earlier try was lost on the way. */
  isDone?: (seen: T, current: T, body: Body) => boolean
  /** The current record is shown from now on: caches of it can be filled. */
  onCurrent?: (current: T) => void
}

/**
 * Changes a record upon the version that was seen. If others changed it since, nothing is changed and `conflict` says
 * what they did; `reload` then takes the current record, so that what was typed can be saved upon it.
 */
export function useUpdate<T, Body extends object>(options: Options<T, Body>) {
  const { record, write, send, describe, isDone, onCurrent } = options
  // The form's own copy: a refetch behind an open form must not change what the person agreed to.
  const [seen, setSeen] = useState(record)
  const [conflict, setConflict] = useState<Conflict<T>>()

  /** Like `change`, but throws what went wrong. */
  async function attempt(body: Body, upon = seen): Promise<T | undefined> {
    setConflict(undefined)
    try {
      return await send(upon, body)
    } catch (error) {
      const current = currentOf(error) as T | undefined
      if (current === undefined) throw error
      if (!isDone?.(upon, current, body)) {
        setConflict({ current, changes: describe(upon, current) })
        return undefined
      }
      onCurrent?.(current)
      return current
    }
  }

  function reload(): T | undefined {
    if (!conflict) return undefined
    setSeen(conflict.current)
    setConflict(undefined)
    write.reset()
    onCurrent?.(conflict.current)
    return conflict.current
  }

  const change = (body: Body, upon?: T) => attempt(body, upon).catch(() => undefined)
  const error = conflict ? null : write.error
  return { seen, setSeen, attempt, change, reload, conflict, error, isPending: write.isPending }
}

/**
 * The record as it is now, where a write was refused because it was sent upon an older version. The contract promises
 * what the record's GET answers.
 */
export const currentOf = (error: unknown): unknown =>
  error instanceof ApiError && error.code === 'stale' ? error.current : undefined

/** 'Status: New → Won' for each fact that differs. */
export function differences(facts: readonly (readonly [what: string, before: string, now: string])[]) {
  const changed = facts.flatMap(([what, before, now]) =>
    before === now ? [] : [`${what}: ${before || 'none'} → ${now || 'none'}`],
  )
  return changed.length > 0 ? changed : ['A detail was changed and changed back.']
}

/** The fields of a form that were typed in. */
export type Dirty = Readonly<Record<string, unknown>>

/** Only what was typed here: what someone else corrected beside it stays. */
export const onlyTyped = <T extends object>(values: T, dirty: Dirty) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => dirty[name])) as Partial<T>
