import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groups } from '../scripts/mutants/groups.ts'
import { sqlMutants } from '../scripts/mutants/sqlMutants.ts'

// `npm run mutants` takes hours, so what it would refuse at once is checked here: its lists follow the sources.

const url = (file: string) => new URL(`../${file}`, import.meta.url)
const text = (file: string) => (existsSync(url(file)) ? readFileSync(url(file), 'utf8') : '')

test('every file that is mutated exists, and so does every test that runs for it', () => {
  const files = groups
    .flatMap(({ mutate, tests, more = [] }) => [...mutate, ...tests, ...more])
    .map((file) => file.replace(/:\d+-\d+$/, ''))
    .filter((file) => !file.includes('*'))
  const missing = [...files, ...sqlMutants.map(({ test: file }) => `server/src/${file}`)].filter(
    (file) => !existsSync(url(file)),
  )
  expect([...new Set(missing)]).toEqual([])
})

test('every SQL text that is mutated is in its file exactly once', () => {
  const outdated = sqlMutants.filter(({ file, from }) => text(`server/src/${file}`).split(from).length !== 2)
  expect(outdated.map(({ file, from }) => `${file}: ${from}`)).toEqual([])
})
