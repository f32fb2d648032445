import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { version } from '../src/base/version.ts'
import { makeBackup } from '../src/shop/backup/backup.ts'
import { tablesOf } from '../src/shop/backup/schema.queries.ts'
import { useApi } from './api.ts'
import { builders } from './entities.ts'
import { fillTables } from './fillTable.ts'
import { useTemporaryResources } from './temporaryResources.ts'
import { buildFixture, writes } from './writeKinds.ts'

// `npm run dump` makes the backup that later versions must read (server/src/shop/backup/upgrade.test.ts): a shop of this version in
// which every table has rows. Made once for each version that changes the schema, before it is released.

const api = useApi()
const places = useTemporaryResources()

test.runIf(process.env['DUMP'])('makes a backup in which every table has rows', async () => {
  for (const build of Object.values(builders)) await build(api)
  for (const write of Object.values(writes)) {
    await write.send(api.as('admin'), await buildFixture(api.db, api.as('admin')))
  }
  const folds = await api.db<{ name: string }[]>`
    select proname as name from pg_proc where proname like 'fold\\_%' and pronargs = 0 and prorettype <> 'trigger'::regtype`
  for (const { name } of folds) await api.db`select ${api.db(name)}()`
  // Deltas that are not folded yet.
  for (const build of Object.values(builders)) await build(api)
  await buildFixture(api.db, api.as('admin'))
  await fillTables(
    api.db,
    (await tablesOf(api.db)).map(({ name }) => name),
  )
  const target = join(await places.folder(), 'shop.tar')
  // The builders name files that they do not store.
  const made = await makeBackup({
    databaseUrl: api.url,
    storage: api.resources.storage,
    target,
    allowMissing: true,
  })
  expect(made.tables.filter(({ rows }) => rows === 0)).toEqual([])
  const dump = gzipSync(await readFile(target), { level: 9 })
  expect(dump.length).toBeLessThan(200 * 1024)
  await writeFile(new URL(`dumps/${version}.tar.gz`, import.meta.url), dump)
})
