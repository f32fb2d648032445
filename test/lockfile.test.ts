import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addMissing, missingOptionals } from '../scripts/lockfile.ts'

const lockfile = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')

test('the lockfile has the optional packages of every platform (repair: node scripts/lockfile.ts)', () => {
  expect(missingOptionals(JSON.parse(lockfile) as Parameters<typeof missingOptionals>[0])).toEqual([])
})

test('a missing optional package is added with its platform', () => {
  const lock = {
    packages: { 'node_modules/tool': { optionalDependencies: { '@tool/linux-x64-musl': '^1.2.3' } } },
  }
  expect(addMissing(lock)).toBe(1)
  expect(lock.packages).toMatchObject({
    'node_modules/@tool/linux-x64-musl': {
      version: '1.2.3',
      cpu: ['x64'],
      os: ['linux'],
      libc: ['musl'],
      optional: true,
    },
  })
})

test('the lockfile names no registry', () => {
  expect(lockfile).not.toContain('"resolved": "http')
})
