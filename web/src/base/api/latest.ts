import { createStore } from '../createStore.ts'

// The newest known state of records that others changed, so that a form that edits one can tell.

export type Versioned = { id: string; version: number }

const most = 500
const records = new Map<string, Versioned>()
const authors = new Map<string, string>()
const store = createStore()

function keep<T>(map: Map<string, T>, id: string, value: T): void {
  if (map.size >= most) map.clear()
  map.set(id, value)
}

const isVersioned = (value: unknown): value is Versioned =>
  typeof value === 'object' && value !== null && 'id' in value && 'version' in value

/** Called with records as they were just read; the answer of a slow read may be older than what is known. */
export function noteRecords(read: readonly unknown[]): void {
  for (const one of read)
    if (isVersioned(one) && one.version >= (records.get(one.id)?.version ?? 0)) keep(records, one.id, one)
  store.notify()
}

/** Called with the id of whoever changed a record last; null where nobody is named. */
export const noteAuthor = (record: string, by: string | null): void => keep(authors, record, by ?? '')

/** The id of whoever changed a record last, if that is known. */
export const authorOf = (record: string): string | undefined => authors.get(record) || undefined

/** The newer of this record and what is known of it. */
export function useLatest<T>(record: T): T {
  const id = isVersioned(record) ? record.id : ''
  const known = store.use(() => records.get(id))
  return isVersioned(record) && known && known.version > record.version ? (known as T) : record
}

/** Whether the second state of a record is a later one. */
export const isNewer = (seen: unknown, latest: unknown): boolean =>
  isVersioned(seen) && isVersioned(latest) && seen.id === latest.id && latest.version > seen.version
