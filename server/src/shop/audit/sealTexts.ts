import { createHash } from 'node:crypto'
import { passingActions } from '../../base/database/auditTrail.ts'
import type { Db } from '../../base/database/db.ts'
import { type Place, readEntries, type StoredEntry, type StoredSeal } from './seals.queries.ts'

// The texts that seals.queries.ts hashes in SQL, made here again: a verification must not believe a function of the
// database that it judges.

/** As PostgreSQL writes a JSON array, with a space after each comma. */
const list = (members: readonly string[]) => `[${members.join(', ')}]`
const quote = (text: string | null) => (text === null ? 'null' : JSON.stringify(text))

/** `2026-11-23T10:15:30.1Z` with six digits of the second, and without the Z. */
function moment(time: string): string {
  const [seconds = '', fraction = ''] = time.replace('Z', '').split('.')
  return `${seconds}.${fraction.padEnd(6, '0')}`
}

const textOf = (entry: StoredEntry) =>
  list([
    entry.position,
    quote(entry.id),
    quote(moment(entry.at)),
    quote(entry.actor),
    quote(entry.action),
    quote(entry.entity),
    quote(entry.entity_id),
    entry.before ?? 'null',
    entry.after ?? 'null',
    quote(entry.request_id),
  ])

/** The hash of a seal: over that of the seal before and what it says. */
export function hashSeal(before: string | undefined, seal: StoredSeal): string {
  const text = list([
    String(seal.number),
    quote(moment(seal.sealed_at)),
    seal.upto_position,
    quote(seal.upto_id),
    String(seal.lasting),
    quote(seal.lasting_hash),
    String(seal.passing),
    quote(seal.passing_hash),
  ])
  return createHash('sha256')
    .update(Buffer.from(before ?? '', 'hex'))
    .update(text)
    .digest('hex')
}

/** An entry with its hash, in hexadecimal. */
export type HashedEntry = Pick<StoredEntry, 'id' | 'at' | 'action' | 'entity' | 'entity_id'> & {
  hash: string
}

/** Entries of one kind: how many there are, the hash over all of them, and the first ones. */
export type Hashed = { count: number; hash: string; entries: HashedEntry[] }
export type Kind = 'lasting' | 'passing'

/** Read at once. */
const page = 2_000
/** Kept to name them: twice what a seal covers; more were inserted than anyone reads. */
const mostEntries = 10_000

/** What the entries after one place up to another are now. */
export async function hashEntries(
  db: Db,
  after: Place | undefined,
  upto: Place,
): Promise<Record<Kind, Hashed> & { earliest: string | undefined }> {
  const kinds = { lasting: collect(), passing: collect() }
  let earliest: string | undefined
  for (let last = after; ; ) {
    const entries = await readEntries(db, last, upto, page)
    for (const entry of entries) {
      const isPassing = passingActions.some((action) => action === entry.action)
      kinds[isPassing ? 'passing' : 'lasting'].add(entry)
      // Of entries from before the audit had positions the time is no news.
      if (BigInt(entry.position) > 0n && (earliest === undefined || entry.at < earliest)) earliest = entry.at
    }
    if (entries.length < page) return { lasting: kinds.lasting.end(), passing: kinds.passing.end(), earliest }
    last = entries.at(-1)
  }
}

function collect() {
  const all = createHash('sha256')
  const entries: HashedEntry[] = []
  let count = 0
  return {
    add(entry: StoredEntry): void {
      const hash = createHash('sha256').update(textOf(entry)).digest()
      all.update(hash)
      count++
      if (entries.length >= mostEntries) return
      const { id, at, action, entity, entity_id } = entry
      entries.push({ id, at, action, entity, entity_id, hash: hash.toString('hex') })
    },
    end: (): Hashed => ({ count, hash: all.digest('hex'), entries }),
  }
}
