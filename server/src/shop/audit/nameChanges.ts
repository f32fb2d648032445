import { createHash } from 'node:crypto'
import type { Db } from '../../base/database/db.ts'
import { readEntryHashes, type StoredSeal } from './seals.queries.ts'
import type { Hashed, HashedEntry, Kind } from './sealTexts.ts'

const hashBytes = 32
const mostNamed = 5

/**
 * Names the entries of a seal that were changed, inserted or removed, by the hashes that were kept with it. Empty if those
 * are missing or were changed, too: a seal proves them as it proves the entries.
 */
export async function nameChanges(db: Db, seal: StoredSeal, kind: Kind, found: Hashed): Promise<string> {
  const hashes = await readEntryHashes(db, seal.number, kind)
  if (!hashes || createHash('sha256').update(hashes).digest('hex') !== seal[`${kind}_hash`]) return ''
  const sealed = Array.from({ length: hashes.length / hashBytes }, (_, i) =>
    hashes.toString('hex', i * hashBytes, (i + 1) * hashBytes),
  )
  const names = differences(sealed, found.entries)
  const more = names.length - mostNamed
  return names.length === 0
    ? ''
    : `: ${names.slice(0, mostNamed).join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}

/** An entry at the place of a missing one was changed; other unknown ones were inserted, other missing ones removed. */
function differences(sealed: readonly string[], found: readonly HashedEntry[]): string[] {
  const wasSealed = new Set(sealed)
  const isThere = new Set(found.map(({ hash }) => hash))
  const known = found.filter(({ hash }) => wasSealed.has(hash))
  // A place is the number of entries before it that are as they were.
  const missingAt = new Map<number, number>()
  let place = 0
  for (const hash of sealed) {
    if (isThere.has(hash)) place++
    else missingAt.set(place, (missingAt.get(place) ?? 0) + 1)
  }
  const names: string[] = []
  place = 0
  for (const entry of found) {
    if (wasSealed.has(entry.hash)) {
      place++
      continue
    }
    const missing = missingAt.get(place) ?? 0
    names.push(`${nameOf(entry)} was ${missing > 0 ? 'changed' : 'inserted'}`)
    if (missing > 0) missingAt.set(place, missing - 1)
  }
  for (const [at, missing] of missingAt) {
    const before = known[at - 1]
    const where = before ? `after ${nameOf(before)}` : 'before all others'
    if (missing > 0) names.push(`${missing === 1 ? 'one was' : `${missing} were`} removed ${where}`)
  }
  return names
}

const nameOf = ({ id, action, entity, entity_id, at }: HashedEntry) =>
  `entry ${id} (${action} of ${entity} ${entity_id}, ${at})`
