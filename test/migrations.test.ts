import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../server/migrations/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
const hashes = new Map(
  read('SHA256SUMS')
    .trimEnd()
    .split('\n')
    .map((line): [string, string] => [line.slice(66), line.slice(0, 64)]),
)

test.each([...hashes])('%s is as it was when it was committed', (name, hash) => {
  const current = names.includes(name) ? createHash('sha256').update(read(name)).digest('hex') : 'missing'
  const advice = `${name} was edited or removed. Migrations are never changed: databases have applied them already. Restore it and add a new migration instead.`
  expect(current, advice).toBe(hash)
})

test('every migration has its hash in SHA256SUMS', () => {
  const missing = names.filter((name) => !hashes.has(name))
  expect(missing, 'Add it: (cd server/migrations && sha256sum NAME >> SHA256SUMS)').toEqual([])
})

test('migrations are numbered, and a new one comes last', () => {
  expect(names.filter((name) => !/^\d{4}_[a-z_]+\.sql$/.test(name))).toEqual([])
  expect([...hashes.keys()]).toEqual([...hashes.keys()].toSorted())
  const numbers = names.map((name) => name.slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
})
