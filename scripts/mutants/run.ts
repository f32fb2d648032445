import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { Stryker } from '@stryker-mutator/core'
import { type Group, groups } from './groups.ts'
import { writeScores } from './report.ts'
import { runSqlMutants } from './sql.ts'
import { sqlMutants } from './sqlMutants.ts'

// npm run mutants: all groups and the SQL. npm run mutants -- coins sql: these only.

// These empty a statement, a function or an answer: every test that comes near finds that, which flatters the score.
// What is in the SQL is changed by sqlMutants.ts.
const excluded = ['StringLiteral', 'ArrowFunction', 'BlockStatement', 'ObjectLiteral', 'ArrayDeclaration']

// In memory a test's database is made much faster.
if (existsSync('/dev/shm')) process.env['TMPDIR'] ??= '/dev/shm'
mkdirSync('.cache/mutants', { recursive: true })

const chosen = process.argv.slice(2)
const names = [...groups.map(({ name }) => name), 'sql']
const unknown = chosen.find((name) => !names.includes(name))
if (unknown !== undefined) throw new Error(`There is no group ${unknown}; there are ${names.join(', ')}`)

const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name)
for (const group of groups) if (isChosen(group.name)) await run(group)
if (isChosen('sql')) await runSqlMutants(sqlMutants)
if (!writeScores(85)) process.exitCode = 1

async function run(group: Group): Promise<void> {
  const kept = `.cache/mutants/${group.name.replaceAll(' ', '-')}`
  const left = await runWith(group, group.tests, kept, `${kept}.own-incremental.json`)
  if (left === 0 || !group.more) return
  copyFileSync(`${kept}.own-incremental.json`, `${kept}.incremental.json`)
  await runWith(group, [...group.tests, ...group.more], kept, `${kept}.incremental.json`)
}

/** Answers how many are left. What an earlier run found is tried again only where the mutant or its test changed. */
async function runWith(
  { mutate }: Group,
  tests: string[],
  kept: string,
  incrementalFile: string,
): Promise<number> {
  // Not by Stryker's own `testFiles`, with which mutants of a module's first evaluation all survive (its issue 6144).
  process.env['MUTANT_TESTS'] = tests.join()
  const results = await new Stryker({
    mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    mutator: { excludedMutations: excluded },
    tempDirName: '.cache/stryker',
    ignorePatterns: ['.cache', 'data', 'docs', 'bench', 'e2e', 'dist', 'test-results'],
    // Stryker would rewrite its paths through an interface that TypeScript 7 no longer has.
    tsconfigFile: 'none',
    concurrency: 2,
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 15,
    // Of mutants in a module's first evaluation, which the contract is full of, it does not see what tests are new.
    incremental: tests.some((test) => test.startsWith('server')),
    incrementalFile,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: `${kept}.json` },
  }).runMutationTest()
  return results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').length
}
