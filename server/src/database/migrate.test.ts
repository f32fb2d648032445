import { expect, test } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { connect } from './db.ts'
import { isMigrated, migrate, migrationNames } from './migrate.ts'

const empty = useDatabase({ migrated: false })
const shop = useDatabase()

const tablesOf = async (db: typeof empty.db) => {
  const rows = await db<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  return rows.map(({ name }) => name)
}

test('a migration is applied completely or not at all, and once if several processes start together', async () => {
  const names = await migrationNames()
  expect(await isMigrated(empty.db).catch(() => false)).toBe(false)

  // The migration of the order counts fails near its end, as if the process were killed there.
  await empty.db`create schema elsewhere`
  await empty.db.unsafe(
    `create function fold_order_counts() returns bigint language sql as 'select 0::bigint'`,
  )
  await expect(migrate(empty.db)).rejects.toThrow(/already exists/)
  expect(await tablesOf(empty.db)).not.toContain('order_counts')
  expect(await isMigrated(empty.db)).toBe(false)
  await empty.db.unsafe('drop function fold_order_counts()')

  const others = Array.from({ length: 3 }, () => connect(empty.url, { max: 1 }))
  const applied = await Promise.all([empty.db, ...others].map((pool) => migrate(pool)))
  await Promise.all(others.map((pool) => pool.end()))
  expect(applied.flat()).toEqual([...new Set(applied.flat())])
  expect(await isMigrated(empty.db)).toBe(true)
  const rows = await empty.db<{ name: string }[]>`select name from migrations order by name`
  expect(rows.map(({ name }) => name)).toEqual(names)
  expect(await migrate(empty.db)).toEqual([])
  expect(await tablesOf(empty.db)).toEqual(await tablesOf(shop.db))
})

test('a database of a version with other migrations is refused in one sentence', async () => {
  await shop.db`insert into migrations (name) values ('0002_staff.sql')`
  // Nothing is missing: a newer version has migrated this database, and its schema has everything that this one needs.
  expect(await migrate(shop.db)).toEqual([])
  await shop.db`delete from migrations where name like '0021%'`
  await expect(migrate(shop.db)).rejects.toThrow(
    'The database has the schema of another version of Our Print (0002_staff.sql): start that version, or set DATA_DIR or DATABASE_URL to a new database',
  )
  await shop.db`delete from migrations where name = '0002_staff.sql'`
  await shop.db`insert into migrations (name) values ('0021_referrals.sql')`
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
