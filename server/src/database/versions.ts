import { isDeepStrictEqual } from 'node:util'
import { conflict, fieldError, invalidFields, notFound } from '../http/problem.ts'

/** A caller may send read-only fields back, but only as they are: 400 names those that differ. */
export function refuseChangedFields(sent: object, current: object): void {
  const now = new Map(Object.entries(current))
  const changed = Object.entries(sent).filter(
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, now.get(key)),
  )
  if (changed.length > 0) {
    throw invalidFields(changed.map(([key]) => fieldError(key, `${key} cannot be changed here`)))
  }
}

/** A guarded update matched no row: it is missing, or the caller saw an older version. */
export function refuseStale(what: string, exists: boolean): never {
  if (!exists) throw notFound(what)
  throw conflict(`${what} was changed by someone else in the meantime. Reload to see how it is now.`, 'stale')
}
