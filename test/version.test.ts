import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useApi } from '../server/test/api.ts'

// The version stands in package.json; what else says it must say the same.

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const { version, workspaces } = JSON.parse(read('package.json')) as { version: string; workspaces: string[] }
const api = useApi()

test.each(workspaces)('the workspace %s has the version of the whole', (workspace) => {
  expect(JSON.parse(read(`${workspace}/package.json`))).toMatchObject({ version })
})

test('the lockfile has the version of the whole', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string
    packages: Record<string, { version?: string }>
  }
  const versions = ['', ...workspaces].map((path) => lock.packages[path]?.version)
  expect([...new Set([lock.version, ...versions])]).toEqual([version])
})

test('the changelog begins with what this version brought', () => {
  const [newest] = read('CHANGELOG.md').matchAll(/^## \[(\S+)\] - \d{4}-\d{2}-\d{2}$/gm)
  expect(newest?.[1]).toBe(version)
})

test('the API description says the version', async () => {
  const reply = await api.as(undefined).get('/api/openapi.json')
  expect(reply.json()).toMatchObject({ info: { version } })
})
