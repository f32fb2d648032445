import { createHash } from 'node:crypto'
import type { Db } from '../database/db.ts'
import { nameChanges } from './nameChanges.ts'
import type { Seal, StoredSeal } from './seals.queries.ts'
import * as seals from './seals.queries.ts'

export type Verdict = {
  entries: number
  seals: number
  /** The newest seal. */
  last: Seal | undefined
  unsealed: number
  /** How many of the kept seals are in the chain. */
  kept: number
  /** What is wrong, in sentences; the first ones only. */
  problems: string[]
}

type Options = {
  /** Seals that were kept elsewhere. */
  kept: readonly Pick<Seal, 'number' | 'hash'>[]
  /** Before this time entries about reading and signing in may have been deleted. */
  passingSince: Date
  onProgress?: (seals: number) => void
}

const page = 500
const dayMs = 86_400_000

/**
 * Checks the chain of seals, the entries of each seal, and the seals that were kept elsewhere. `db` is one snapshot, so a
 * server that writes meanwhile changes nothing.
 */
export async function verifyAudit(db: Db, { kept, passingSince, onProgress }: Options): Promise<Verdict> {
  const problems: string[] = []
  const keptHashes = Map.groupBy(kept, ({ number }) => number)
  const verdict: Verdict = { entries: 0, seals: 0, last: undefined, unsealed: 0, kept: 0, problems }
  let before: StoredSeal | undefined
  for (;;) {
    const stored = await seals.sealsAfter(db, before?.number ?? 0, page)
    for (const seal of stored) {
      problems.push(...linkProblems(before, seal), ...keptProblems(keptHashes.get(seal.number), seal))
      const facts = await seals.factsBetween(db, before && placeOf(before), placeOf(seal))
      const place = [before && placeOf(before), placeOf(seal)] as const
      const name = (kind: Kind) => nameChanges(db, seal, kind, ...place)
      problems.push(...(await entryProblems(before, seal, facts, passingSince, name)))
      verdict.entries += facts.lasting + facts.passing
      verdict.kept += keptHashes.delete(seal.number) ? 1 : 0
      verdict.seals++
      before = seal
    }
    onProgress?.(verdict.seals)
    if (stored.length < page) break
  }
  problems.push(...tailProblems(before, [...keptHashes.keys()]))
  verdict.last = before
  verdict.unsealed = await seals.countUnsealed(db, before && placeOf(before))
  return verdict
}

const placeOf = ({ upto_position, upto_id }: StoredSeal) => ({ position: upto_position, id: upto_id })

const nameOf = ({ number, sealed_at }: Pick<Seal, 'number' | 'sealed_at'>) => `seal ${number} of ${sealed_at}`

function linkProblems(before: StoredSeal | undefined, seal: StoredSeal): string[] {
  if (seal.number !== (before?.number ?? 0) + 1)
    return [`Before ${nameOf(seal)} ${seal.number - (before?.number ?? 0) - 1} seals are missing`]
  const hash = createHash('sha256')
    .update(Buffer.from(before?.hash ?? '', 'hex'))
    .update(seal.text)
    .digest('hex')
  return hash === seal.hash ? [] : [`The chain is broken at ${nameOf(seal)}`]
}

function keptProblems(kept: Options['kept'] | undefined, seal: StoredSeal): string[] {
  if (!kept || kept.every(({ hash }) => hash === seal.hash)) return []
  return [`The kept seal ${seal.number} is another one: the audit was rewritten there or before`]
}

type Kind = 'lasting' | 'passing'

async function entryProblems(
  before: StoredSeal | undefined,
  seal: StoredSeal,
  facts: seals.Facts,
  passingSince: Date,
  name: (kind: Kind) => Promise<string>,
): Promise<string[]> {
  const lasting = difference(
    seal,
    'entries',
    seal.lasting,
    facts.lasting,
    seal.lasting_hash !== facts.lasting_hash,
  )
  const mayPass = Date.parse(seal.sealed_at) < passingSince.getTime()
  const passing = mayPass
    ? []
    : difference(
        seal,
        'entries about reading and signing in',
        seal.passing,
        facts.passing,
        seal.passing_hash !== facts.passing_hash,
      )
  const isBackdated =
    before && facts.earliest && Date.parse(facts.earliest) < Date.parse(before.sealed_at) - dayMs
  return [
    ...(await Promise.all(lasting.map(async (problem) => problem + (await name('lasting'))))),
    ...(await Promise.all(passing.map(async (problem) => problem + (await name('passing'))))),
    ...(isBackdated
      ? [
          `An entry of ${nameOf(seal)} says ${facts.earliest}, but was not there when the seal before it was made`,
        ]
      : []),
  ]
}

function difference(seal: Seal, what: string, sealed: number, found: number, differs: boolean): string[] {
  if (found < sealed) return [`${sealed - found} of ${sealed} ${what} under ${nameOf(seal)} were removed`]
  if (found > sealed)
    return [`${found - sealed} ${what} were inserted under ${nameOf(seal)}, which has ${sealed}`]
  return differs ? [`One or more of the ${sealed} ${what} under ${nameOf(seal)} were changed`] : []
}

/** Kept seals that the chain has not: it was cut off. */
function tailProblems(last: StoredSeal | undefined, missing: number[]): string[] {
  const newest = missing.reduce((most, number) => Math.max(most, number), 0)
  if (newest <= (last?.number ?? 0)) return []
  return [
    `The end was cut off: seal ${newest} was kept, and the last one here is ${last ? nameOf(last) : 'none'}`,
  ]
}
