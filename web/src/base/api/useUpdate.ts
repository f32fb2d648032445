import type { Endpoint, Input, Output } from '@our-print/contract/endpoint.ts'
import { useState } from 'react'
import { useWrite } from './api.ts'
import { type ApiError, currentOf } from './call.ts'
import { isNewer, useLatest, type Versioned } from './latest.ts'

/** The current record, and what others changed in it since the person opened it, one sentence each. */
export type Conflict<T> = { current: T; changes: string[] }

/** An update of a record, as a form uses it. */
export type RecordUpdate<T, Body> = {
  /** The version of the record that the person sees. */
  seen: T
  /** Resolves to the updated record, or to undefined: then `conflict` or `error` has the reason. */
  update: (body: Body, seen?: T) => Promise<T | undefined>
  /** Makes the current record the one that the person sees. */
  reload: (current?: T) => T | undefined
  conflict: Conflict<T> | undefined
  /** What others have changed since the person opened it, if a newer state of the record has been read. */
  newer: Conflict<T> | undefined
  error: ApiError | null
  isPending: boolean
}

type Options<T, Body> = {
  /** The record that filled the form. */
  record: T
  write: { isPending: boolean; error: ApiError | null; reset: () => void }
  /** Sends the change with the version that the person saw. */
  send: (seen: T, body: Body) => Promise<T>
  describe: (seen: T, current: T) => string[]
  /** Whether an earlier try succeeded and only its response was lost. */
  isDone?: (seen: T, current: T, body: Body) => boolean
  /** Called when the current record is shown, to fill caches of it. */
  onCurrent?: (current: T) => void
}

/**
 * Updates a record from the version that the person saw. If others updated it since, nothing is stored and `conflict`
 * says what they changed; `reload` then takes the current record, and what was typed can be saved on top of it.
 */
export function useUpdate<T, Body extends object>(options: Options<T, Body>) {
  const { record, write, send, describe, isDone, onCurrent } = options
  // A copy: a refetch behind an open form must not change what the person agreed to.
  const [seen, setSeen] = useState(record)
  const [conflict, setConflict] = useState<Conflict<T>>()
  const latest = useLatest(record)

  /** Like `update`, but throws errors. */
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

  function reload(current = conflict?.current): T | undefined {
    if (current === undefined) return undefined
    setSeen(current)
    setConflict(undefined)
    write.reset()
    onCurrent?.(current)
    return current
  }

  const update = (body: Body, upon?: T) => attempt(body, upon).catch(() => undefined)
  const error = conflict ? null : write.error
  const hasNewer = !conflict && !write.isPending && isNewer(seen, latest)
  const newer = hasNewer ? { current: latest, changes: describe(seen, latest) } : undefined
  return { seen, setSeen, attempt, update, reload, conflict, newer, error, isPending: write.isPending }
}

type BodyOf<E extends Endpoint> = Input<E> extends { body: infer B } ? Omit<B, 'version'> : never

/** The same by an endpoint that takes the id in its path and the changes in its body; `stale` as for a write. */
export function usePatch<E extends Endpoint>(
  endpoint: E,
  stale: readonly Endpoint[],
  options: Omit<Options<Output<E>, BodyOf<E>>, 'write' | 'send'>,
) {
  const write = useWrite(endpoint, stale)
  const inputOf = ({ id, version }: Versioned, body: BodyOf<E>) =>
    ({ params: { id }, body: { ...body, version } }) as Input<E>
  const send = (seen: Output<E>, body: BodyOf<E>) => write.mutateAsync(inputOf(seen as Versioned, body))
  return useUpdate({ ...options, write, send })
}

/** 'Status: New → Won' for each fact that changed. */
export function differences(facts: readonly (readonly [what: string, before: string, now: string])[]) {
  const changed = facts.flatMap(([what, before, now]) =>
    before === now ? [] : [`${what}: ${before || 'none'} → ${now || 'none'}`],
  )
  return changed.length > 0 ? changed : ['A detail was changed and changed back.']
}

/** The fields of a form that the person changed. */
export type Dirty = Readonly<Record<string, unknown>>

/** Only the fields that the person changed: the changes of others to other fields stay. */
export const onlyTyped = <T extends object>(values: T, dirty: Dirty) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => dirty[name])) as Partial<T>
