import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groups } from '../scripts/mutants/groups.ts'
import { pathOf } from '../scripts/mutants/sqlMutant.ts'
import { sqlMutants } from '../scripts/mutants/sqlMutants.ts'

// `npm run mutants` takes hours, so what it would refuse at once is checked here: its lists follow the sources.

const url = (file: string) => new URL(`../${file}`, import.meta.url)
const text = (file: string) => (existsSync(url(file)) ? readFileSync(url(file), 'utf8') : '')

test('every file that is mutated exists, and so does every test that runs for it', () => {
  const patterns = groups
    .flatMap(({ mutate, tests, more = [] }) => [...mutate, ...tests, ...more])
    .map((file) => file.replace(/:\d+-\d+$/, ''))
  const all = [...patterns, ...sqlMutants.map(({ test: file }) => `server/src/${file}`)]
  const missing = all.filter((pattern) => globSync(pattern, { cwd: url('') }).length === 0)
  expect([...new Set(missing)]).toEqual([])
})

// Of a whole shop, or of a program, not of rules of one feature.
const ofNoGroup = ['server/src/shop/backup/upgrade.test.ts']

test('every test of a feature runs for a group', () => {
  const run = new Set(
    groups.flatMap(({ tests, more = [] }) =>
      [...tests, ...more].flatMap((pattern) => globSync(pattern, { cwd: url('') })),
    ),
  )
  const lost = globSync('{server,contract}/src/**/*.test.ts', { cwd: url('') }).filter(
    (file) => !run.has(file) && !/^server\/src\/(app|base)\/|\.(alone|plans|proof)\.test\.ts$/.test(file),
  )
  expect(lost.toSorted()).toEqual(ofNoGroup)
})

test('a pattern finds all tests of what its group changes', () => {
  const lost = groups.flatMap(({ name, mutate, tests, more = [] }) => {
    const run = new Set([...tests, ...more].flatMap((pattern) => globSync(pattern, { cwd: url('') })))
    return mutate
      .map((file) => file.replace(/(\.ts)(:\d+-\d+)?$/, '.test.ts'))
      .filter((file) => existsSync(url(file)) && !run.has(file))
      .map((file) => `${name}: ${file}`)
  })
  expect(lost).toEqual([])
})

test('every SQL text that is mutated is in its file exactly once', () => {
  const outdated = sqlMutants.filter(({ file, from }) => text(pathOf(file)).split(from).length !== 2)
  expect(outdated.map(({ file, from }) => `${file}: ${from}`)).toEqual([])
})

test('the page has only rows of files that are there', () => {
  const files = [...text('docs/mutants.md').matchAll(/^\| `(\S+)` \|/gm)].map(([, file = '']) => file)
  expect(files.filter((file) => !existsSync(url(file)))).toEqual([])
})
