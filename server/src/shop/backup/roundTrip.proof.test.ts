import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { openDemoShop } from '../../../demo/demoShop.ts'
import { useApi } from '../../../test/api.ts'
import { allRows, schemaOf, useTemporaryResources } from '../../../test/temporaryResources.ts'
import { until } from '../../../test/until.ts'
import { connect, type Db, type Pool } from '../../base/database/db.ts'
import type { Storage } from '../../base/files/storage.ts'
import { sealAudit } from '../audit/sealAudit.ts'
import { verifyAudit } from '../audit/verifyAudit.ts'
import { checkArchive } from './archiveReader.ts'
import { makeBackup } from './backup.ts'
import { restore } from './restore.ts'
import { excludedTables } from './schema.queries.ts'

const api = useApi()
const places = useTemporaryResources()

beforeAll(async () => {
  await openDemoShop(api.resources, { orders: 120 })
  // Text that needs escaping, and a file that is too large to be fetched ahead.
  await api.as('admin').post('/api/contact_us/', {
    name: 'Tab\tback\\slash \\N "quoted", ‘ಕನ್ನಡ’',
    email: 'odd@print.test',
    message: 'first line\nsecond line\r\n\\.\nlast',
  })
  const key = 'orders/0a/large.bin'
  const bytes = randomBytes(3 * 1024 * 1024)
  await api.resources.storage.put(key, bytes, { contentType: 'application/pdf' })
  await api.db`
    insert into order_files (order_id, name, content_type, size, page_count, storage_key, sha256)
    select id, 'large', 'application/pdf', ${bytes.length}, 1, ${key}, 'x' from orders limit 1`
  const [order] = await api.db<
    [{ id: string }]
  >`select id from orders where status = 'out-for-delivery' limit 1`
  const proof = new FormData()
  proof.append('received_by', 'Mrs Hegde')
  proof.append('signature', new Blob([new Uint8Array(await makePng())]), 'signature.png')
  expect((await api.as('admin').upload(`/api/all-orders/${order.id}/proof/`, proof)).statusCode).toBe(201)
  const [delivered] = await api.db<[{ id: string }]>`select id from orders where status = 'delivered' limit 1`
  const complaint = new FormData()
  complaint.append('reason', 'damaged')
  complaint.append('photo_1', new Blob([new Uint8Array(await makePng())]), 'photo.png')
  const complained = await api.as('admin').upload(`/api/all-orders/${delivered.id}/complaints/`, complaint)
  expect(complained.statusCode).toBe(201)
  const act = new FormData()
  act.append('order', order.id)
  act.append('tried', 'Delivered')
  act.append('refusal', 'Changed by someone else')
  act.append('signature', new Blob([new Uint8Array(await makePng())]), 'signature.png')
  expect((await api.as('admin').upload('/api/courier-tasks/', act)).statusCode).toBe(201)
})

const makePng = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

const filesOf = async (db: Db, storage: Storage) => {
  const rows = await db<{ storage_key: string }[]>`
    select storage_key from order_files union select storage_key from images
    union select storage_key from complaint_photos union select storage_key from courier_task_pictures order by 1`
  return Promise.all(
    rows.map(async ({ storage_key }) => [storage_key, await buffer(await storage.read(storage_key))]),
  )
}

/** Restored entries keep their seals, and new ones are sealed after them. */
async function expectSealed(restored: Pool, sealed: number) {
  const check = () => restored.begin((tx) => verifyAudit(tx, { keptSeals: [], passingSince: new Date(0) }))
  expect(await check()).toMatchObject({ problems: [], entries: sealed })
  const insert = (db: Db) =>
    db`insert into audit_entries (action, entity, entity_id) values ('update', 'leads', gen_random_uuid())`
  // As in a server whose transaction numbers are far behind those of the backup's.
  await restored`update audit_entries set position = position + 1000000000`
  await restored`update audit_seals set upto_position = upto_position + 1000000000`
  await restored`select rebase_audit()`
  await insert(restored)
  const [{ last }] = await restored<[{ last: boolean }]>`
    select (select position from audit_entries order by at desc, id desc limit 1) > max(upto_position) as last
    from audit_seals`
  expect(last).toBe(true)
}

async function backUp(): Promise<string> {
  const target = join(await places.folder(), 'shop.tar')
  await makeBackup({ databaseUrl: api.url, storage: api.resources.storage, target })
  return target
}

test('a restore has every row, every file, the schema and its counters', async () => {
  let sealed = 0
  await until('the audit is sealed', async () => (sealed += await sealAudit(api.db)) > 0)
  const source = await backUp()
  const manifest = await checkArchive(source)
  expect(manifest.tables.length).toBeGreaterThan(30)
  expect(manifest.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(25)

  const databaseUrl = await places.database()
  const dataDir = await places.folder()
  const { openStorage } = await import('../../base/files/openStorage.ts')
  const open = () => openStorage({ dataDir, s3: undefined })
  await restore({
    source,
    databaseUrl,
    openStorage: open,
    keep: ['apiKeys', 'printing', 'webhooks', 'bulkJobs'],
  })
  const restored = connect(databaseUrl, { max: 2 })
  try {
    const [was, is] = [await allRows(api.db), await allRows(restored)]
    for (const name of excludedTables) {
      delete was[name]
      delete is[name]
    }
    expect(is).toEqual(was)
    expect(await schemaOf(restored)).toEqual(await schemaOf(api.db))
    expect(await filesOf(restored, await open())).toEqual(await filesOf(api.db, api.resources.storage))
    // Sequences continue after the restored rows, and the triggers are enabled.
    const next = (db: Db) => db`
      insert into orders (title, user_id, pdf_page_count, copies, color, sides, paper_size, binding, pickup, amount)
      select 'next', id, 1, 1, 'bw', 'single', 'A4', 'none', true, 100 from users order by id limit 1 returning number`
    expect(await next(restored)).toEqual(await next(api.db))
    expect(await restored`select words from order_search where words like '%next%'`).toHaveLength(1)
    await expectSealed(restored, sealed)
  } finally {
    await restored.end()
  }
})
