import { isDeepStrictEqual } from 'node:util'
import { fieldError, invalidFields, notFound, stale } from '../http/problem.ts'
import type { Db } from './db.ts'

/** What of a record changes without a new version of it, such as a count or the name of another record. */
export type Derived = { version: number | undefined; fields: readonly string[] }

/**
 * A caller may send read-only fields back, but only as they are: 400 names those that differ. With the version that they were
 * read with, derived ones may be as old as that.
 */
export function refuseChangedFields(sent: object, current: object, derived?: Derived): void {
  const mayBeOlder = derived?.version === undefined ? [] : derived.fields
  const now = new Map(Object.entries(current))
  const changed = Object.entries(sent).filter(
    ([key, value]) =>
      value !== undefined && !mayBeOlder.includes(key) && !isDeepStrictEqual(value, now.get(key)),
  )
  if (changed.length > 0) {
    throw invalidFields(changed.map(([key]) => fieldError(key, `${key} cannot be changed here`)))
  }
}

/** Of the wanted values those that are given and differ from the record as it is. */
export const changedFields = <T extends object>(
  wanted: T,
  current: { [K in keyof T]?: unknown },
): Partial<T> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => value !== undefined && value !== current[key as keyof T]),
  ) as Partial<T>

/**
 * Refuses a caller who saw another version than the row has now, with the record that `read` gives. The row must be
 * locked, or it may change again before the write.
 */
export async function checkVersion(
  name: string,
  sent: number | undefined,
  locked: { version: number },
  read: () => unknown,
): Promise<void> {
  if (sent !== undefined && sent !== locked.version) throw stale(name, await read())
}

type Versioned<T> = {
  table: string
  /** What the entity is called in a refusal. */
  name: string
  get: (db: Db, id: string) => Promise<T>
}

/** Locks a record, so that what is checked stays true until the write, and reads it: 404, or 409 for a stale version. */
export async function lockRecord<T extends { version: number }>(
  db: Db,
  { table, name, get }: Versioned<T>,
  id: string,
  version?: number,
): Promise<T> {
  const [locked] = await db`select 1 from ${db(table)} where id = ${id} for no key update`
  if (!locked) throw notFound(name)
  const current = await get(db, id)
  await checkVersion(name, version, current, () => current)
  return current
}
