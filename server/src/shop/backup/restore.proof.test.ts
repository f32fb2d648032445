import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openDemoShop } from '../../../demo/demoShop.ts'
import { useApi } from '../../../test/api.ts'
import { otherPostgres, startOtherPostgres } from '../../../test/otherPostgres.ts'
import { withDatabase } from '../../../test/processes/shopProcess.ts'
import { startS3Server } from '../../../test/s3Server.ts'
import { allRows, useTemporaryResources } from '../../../test/temporaryResources.ts'
import { type Pool } from '../../base/database/db.ts'
import { openStorage } from '../../base/files/openStorage.ts'
import { readSigningKey } from '../../base/http/links.ts'
import * as apiKeys from '../../people/apiKeys/apiKeys.queries.ts'
import { hashPassword, withHasher } from '../../people/session/password.ts'
import { createFirstAdmin } from '../../people/staff/firstAdmin.ts'
import { makeBackup } from './backup.ts'
import { findShopData } from './emptyShop.queries.ts'
import { type Keepable, restore } from './restore.ts'
import { excludedTables, shopObjects } from './schema.queries.ts'
import { namingTables } from './snapshot.queries.ts'

const api = useApi()
const places = useTemporaryResources()
const state = {} as { source: string }

beforeAll(async () => {
  await openDemoShop(api.resources, { orders: 3 })
  const password_hash = await hashPassword('the old password')
  await api.db`update staff_users set version = version + 1, ${api.db({ password_hash })} where id = ${api.people.admin.id}`
  const key = { name: 'Website', scopes: ['orders:read' as const], requests_per_minute: 60, expires_on: null }
  await apiKeys.create(api.db, api.people.admin.id, key)
  state.source = join(await places.folder(), 'shop.tar')
  await makeBackup({ databaseUrl: api.url, storage: api.resources.storage, target: state.source })
})

const into = (
  databaseUrl: string,
  dataDir: string,
  more: { keep?: readonly Keepable[]; signal?: AbortSignal; onProgress?: (s: string) => void } = {},
) =>
  restore({
    source: state.source,
    databaseUrl,
    openStorage: () => openStorage({ dataDir, s3: undefined }),
    // So that every row is as it was.
    keep: ['apiKeys', 'printing', 'webhooks', 'bulkJobs'],
    ...more,
  })

const rowsKept = async (db: Pool) => {
  const rows = await allRows(db)
  for (const name of excludedTables) delete rows[name]
  return rows
}

test('API keys of the backup have ended, which is traced; roundTrip.proof.test.ts keeps them', async () => {
  const url = await places.database()
  const { stopped } = await into(url, await places.folder(), { keep: ['printing', 'webhooks', 'bulkJobs'] })
  expect(stopped.map(({ said }) => said)).toEqual([
    'API keys have ended, since some may have been deleted meanwhile: Website',
  ])
  await withDatabase(url, async (db) => {
    const { results } = await apiKeys.list(db, { limit: 10, offset: 0 })
    expect(results.map(({ name, is_expired }) => [name, is_expired])).toEqual([['Website', true]])
    expect(await db`select action, before from audit_entries where entity = 'api_keys'`).toEqual([
      { action: 'update', before: { expires_on: null } },
    ])
  })
})

test('a new shop counts as empty: its first admin is replaced by the accounts of the backup', async () => {
  const url = await places.database({ migrated: true })
  await withDatabase(url, async (db) => {
    await createFirstAdmin(db, { adminEmail: 'new@print.test', adminPassword: 'a password of now' })
    await readSigningKey(db)
    const [admin] = await db<[{ id: string }]>`select id from staff_users`
    await db`insert into sessions (token_hash, staff_user) values ('\\x00', ${admin.id})`
    expect(await findShopData(db)).toBeUndefined()
  })
  await into(url, await places.folder())
  await withDatabase(url, async (db) => {
    const staff = await db<
      { email: string; password_hash: string }[]
    >`select email, password_hash from staff_users`
    expect(staff.map(({ email }) => email)).not.toContain('new@print.test')
    const admin = staff.find(({ email }) => email === api.people.admin.email)
    const isRight = await withHasher({ id: 'test', isKnown: true }, (hasher) =>
      hasher.verify('the old password', admin?.password_hash),
    )
    expect(isRight).toBe(true)
    expect(await db`select from sessions`).toHaveLength(0)
    // Links signed before the backup stay valid.
    expect(await readSigningKey(db)).toEqual(await readSigningKey(api.db))
  })
})

const entered: Record<string, string> = {
  'a second account': `insert into staff_users (email, full_name, password_hash) values ('b@print.test', 'B', 'x')`,
  'a customer': `insert into users (first_name, mobile) values ('Anil', '+919876543210')`,
  'a lead': `insert into leads (name, email, message) values ('A', 'a@print.test', 'hello')`,
  'another price': `update configurations set version = version + 1, delivery_fee = 50`,
  'a coupon': `insert into coupons (name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew)
    values ('A', 'A', 10, current_date, current_date, false, false)`,
}

test.each(Object.entries(entered))('a shop with %s is refused, and keeps it', async (_what, statement) => {
  const url = await places.database({ migrated: true })
  await withDatabase(url, async (db) => {
    await createFirstAdmin(db, { adminEmail: 'new@print.test', adminPassword: 'a password of now' })
    await db.unsafe(statement)
  })
  const before = await withDatabase(url, allRows)
  await expect(into(url, await places.folder())).rejects.toThrow(
    /^The shop is not empty: there is something in /,
  )
  expect(await withDatabase(url, allRows)).toEqual(before)
})

test('the tables of another program are not taken for those of an empty shop', async () => {
  const url = await places.database({ migrated: false })
  await withDatabase(url, (db) =>
    db.unsafe('create table sessions (id int); insert into sessions values (1)'),
  )
  await expect(into(url, await places.folder())).rejects.toThrow(
    /has a table sessions of another program: give the shop a database of its own$/,
  )
  expect(await withDatabase(url, (db) => db`select id from sessions`)).toEqual([{ id: 1 }])
})

test('a database that a server has open is refused', async () => {
  const url = await places.database({ migrated: true })
  await withDatabase(url, async (server) => {
    await server`select 1`
    await expect(into(url, await places.folder())).rejects.toThrow(
      'A server is open on this database: stop it first',
    )
  })
  await expect(into(url, await places.folder())).resolves.toBeDefined()
})

test('tables, functions and rows that are not of the shop stay unchanged', async () => {
  const url = await places.database()
  await withDatabase(url, (db) =>
    db.unsafe(`create table reports (id int primary key, what text); insert into reports values (1, 'theirs');
      create function their_function() returns int language sql as 'select 1'`),
  )
  await into(url, await places.folder())
  await withDatabase(url, async (db) => {
    expect(await db`select what, their_function() as is from reports`).toEqual([{ what: 'theirs', is: 1 }])
    const target = join(await places.folder(), 'b.tar')
    const manifest = await makeBackup({ databaseUrl: url, storage: api.resources.storage, target })
    expect(manifest.tables.map(({ name }) => name)).not.toContain('reports')
  })
})

test('after a stop or a failed file, the shop and its storage are empty and a restore can run again', async () => {
  const url = await places.database()
  const dataDir = await places.folder()
  for (const moment of ['Loading orders', 'Storing files: 3 ', 'nothing']) {
    const stop = new AbortController()
    const onProgress = (sentence: string) => {
      if (sentence.startsWith(moment)) stop.abort(new Error(`stopped at ${moment}`))
    }
    // It stops before its next step, whatever that is.
    const done = into(url, dataDir, { signal: stop.signal, onProgress })
    if (moment === 'nothing') {
      await done
      continue
    }
    await expect(done).rejects.toThrow(`stopped at ${moment}`)
    expect(await withDatabase(url, (db) => db`select to_regclass('orders') as orders`)).toEqual([
      { orders: null },
    ])
    const storage = await openStorage({ dataDir, s3: undefined })
    const keys = await api.db<{ storage_key: string }[]>`select distinct storage_key from order_files`
    for (const { storage_key } of keys) expect(await storage.size(storage_key)).toBeUndefined()
  }
  expect(await withDatabase(url, rowsKept)).toEqual(await rowsKept(api.db))
})

test('a file of another shop under the same key is neither changed nor removed', async () => {
  const dataDir = await places.folder()
  const storage = await openStorage({ dataDir, s3: undefined })
  const [file] = await api.db<
    [{ storage_key: string }]
  >`select storage_key from order_files order by 1 limit 1`
  await storage.put(file.storage_key, Buffer.from('another'), { contentType: 'application/pdf' })
  await expect(into(await places.database(), dataDir)).rejects.toThrow(/already has another file/)
  expect(await storage.size(file.storage_key)).toBe(7)
})

test('files are restored to S3 and backed up from it', async () => {
  const s3 = await startS3Server(await mkdtemp(join(tmpdir(), 'our-print-s3-')))
  try {
    const open = () => openStorage({ dataDir: '/nowhere', s3: s3.settings })
    const url = await places.database()
    await restore({ source: state.source, databaseUrl: url, openStorage: open })
    const target = join(await places.folder(), 'from-s3.tar')
    const storage = await open()
    const manifest = await makeBackup({ databaseUrl: url, storage, target })
    await storage.close()
    const dataDir = await places.folder()
    await restore({
      source: target,
      databaseUrl: await places.database(),
      openStorage: () => openStorage({ dataDir, s3: undefined }),
    })
    expect(manifest.files.count).toBeGreaterThan(5)
  } finally {
    await s3.close()
  }
})

test.skipIf(!otherPostgres)('to another major version of PostgreSQL and back', async () => {
  const other = await startOtherPostgres()
  try {
    const dataDir = await places.folder()
    await into(other.url, dataDir)
    await withDatabase(other.url, async (db) => expect(await rowsKept(db)).toEqual(await rowsKept(api.db)))
    const target = join(await places.folder(), 'from-other.tar')
    const storage = await openStorage({ dataDir, s3: undefined })
    const made = await makeBackup({ databaseUrl: other.url, storage, target })
    expect(made.postgresql).toMatch(/^15/)
    const url = await places.database()
    await restore({
      source: target,
      databaseUrl: url,
      openStorage: () => openStorage({ dataDir, s3: undefined }),
      keep: ['apiKeys', 'printing', 'webhooks', 'bulkJobs'],
    })
    await withDatabase(url, async (db) => expect(await rowsKept(db)).toEqual(await rowsKept(api.db)))
  } finally {
    await other.stop()
  }
})

test('the migrations create every object of the schema by name', async () => {
  const own = await shopObjects()
  const unknown = await api.db`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and (relkind in ('r', 'p') and relname <> all(${own.tables}::text[])
        or relkind in ('v', 'm') and relname <> all(${own.views}::text[]))
    union all select proname from pg_proc p where pronamespace = 'public'::regnamespace
      and proname <> all(${own.functions}::text[])
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select typname from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')
      and typname <> all(${own.types}::text[])`
  expect(unknown).toEqual([])
})

test('every table that names stored files is known to the backup', async () => {
  const tables = await api.db<{ name: string }[]>`
    select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'storage_key' order by 1`
  expect(tables.map(({ name }) => name).filter((name) => !excludedTables.includes(name))).toEqual(
    Object.keys(namingTables).toSorted(),
  )
})
