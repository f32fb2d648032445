import { expect, test, vi } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { OperatorError } from '../operatorError.ts'
import { connect, type Db } from './db.ts'
import { isMigrated, isUpToDate, migrate } from './migrate.ts'
import { readMigrations, readObjects, type SqlFile } from './sqlFiles.ts'
import { refuseUnusable } from './usableDatabase.ts'

type Read = () => Promise<SqlFile[]>
/** What is applied instead of the files. */
const files = vi.hoisted(() => ({
  migrations: undefined as Read | undefined,
  objects: undefined as Read | undefined,
}))
vi.mock('./sqlFiles.ts', async (original) => {
  const real = await original<typeof import('./sqlFiles.ts')>()
  return {
    readMigrations: () => files.migrations?.() ?? real.readMigrations(),
    readObjects: () => files.objects?.() ?? real.readObjects(),
  }
})

const empty = useDatabase({ migrated: false })
const other = useDatabase({ migrated: false })
const shop = useDatabase()

const tablesOf = async (db: typeof empty.db) => {
  const rows = await db<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  return rows.map(({ name }) => name)
}

const objectsOf = (db: Db) => db<{ what: string; is: string }[]>`
  select oid::regprocedure::text as what, pg_get_functiondef(oid) || coalesce(obj_description(oid), '') as is from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')
  union all select tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
  union all select viewname, definition from pg_views where schemaname = 'public'
  order by 1, 2`

test('a start applies everything or nothing, and once if several processes start together', async () => {
  const names = (await readMigrations()).map(({ name }) => name)
  expect(await isMigrated(empty.db).catch(() => false)).toBe(false)

  // The last file of objects fails, as if the process were killed there.
  const first = await readObjects()
  files.objects = async () => [...first, { name: 'zzz.sql', text: 'select 1 / 0', sha256: 'a' }]
  await expect(migrate(empty.db)).rejects.toThrow(/division by zero/)
  expect(await tablesOf(empty.db)).toEqual([])
  files.objects = undefined

  const others = Array.from({ length: 3 }, () => connect(empty.url, { max: 1 }))
  const applied = await Promise.all([empty.db, ...others].map((pool) => migrate(pool)))
  await Promise.all(others.map((pool) => pool.end()))
  expect(applied.flat()).toEqual(names)
  expect(await isUpToDate(empty.db)).toBe(true)
  const rows = await empty.db<{ name: string }[]>`select name from migrations order by name`
  expect(rows.map(({ name }) => name)).toEqual(names)
  expect(await migrate(empty.db)).toEqual([])
  expect(await tablesOf(empty.db)).toEqual(await tablesOf(shop.db))
})

test('a database of a version with other migrations is refused in one sentence', async () => {
  await shop.db`insert into migrations (name) values ('0001_foundation.sql')`
  await shop.db`delete from sql_objects`
  // Nothing is missing: a newer version has migrated this database. Its functions are left alone.
  expect(await migrate(shop.db)).toEqual([])
  expect(await shop.db`select name from sql_objects`).toEqual([])
  const known = await readMigrations()
  files.migrations = async () => [...known, { name: '0002_later.sql', text: 'select 1 / 0', sha256: 'b' }]
  await expect(migrate(shop.db)).rejects.toThrow(
    /^The database has the schema of another version of Our Print \(0001_foundation.sql\): start that version, or set DATA_DIR or DATABASE_URL to a new database$/,
  )
  files.migrations = undefined
  await shop.db`delete from migrations where name = '0001_shop.sql'`
  await expect(migrate(shop.db)).rejects.toThrow(
    /^The database was made by a version of Our Print before 1.0, which this version cannot read: start that version, or set DATA_DIR or DATABASE_URL to a new database$/,
  )
  await shop.db`update migrations set name = '0001_shop.sql' where name = '0001_foundation.sql'`
  await migrate(shop.db)
})

test('a database in which no shop can be is refused in one sentence', async () => {
  const { name } = new URL(other.url).pathname.match(/(?<name>\w+)$/)?.groups ?? {}
  await other.db`create table coupons (id int)`
  await expect(migrate(other.db)).rejects.toThrow(
    new OperatorError(
      `DATABASE_URL cannot be used: the database ${name} has a table coupons of another program: give the shop a database of its own`,
    ),
  )
  // As a framework keeps its own migrations.
  await other.db`drop table coupons`
  await other.db`create table migrations (id int)`
  await expect(migrate(other.db)).rejects.toThrow(/has a table migrations of another program/)
  expect(await tablesOf(other.db)).toEqual(['migrations'])
  await other.db`drop table migrations`
  // What is called otherwise is left alone.
  await other.db`create table something_else (id int)`
  expect((await migrate(other.db)).length).toBeGreaterThan(1)
})

test.each([
  [{ server_version: '14.9', is_old: true }, 'it names PostgreSQL 14.9, and 15 or later is needed'],
  [{ encoding: 'LATIN1' }, 'the database shop is encoded as LATIN1, and UTF8 is needed'],
  [{ has_icu: false }, 'PostgreSQL was built without ICU'],
  [{ has_trigrams: false }, 'PostgreSQL has no extension pg_trgm: install its contrib modules'],
  [{ may_create: false }, 'the role clerk may not make tables in the database shop: it must own it'],
  [{ may_extend: false }, 'the role clerk may not make tables in the database shop: it must own it'],
])('a database that is not as operations.md says: %j', async (different, sentence) => {
  const good = { name: 'shop', role: 'clerk', encoding: 'UTF8', is_old: false, foreign_table: null }
  const rights = { has_icu: true, has_trigrams: true, may_create: true, may_extend: true }
  const db = (facts: object) => (async () => [{ ...good, ...rights, ...facts }]) as unknown as Db
  await expect(refuseUnusable(db(different), [])).rejects.toThrow(
    new OperatorError(`DATABASE_URL cannot be used: ${sentence}`),
  )
  await refuseUnusable(db({}), [])
})

test('functions, triggers and views are replaced when a file changed, and applying them again changes nothing', async () => {
  const before = await objectsOf(shop.db)
  // Their bodies are checked, which the first application cannot do.
  for (const { text } of await readObjects()) await shop.db.unsafe(text)
  expect(await objectsOf(shop.db)).toEqual(before)

  await shop.db.unsafe(`create or replace function event_author() returns uuid language sql as 'select null::uuid';
    drop trigger record on orders; drop view live_coupons;
    update sql_objects set hash = 'of yesterday' where name = 'figures.sql'`)
  expect(await isUpToDate(shop.db)).toBe(false)
  expect(await migrate(shop.db)).toEqual([])
  expect(await isUpToDate(shop.db)).toBe(true)
  expect(await objectsOf(shop.db)).toEqual(before)
})

test('a second start applies nothing, an edited file is applied, and a broken one leaves everything as it was', async () => {
  const original = await readObjects()
  // The transaction that wrote each function tells whether it was written again.
  const written = () => shop.db`
    select p.oid::regprocedure::text as name, p.xmin::text, prosrc from pg_proc p
    where pronamespace = 'public'::regnamespace order by 1`
  const hashes = () => shop.db`select name, hash from sql_objects order by name`
  const first = { written: await written(), hashes: await hashes() }
  expect(await isUpToDate(shop.db)).toBe(true)
  expect(await migrate(shop.db)).toEqual([])
  expect({ written: await written(), hashes: await hashes() }).toEqual(first)

  const edit = (name: string, added: string) =>
    original.map((file) =>
      file.name === name ? { ...file, text: `${file.text}\n${added}`, sha256: `of ${added}` } : file,
    )
  const gift = `create or replace function gift() returns int language sql as 'select 1';`
  const gifts = () => shop.db`select prosrc from pg_proc where proname = 'gift'`
  files.objects = async () => edit('coins.sql', gift)
  expect(await isUpToDate(shop.db)).toBe(false)
  await migrate(shop.db)
  expect(await isUpToDate(shop.db)).toBe(true)
  expect(await gifts()).toEqual([{ prosrc: 'select 1' }])

  const second = { written: await written(), hashes: await hashes() }
  files.objects = async () =>
    edit('coins.sql', `${gift.replace('1', '2')} create view broken as select nothing;`)
  await expect(migrate(shop.db)).rejects.toThrow('column "nothing" does not exist')
  expect({ written: await written(), hashes: await hashes() }).toEqual(second)
  files.objects = undefined
  await migrate(shop.db)
  await shop.db`drop function gift()`
})

test('a truncate of one table empties no other', async () => {
  // Bit 5 of tgtype: the trigger fires on truncate.
  expect(await shop.db`select tgname from pg_trigger where tgtype & 32 <> 0`).toEqual([])
})

test('ids are UUIDv7 and increase with time', async () => {
  const rows = await shop.db<
    { id: string }[]
  >`select uuid_v7() as id, pg_sleep(0.002) from generate_series(1, 20)`
  const ids = rows.map(({ id }) => id)
  expect(
    ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toEqual([])
  expect(ids).toEqual(ids.toSorted())
  const time = Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16)
  expect(Math.abs(time - Date.now())).toBeLessThan(60_000)
})
