import { type Entry, kinds } from './entries.ts'
import { readStored, store } from './recentStore.ts'

/** The records that this person opened last on this device. */
export const readRecent = (): Entry[] =>
  readStored().flatMap(({ kind, key, title, to }) =>
    kind in kinds ? [{ key, title, to, detail: kinds[kind].one, Icon: kinds[kind].Icon, record: kind }] : [],
  )

/** Remembers a record as the last one that was opened. */
export function remember({ key, title, to, record }: Entry): void {
  if (record && to) store({ kind: record, key, title, to })
}
