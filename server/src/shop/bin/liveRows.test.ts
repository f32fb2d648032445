import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/database.ts'

const { db } = useDatabase()

test('every table with deleted rows has a view of the others, with all its columns', async () => {
  const columns = (relation: string) => db<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = to_regclass(${relation}) and attnum > 0 and not attisdropped order by attname`
  const tables = await db<{ name: string }[]>`
    select table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'deleted_at' and table_type = 'BASE TABLE'
      and table_name <> 'bin' order by 1`
  expect(tables.map(({ name }) => name)).toEqual([
    'clients',
    'coupons',
    'leads',
    'qr_codes',
    'subscription_plans',
    'voucher_infos',
  ])
  // After adding a column: `create or replace view live_… as select * from … where deleted_at is null`.
  for (const name of ['vouchers', ...tables.map((table) => table.name)])
    expect([name, ...(await columns(`live_${name}`))]).toEqual([name, ...(await columns(name))])
})
