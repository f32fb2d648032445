import { searchKinds } from '@our-print/contract/entities.ts'
import { type Entry, lookOf } from './entries.ts'
import { readStored, store } from './recentStore.ts'

/** The records that this person opened last on this device. */
export const readRecent = (): Entry[] =>
  readStored().flatMap(({ kind, key, title, to }) =>
    searchKinds.includes(kind)
      ? [{ key, title, to, detail: lookOf(kind).one, Icon: lookOf(kind).Icon, record: kind }]
      : [],
  )

/** Remembers a record as the last one that was opened. */
export function remember({ key, title, to, record }: Entry): void {
  if (record && to) store({ kind: record, key, title, to })
}
