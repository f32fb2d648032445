import { globSync, readFileSync } from 'node:fs'
import { rowOf } from '@our-print/contract/entities.ts'
import { binKinds } from '@our-print/contract/entityKinds.ts'
import { viewedLists } from '@our-print/contract/shop/viewedLists.ts'
import { expect, test } from 'vitest'
import { useDatabase } from '../server/test/database.ts'
import { builders } from '../server/test/entities.ts'
import { screens } from '../web/src/app/screens.ts'
import { allEndpoints } from './endpoints.ts'

const { db } = useDatabase()
const objects = globSync('server/sql/objects/*.sql').map((file) => readFileSync(file, 'utf8'))
/** Each table whose changes are recorded, with the kind of its events or of its rows in the bin. */
const recorded = (as: 'entity' | 'bin') =>
  objects.flatMap((sql) =>
    [...sql.matchAll(/record_changes\('(\w+)'([^;]*)/g)].flatMap(([, table = '', rest = '']) => {
      const [, kind] = new RegExp(`\\b${as} => '(\\w+)'`).exec(rest) ?? []
      // With a subject the events are of another table's record.
      return kind === undefined || rest.includes('subject =>') ? [] : [{ table, kind }]
    }),
  )
const rows = Object.values(rowOf).flatMap((row) => row ?? [])

test('what the database announces and keeps are entities, of the tables that their rows name', () => {
  const [announced, binned] = [recorded('entity'), recorded('bin')]
  expect([announced.length > 10, binned.length > 4]).toEqual([true, true])
  expect([...announced, ...binned].filter(({ table, kind }) => rowOf[kind]?.table !== table)).toEqual([])
  expect(binKinds).toEqual(expect.arrayContaining(binned.map(({ kind }) => kind)))
})

test('every event that the database names is of an entity', () => {
  const named = objects.flatMap((sql) => [...sql.matchAll(/'(\w+)\.[a-z]+', '(\w+)'/g)])
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter(([, prefix = '', kind = '']) => !rowOf[prefix] || !rowOf[kind])).toEqual([])
})

test('tables and lists of entities and lists with views exist', async () => {
  const tables = await db<{ name: string }[]>`select table_name as name from information_schema.tables`
  const names = new Set(tables.map(({ name }) => name))
  expect(rows.filter(({ table }) => table && !names.has(table))).toEqual([])
  const urls = (await allEndpoints()).filter(({ method }) => method === 'GET').map(({ url }) => url)
  expect(rows.filter(({ list }) => list && !urls.includes(list))).toEqual([])
  const addresses = rows.flatMap(({ stale = [] }) => stale)
  expect(addresses.filter((address) => !urls.some((url) => url.startsWith(address)))).toEqual([])
  const paths = screens.map(({ path }) => path)
  expect(viewedLists.filter((path) => !paths.includes(path))).toEqual([])
})

// A name or a price that a list takes from another record.
test.each([
  ['plan', '/api/user-subscription-plans/'],
  ['company', '/api/voucher-groups/'],
  ['company', '/api/get-purchased-voucher/'],
] as const)('a change of a %s makes %s stale', (entity, list) => expect(rowOf[entity]?.stale).toContain(list))

test('every entity that tests build has a row', () => {
  const lists = new Set(rows.map(({ list }) => list))
  expect(Object.keys(builders).filter((list) => !lists.has(list))).toEqual([])
})
