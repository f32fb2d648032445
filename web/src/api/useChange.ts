import { useRef, useState } from 'react'
import { ApiError } from './call.ts'

/** A record as it is now, and what came between since the person looked, a sentence each. */
export type Meanwhile<T> = { current: T; changes: string[] }

/** A change under way, as a form needs to see it. */
export type Changing<T, Body> = {
  /** Resolves to the changed record, or to undefined when `meanwhile` or `error` has the reason. */
  change: (body: Body) => Promise<T | undefined>
  /** Takes the record as it is now for what the person sees. */
  reload: () => T | undefined
  meanwhile: Meanwhile<T> | undefined
  error: ApiError | null
  isPending: boolean
}

type Options<T, Body> = {
  /** The record as the person sees it. */
  record: T
  write: {
    mutateAsync: (input: { params: { id: string }; body: Body & { version: number } }) => Promise<T>
    isPending: boolean
    error: ApiError | null
    reset: () => void
  }
  /** Asks for the record as it is now. */
  read: () => Promise<T | undefined>
  describe: (seen: T, now: T) => string[]
}

/**
 * Changes a record as it was seen. When it is no longer as seen nothing is changed and `meanwhile` says what is;
 * `reload` then takes it as it is now, so that what was typed can be saved upon it.
 */
export function useChange<T extends { id: string; version: number }, Body extends object>({
  record,
  write,
  read,
  describe,
}: Options<T, Body>): Changing<T, Body> & { seen: T; setSeen: (record: T) => void } {
  // What the form was filled from: a record that is read again behind it must not pass for seen.
  const [seen, setSeen] = useState(record)
  const [meanwhile, setMeanwhile] = useState<Meanwhile<T>>()
  const [checking, setChecking] = useState(false)
  const running = useRef(false)

  async function change(body: Body): Promise<T | undefined> {
    // The second click of a double click may come before the button is drawn as busy.
    if (running.current) return undefined
    running.current = true
    setMeanwhile(undefined)
    try {
      return await write.mutateAsync({ params: { id: seen.id }, body: { ...body, version: seen.version } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale') return undefined
      setChecking(true)
      const current = await read()
        .catch(() => undefined)
        .finally(() => setChecking(false))
      if (current) setMeanwhile({ current, changes: describe(seen, current) })
      return undefined
    } finally {
      running.current = false
    }
  }

  function reload(): T | undefined {
    if (!meanwhile) return undefined
    setSeen(meanwhile.current)
    setMeanwhile(undefined)
    write.reset()
    return meanwhile.current
  }

  const error = meanwhile ? null : write.error
  return { seen, setSeen, change, reload, meanwhile, error, isPending: write.isPending || checking }
}

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
