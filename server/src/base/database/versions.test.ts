import { expect, test } from 'vitest'
import { buildOrder } from '../../../test/build.ts'
import { useDatabase } from '../../../test/database.ts'

const { db } = useDatabase()

test('an update that forgets the version is refused, also where nobody is named', async () => {
  const { id } = await buildOrder(db)
  await expect(db`update orders set notes = 'Ring twice' where id = ${id}`).rejects.toThrow(
    'An update of orders must say version = version + 1',
  )
  await db`update orders set notes = notes where id = ${id}`
  await db`update orders set version = version + 1, notes = 'Ring twice' where id = ${id}`
  expect(await db`select version, notes from orders where id = ${id}`).toEqual([
    { version: 2, notes: 'Ring twice' },
  ])
})

test('what is not audited needs no new version: what a printer says, the bin', async () => {
  const [{ id }] = await db<[{ id: string }]>`
    insert into printers (name, uri) values ('Laser', 'ipp://printer') returning id`
  await db`update printers set seen_at = now(), status = '{}'`
  await expect(db`update printers set seen_at = now(), uri = 'ipp://other' where id = ${id}`).rejects.toThrow(
    'printers',
  )
  await db`insert into leads (name, message, email) values ('Anil', 'Cards', 'anil@test.test')`
  await db`update leads set deleted_at = now()`
  await expect(db`update leads set deleted_at = null, note = 'Called'`).rejects.toThrow('leads')
})

test('every table with a version is guarded, apart from those that keep the version of another', async () => {
  const unguarded = await db`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'version'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not exists (
      select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      -- After update, for each row.
      where t.tgrelid = c.oid and t.tgtype & 19 = 17 and p.prosrc like '%new.version = old.version%raise exception%')
    order by 1`
  expect(unguarded.map(({ name }) => name)).toEqual(['deleted_vouchers', 'event_queue', 'events'])
})
