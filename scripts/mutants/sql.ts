import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createVitest } from 'vitest/node'
import { startEmbeddedPostgres } from '../../server/src/app/start/embeddedDatabase.ts'
import type { SqlMutant } from './sqlMutants.ts'
import { textNow } from './textOf.ts'

/** A change with the test that found it, undefined if it survived, and which text of the file was changed. */
export type SqlResult = SqlMutant & { foundBy?: string; text: string }

export const sqlReport = '.cache/mutants/sql.json'

const path = (file: string) => resolve('server/src', file)

/** The changed source. Throws if the text is not in the file exactly once, because then the list is outdated. */
function sourceOf({ file, from, to = '' }: SqlMutant): string {
  const parts = readFileSync(path(file), 'utf8').split(from)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`)
  return parts.join(to)
}

/** Runs the tests of each change without changing the files. */
export async function runSqlMutants(wanted: readonly SqlMutant[]): Promise<void> {
  for (const mutant of wanted) sourceOf(mutant)
  const folder = await mkdtemp(join(tmpdir(), 'our-print-mutants-'))
  // One PostgreSQL for all changes; otherwise each run of Vitest would start its own.
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
  process.env['DATABASE_URL'] = postgres.url
  try {
    await runAll(wanted)
  } finally {
    delete process.env['DATABASE_URL']
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function runAll(wanted: readonly SqlMutant[]): Promise<void> {
  const earlier = readResults().filter((old) => !wanted.some((mutant) => isSame(mutant, old)))
  const results: SqlResult[] = []
  const passing = new Set<string>()
  for (const mutant of wanted) {
    // A test that fails without the change proves nothing.
    if (!passing.has(mutant.test) && (await firstFailure(mutant.test)) !== undefined)
      throw new Error(`${mutant.test} fails without a change`)
    passing.add(mutant.test)
    const foundBy = await firstFailure(mutant.test, mutant)
    results.push({ ...mutant, foundBy, text: textNow(path(mutant.file)) })
    console.log(
      `${foundBy ? 'found' : 'SURVIVED'} ${mutant.file}: ${mutant.from} → ${mutant.to ?? ''} (${foundBy})`,
    )
    writeFileSync(sqlReport, JSON.stringify([...earlier, ...results], null, 2))
  }
}

const isSame = (a: SqlMutant, b: SqlMutant) =>
  a.file === b.file && a.from === b.from && a.to === b.to && a.test === b.test

export function readResults(): SqlResult[] {
  mkdirSync('.cache/mutants', { recursive: true })
  try {
    return JSON.parse(readFileSync(sqlReport, 'utf8')) as SqlResult[]
  } catch {
    return []
  }
}

/** The first failing test of a file; undefined if all pass. */
async function firstFailure(test: string, mutant?: SqlMutant): Promise<string | undefined> {
  process.env['MUTANT_TESTS'] = `server/src/${test}`
  process.env['MUTANT_FILE'] = mutant ? path(mutant.file) : ''
  process.env['MUTANT_SOURCE'] = mutant ? sourceOf(mutant) : ''
  const vitest = await createVitest({
    config: 'scripts/mutants/vitest.config.ts',
    watch: false,
    bail: 1,
    reporters: [{}],
  })
  try {
    const { testModules, unhandledErrors } = await vitest.start()
    if (testModules.length === 0) throw new Error(`There is no test ${test}`)
    if (unhandledErrors.length === 0 && testModules.every((module) => module.ok())) return undefined
    const failed = testModules.flatMap((module) => [...module.children.allTests('failed')])
    return failed[0]?.fullName ?? 'the file as a whole'
  } finally {
    await vitest.close()
  }
}
