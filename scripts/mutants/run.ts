import { copyFileSync, mkdirSync } from 'node:fs'
import { Stryker } from '@stryker-mutator/core'
import { type Group, groups } from './groups.ts'
import { writeScores } from './report.ts'
import { runSqlMutants } from './sql.ts'
import { sqlMutants } from './sqlMutants.ts'

// `npm run mutants` runs all groups and the SQL; `npm run mutants -- coins sql` runs only these, `-- sql:rewards/coins` the SQL of
// some files.

// These mutators empty a statement, a function or a value. Every test of the code finds that, which would inflate the
// score. SQL is changed by sqlMutants.ts.
const excluded = ['StringLiteral', 'ArrowFunction', 'BlockStatement', 'ObjectLiteral', 'ArrayDeclaration']

mkdirSync('.cache/mutants', { recursive: true })

const chosen = process.argv.slice(2)
const names = [...groups.map(({ name }) => name), 'sql']
const [sqlOf, chosenGroups] = [
  chosen.filter((name) => name.startsWith('sql:')),
  chosen.filter((name) => !name.startsWith('sql:')),
]
const unknown = chosenGroups.find((name) => !names.includes(name))
if (unknown !== undefined) throw new Error(`There is no group ${unknown}; there are ${names.join(', ')}`)

const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name)
for (const group of groups) if (isChosen(group.name)) await run(group)
const sql = sqlMutants.filter(
  ({ file }) => isChosen('sql') || sqlOf.some((name) => file.startsWith(name.slice(4))),
)
if (sql.length > 0) await runSqlMutants(sql)
if (!writeScores(85)) process.exitCode = 1

async function run(group: Group): Promise<void> {
  const resultPath = `.cache/mutants/${group.name.replaceAll(' ', '-')}`
  // A second run would not notice new tests for mutants of the contract in code that runs at module load.
  const force = group.mutate.some((file) => file.startsWith('contract'))
  const left = await runWith(group, group.tests, resultPath, {
    incrementalFile: `${resultPath}.own-incremental.json`,
    force,
  })
  if (left === 0 || !group.more) return
  copyFileSync(`${resultPath}.own-incremental.json`, `${resultPath}.incremental.json`)
  const incrementalFile = `${resultPath}.incremental.json`
  await runWith(group, [...group.tests, ...group.more], resultPath, { incrementalFile, force: false })
}

/** Returns the number of survivors. Earlier results are kept where neither the mutant nor its tests changed. */
async function runWith(
  { mutate }: Group,
  tests: string[],
  resultPath: string,
  earlier: { incrementalFile: string; force: boolean },
): Promise<number> {
  // Not by Stryker's `testFiles`, with which mutants in code that runs at module load all survive (its issue 6144).
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
    // Stryker would rewrite tsconfig paths with an API that TypeScript 7 no longer has.
    tsconfigFile: 'none',
    concurrency: 2,
    // A test ends what waits for ever, after its own timeout. This one counts as found too, and a slow machine must not reach it.
    timeoutMS: 600_000,
    dryRunTimeoutMinutes: 15,
    incremental: true,
    ...earlier,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: `${resultPath}.json` },
  }).runMutationTest()
  return results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').length
}
