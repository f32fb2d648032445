import type { Db, Transaction } from '../../base/database/db.ts'
import { nameChanges } from './nameChanges.ts'
import { lateSeconds } from './sealAudit.ts'
import type { Seal, StoredSeal } from './seals.queries.ts'
import * as seals from './seals.queries.ts'
import { hashEntries, hashSeal, type Kind } from './sealTexts.ts'

export type Verdict = {
  entries: number
  seals: number
  /** The newest seal. */
  last: Seal | undefined
  unsealed: number
  /** What keeps them from being sealed, if they wait for long. */
  holder: seals.Holder | undefined
  /** How many of the kept seals are in the chain. */
  keptSealsFound: number
  /** When the first seal after the newest kept one was made; undefined if all are covered, or none is said to be kept. */
  unkeptSince: string | undefined
  /** What is wrong, in sentences; the first ones only. */
  problems: string[]
}

type Options = {
  /** Seals that were kept elsewhere; undefined where nothing keeps them. */
  keptSeals: readonly Pick<Seal, 'number' | 'hash'>[] | undefined
  /** Before this time entries about reading and signing in may have been deleted. */
  passingSince: Date
  onProgress?: (seals: number) => void
}

const page = 500
const dayMs = 86_400_000

/**
 * Checks the chain of seals, the entries of each seal, and the seals that were kept elsewhere. `tx` is one snapshot, so a
 * server that writes meanwhile changes nothing. All is hashed here, and the names in its statements are PostgreSQL's own until
 * it ends.
 */
export async function verifyAudit(
  tx: Transaction,
  { keptSeals, passingSince, onProgress }: Options,
): Promise<Verdict> {
  await seals.useOwnNames(tx)
  const problems: string[] = []
  const keptHashes = Map.groupBy(keptSeals ?? [], ({ number }) => number)
  const newestKept = (keptSeals ?? []).reduce((most, { number }) => Math.max(most, number), 0)
  const verdict: Verdict = {
    entries: 0,
    seals: 0,
    last: undefined,
    unsealed: 0,
    holder: undefined,
    keptSealsFound: 0,
    unkeptSince: undefined,
    problems,
  }
  let before: StoredSeal | undefined
  for (;;) {
    const stored = await seals.sealsAfter(tx, before?.number ?? 0, page)
    for (const seal of stored) {
      problems.push(...linkProblems(before, seal), ...keptProblems(keptHashes.get(seal.number), seal))
      const found = await hashEntries(tx, before && placeOf(before), placeOf(seal))
      problems.push(...(await entryProblems(tx, before, seal, found, passingSince)))
      verdict.entries += found.lasting.count + found.passing.count
      verdict.keptSealsFound += keptHashes.delete(seal.number) ? 1 : 0
      verdict.seals++
      if (keptSeals && seal.number > newestKept) verdict.unkeptSince ??= seal.sealed_at
      before = seal
    }
    onProgress?.(verdict.seals)
    if (stored.length < page) break
  }
  problems.push(...tailProblems(before, [...keptHashes.keys()]))
  verdict.last = before
  verdict.unsealed = await seals.countUnsealed(tx, before && placeOf(before))
  verdict.holder = await seals.findHolder(tx, lateSeconds)
  return verdict
}

const placeOf = ({ upto_position, upto_id }: StoredSeal) => ({ position: upto_position, id: upto_id })

const nameOf = ({ number, sealed_at }: Pick<Seal, 'number' | 'sealed_at'>) => `seal ${number} of ${sealed_at}`

function linkProblems(before: StoredSeal | undefined, seal: StoredSeal): string[] {
  if (seal.number !== (before?.number ?? 0) + 1)
    return [`Before ${nameOf(seal)} ${seal.number - (before?.number ?? 0) - 1} seals are missing`]
  return hashSeal(before?.hash, seal) === seal.hash ? [] : [`The chain is broken at ${nameOf(seal)}`]
}

function keptProblems(keptSeals: Options['keptSeals'] | undefined, seal: StoredSeal): string[] {
  if (!keptSeals || keptSeals.every(({ hash }) => hash === seal.hash)) return []
  return [`The kept seal ${seal.number} is another one: the audit was rewritten there or before`]
}

const whatOf: Record<Kind, string> = {
  lasting: 'entries',
  passing: 'entries about reading and signing in',
}

async function entryProblems(
  db: Db,
  before: StoredSeal | undefined,
  seal: StoredSeal,
  found: Awaited<ReturnType<typeof hashEntries>>,
  passingSince: Date,
): Promise<string[]> {
  const problems: string[] = []
  // An entry waits for its seal while the shop is closed: it may be as old as the seal before.
  const mayPass = Date.parse((before ?? seal).sealed_at) < passingSince.getTime()
  for (const kind of mayPass ? (['lasting'] as const) : (['lasting', 'passing'] as const)) {
    const differs = seal[`${kind}_hash`] !== found[kind].hash
    for (const problem of difference(seal, whatOf[kind], seal[kind], found[kind].count, differs))
      problems.push(problem + (await nameChanges(db, seal, kind, found[kind])))
  }
  const { earliest } = found
  if (before && earliest && Date.parse(earliest) < Date.parse(before.sealed_at) - dayMs) {
    problems.push(
      `An entry of ${nameOf(seal)} says ${earliest}, but was not there when the seal before it was made`,
    )
  }
  return problems
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
