import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { createVitest, type TestRunResult, type Vitest } from 'vitest/node'
import { startEmbeddedPostgres } from '../../server/src/app/start/embeddedDatabase.ts'
import { connect } from '../../server/src/base/database/db.ts'
import { readObjects } from '../../server/src/base/database/sqlFiles.ts'
import { withoutDurability } from '../../server/test/globalSetup.ts'
import { isObject, pathOf, type SqlMutant } from './sqlMutant.ts'
import { textNow } from './textOf.ts'

/** A change with the test that found it, undefined if it survived, and which text of the file was changed. */
export type SqlResult = SqlMutant & { foundBy?: string; text: string }

export const sqlReport = '.cache/mutants/sql.json'

const path = (file: string) => resolve(pathOf(file))

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
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: () => {},
    settings: withoutDurability,
  })
  process.env['DATABASE_URL'] = postgres.url
  try {
    const results = readResults().filter((old) => !wanted.some((mutant) => isSame(mutant, old)))
    for (const [test, mutants] of Map.groupBy(wanted, (mutant) => mutant.test)) {
      await runTest(test, mutants, (result) => {
        results.push(result)
        writeFileSync(sqlReport, JSON.stringify(results, null, 2))
      })
    }
  } finally {
    delete process.env['DATABASE_URL']
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs one file of tests for each change: one Vitest, so that unchanged modules and the template stay as they are. */
async function runTest(
  test: string,
  mutants: readonly SqlMutant[],
  save: (result: SqlResult) => void,
): Promise<void> {
  process.env['MUTANT_TESTS'] = `server/src/${test}`
  const vitest = await createVitest({
    config: 'scripts/mutants/vitest.config.ts',
    watch: false,
    bail: 1,
    reporters: [{}],
  })
  try {
    // A test that fails without the change proves nothing.
    if (firstFailure(await vitest.start()) !== undefined) throw new Error(`${test} fails without a change`)
    for (const mutant of mutants) {
      const foundBy = await runChanged(vitest, mutant)
      save({ ...mutant, foundBy, text: textNow(path(mutant.file)) })
      const { file, from, to = '' } = mutant
      console.log(`${foundBy ? 'found' : 'SURVIVED'} ${file}: ${from} → ${to} (${foundBy})`)
    }
  } finally {
    await vitest.close()
  }
}

async function runChanged(vitest: Vitest, mutant: SqlMutant): Promise<string | undefined> {
  const file = path(mutant.file)
  const isOfDatabase = isObject(mutant.file)
  if (isOfDatabase) await applyObjects(vitest, file, sourceOf(mutant))
  else Object.assign(process.env, { MUTANT_FILE: file, MUTANT_SOURCE: sourceOf(mutant) })
  vitest.invalidateFile(file)
  try {
    return firstFailure(await vitest.runTestSpecifications(await vitest.globTestSpecifications()))
  } finally {
    process.env['MUTANT_FILE'] = ''
    vitest.invalidateFile(file)
    if (isOfDatabase) await applyObjects(vitest)
  }
}

/**
 * Applies all functions, triggers and views to the template of the databases, one file of them changed: what 0_changes.sql
 * says of a table is applied where the table is declared.
 */
async function applyObjects(vitest: Vitest, file = '', source = ''): Promise<void> {
  const pool = connect(vitest.getRootProject().getProvidedContext().templateUrl, { max: 1 })
  try {
    await pool.begin(async (tx) => {
      await tx`set local check_function_bodies = off`
      for (const { name, text } of await readObjects())
        await tx.unsafe(basename(file) === name ? source : text)
    })
  } finally {
    await pool.end()
  }
}

/** Whether two are the same change, found by the same test. */
export const isSame = (a: SqlMutant, b: SqlMutant) =>
  a.file === b.file && a.from === b.from && a.to === b.to && a.test === b.test

export function readResults(): SqlResult[] {
  mkdirSync('.cache/mutants', { recursive: true })
  try {
    return JSON.parse(readFileSync(sqlReport, 'utf8')) as SqlResult[]
  } catch {
    return []
  }
}

/** The first failing test of a run; undefined if all pass. */
function firstFailure({ testModules, unhandledErrors }: TestRunResult): string | undefined {
  if (testModules.length === 0) throw new Error(`There is no test ${process.env['MUTANT_TESTS']}`)
  if (unhandledErrors.length === 0 && testModules.every((module) => module.ok())) return undefined
  const failed = testModules.flatMap((module) => [...module.children.allTests('failed')])
  return failed[0]?.fullName ?? 'the file as a whole'
}
