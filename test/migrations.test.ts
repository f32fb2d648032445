import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../server/sql/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const sqlIn = (name: string) => readdirSync(new URL(name, folder)).filter((file) => file.endsWith('.sql'))
const names = sqlIn('migrations')
const listed = read('migrations/SHA256SUMS')
  .trimEnd()
  .split('\n')
  .map((line): [string, string] => [line.slice(66), line.slice(0, 64)])
const hashes = new Map(listed)

test.each([...hashes])('%s is as it was when it was committed', (name, hash) => {
  const current = names.includes(name)
    ? createHash('sha256')
        .update(read(`migrations/${name}`))
        .digest('hex')
    : 'missing'
  const advice = `${name} was edited or removed. Migrations are never changed: databases have applied them already. Restore it and add a new migration instead.`
  expect(current, advice).toBe(hash)
})

test('every migration has its hash in SHA256SUMS, once', () => {
  expect(listed.length).toBe(hashes.size)
  const missing = names.filter((name) => !hashes.has(name))
  expect(missing, 'Add it: (cd server/sql/migrations && sha256sum NAME >> SHA256SUMS)').toEqual([])
})

test('migrations are numbered, and a new one comes last', () => {
  expect(names.filter((name) => !/^\d{4}_[a-z_]+\.sql$/.test(name))).toEqual([])
  expect([...hashes.keys()]).toEqual([...hashes.keys()].toSorted())
  const numbers = names.map((name) => name.slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
})

/** What a file creates, as `function day_start`, `trigger balance on coin_entries` or `record of orders`. */
function objectsIn(file: string): string[] {
  const text = read(file).replaceAll(/--.*$/gm, '')
  const found = text.matchAll(
    /\bcreate\s+(?:or\s+replace\s+)?(?:(function|procedure|view|materialized\s+view)\s+(\w+)|trigger\s+(\w+)[^;]*?\bon\s+(\w+))/gi,
  )
  const recorded = text.matchAll(/\bselect record_changes\('(\w+)'/g)
  return [
    ...[...found].map(([, kind, name, trigger, table]) =>
      kind ? `${kind} ${name}` : `trigger ${trigger} on ${table}`,
    ),
    ...[...recorded].map(([, table]) => `record of ${table}`),
  ]
}
const objectFiles = sqlIn('objects').map((name) => `objects/${name}`)

test('no function, trigger or view is defined twice', () => {
  const all = [...objectFiles, ...names.map((name) => `migrations/${name}`)].flatMap(objectsIn)
  expect(all.filter((one) => one.startsWith('trigger')).length).toBeGreaterThan(10)
  expect(all.filter((one) => one.startsWith('record of')).length).toBeGreaterThan(25)
  // The do block beside it replaces it on PostgreSQL 18.
  const twice = all.filter((one, at) => all.indexOf(one) !== at)
  expect(twice).toEqual(['function uuid_v7'])
})

test('migrations hold tables; of functions only those that defaults, indexes and generated columns call', () => {
  const inMigrations = names.flatMap((name) => objectsIn(`migrations/${name}`))
  expect([...new Set(inMigrations)]).toEqual([
    'function uuid_v7',
    'function fold_unicode',
    'function fold_text',
    'function code_key',
    'function new_referral_code',
    'function fold_accents',
    'function search_text',
  ])
})

test('files of objects hold no tables', () => {
  const tables = /^(create\s+(unlogged\s+|unique\s+)?(table|index|sequence|type|domain)|alter\s+table)\b/im
  expect(objectFiles.filter((file) => tables.test(read(file)))).toEqual([])
})
