import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { buildOrder, buildUser } from '../../../test/build.ts'
import { useDatabase } from '../../../test/database.ts'
import { withDatabase } from '../../../test/processes/shopProcess.ts'
import { schemaOf, useTemporaryResources } from '../../../test/temporaryResources.ts'
import { migrate } from '../../base/database/migrate.ts'
import { readMigrations, type SqlFile } from '../../base/database/sqlFiles.ts'
import { openStorage } from '../../base/files/openStorage.ts'
import { makeBackup } from './backup.ts'
import { restore } from './restore.ts'

// What a later version adds: a table, and a function that needs it.
const later = vi.hoisted(() => ({ migrations: [] as SqlFile[], objects: [] as SqlFile[] }))
vi.mock('../../base/database/sqlFiles.ts', async (original) => {
  const files = await original<typeof import('../../base/database/sqlFiles.ts')>()
  return {
    readMigrations: async () => [...(await files.readMigrations()), ...later.migrations],
    readObjects: async () => [...(await files.readObjects()), ...later.objects],
  }
})

const shop = useDatabase()
const places = useTemporaryResources()

test('a backup of an older version is restored and migrated, with the functions and triggers of today', async () => {
  const { id: user } = await buildUser(shop.db)
  await buildOrder(shop.db, { user })
  const dataDir = await places.folder()
  const storage = await openStorage({ dataDir, s3: undefined })
  const source = join(await places.folder(), 'old.tar')
  const made = await makeBackup({ databaseUrl: shop.url, storage, target: source })
  const known = (await readMigrations()).map(({ name }) => name)
  expect(made.migrations.map(({ name }) => name)).toEqual(known)

  const gifts = `create table gifts (order_id uuid primary key references orders (id));
    insert into gifts select id from orders; alter table orders add column gift text`
  later.migrations = [{ name: '9999_gifts.sql', text: gifts, sha256: 'b' }]
  const count = `create or replace function count_gifts() returns bigint language sql as 'select count(*) from gifts'`
  later.objects = [{ name: 'gifts.sql', text: count, sha256: 'c' }]
  const [url, fresh] = [await places.database(), await places.database()]
  await restore({ source, databaseUrl: url, openStorage: () => openStorage({ dataDir, s3: undefined }) })
  await withDatabase(fresh, migrate)
  await withDatabase(url, async (db) => {
    expect(await schemaOf(db)).toEqual(await withDatabase(fresh, schemaOf))
    expect(await db`select count_gifts()`).toEqual([{ count_gifts: 1 }])
    // The backup had deltas that were not folded yet.
    await db`select fold_figures()`
    expect(await db`select orders::int from order_counts where period = 'ever' and orders > 0`).toEqual([
      { orders: 1 },
    ])
    expect(await migrate(db)).toEqual([])
  })

  // The other way round, a database of a newer version is refused.
  later.migrations = []
  const target = join(await places.folder(), 'x.tar')
  await expect(makeBackup({ databaseUrl: url, storage, target })).rejects.toThrow(/newer version/)
  await storage.close()
})
