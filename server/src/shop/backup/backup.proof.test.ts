import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { openDemoShop } from '../../../demo/demoShop.ts'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildUser } from '../../../test/build.ts'
import { useTemporaryResources } from '../../../test/temporaryResources.ts'
import { until } from '../../../test/until.ts'
import { tryShareBackupLock } from '../../base/database/backupLock.ts'
import { connect } from '../../base/database/db.ts'
import { openStorage } from '../../base/files/openStorage.ts'
import type { Storage } from '../../base/files/storage.ts'
import { checkArchive } from './archiveReader.ts'
import { makeBackup } from './backup.ts'
import { chooseTarget, refuseInside } from './backupTarget.ts'
import { restore } from './restore.ts'
import * as snapshot from './snapshot.queries.ts'

const api = useApi()
const places = useTemporaryResources()

beforeAll(() => openDemoShop(api.resources, { orders: 200 }))

const command = (name: 'backup' | 'restore') =>
  fileURLToPath(new URL(`../../app/${name}Command.ts`, import.meta.url))
const settings = (databaseUrl: string, dataDir: string) => ({
  PATH: process.env['PATH'],
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
})
const run = (name: 'backup' | 'restore', env: NodeJS.ProcessEnv, ...given: string[]) =>
  spawn(process.execPath, [command(name), ...given], { env, stdio: 'pipe' })

async function ended(child: ReturnType<typeof run>): Promise<{ code: number | null; said: string }> {
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

test('a backup during writes is one snapshot: sums and counters agree, and every file is there', async () => {
  const customer = await buildUser(api.db)
  const writing = { on: true, writes: 0 }
  const writers = [0, 1, 2].map(async (writer) => {
    const client = api.as('admin')
    while (writing.on) {
      await client.post(`/api/users/${customer.id}/coins/`, { delta: writer === 0 ? 5 : 1, reason: 'test' })
      const order = await buildOrder(api.db, { user: customer.id })
      const key = `orders/aa/${order.id}.pdf`
      await api.resources.storage.put(key, Buffer.from(order.id), { contentType: 'application/pdf' })
      await api.db`
        insert into order_files (order_id, name, content_type, size, page_count, storage_key, sha256)
        values (${order.id}, 'a.pdf', 'application/pdf', 36, 1, ${key}, 'x')`
      await api.db`select fold_figures()`
      writing.writes++
    }
  })
  const source = join(await places.folder(), 'busy.tar')
  await until('it is written to', () => writing.writes > 5)
  const before = writing.writes
  await makeBackup({ databaseUrl: api.url, storage: api.resources.storage, target: source })
  expect(writing.writes).toBeGreaterThan(before)
  writing.on = false
  await Promise.all(writers)

  const [url, dataDir] = [await places.database(), await places.folder()]
  await restore({ source, databaseUrl: url, openStorage: () => openStorage({ dataDir, s3: undefined }) })
  const db = connect(url, { max: 1 })
  const storage = await openStorage({ dataDir, s3: undefined })
  const [sums] = await db`
    select (select earned - spent from coin_balances where user_id = ${customer.id}) as balance,
      (select sum(delta)::bigint from coin_entries where user_id = ${customer.id}) as ledger,
      (select count(*) from orders) as orders, (select count(*) from order_search) as searched,
      (select sum(orders)::bigint from order_counts where period = 'ever') as counted`
  expect(sums?.['balance']).toBe(sums?.['ledger'])
  expect([sums?.['searched'], sums?.['counted']]).toEqual([sums?.['orders'], sums?.['orders']])
  const files = await db<{ storage_key: string }[]>`select distinct storage_key from order_files`
  expect(files.length).toBeGreaterThan(10)
  for (const { storage_key } of files) expect(await storage.size(storage_key)).toBeGreaterThan(0)
  await db.end()
})

test('a table that is read slowly does not block later statements', async () => {
  await api.db.begin(async (tx) => {
    const tables = await snapshot.tablesToCopy(tx)
    const orders = tables.find(({ name }) => name === 'orders')
    if (!orders) throw new Error('no orders')
    const rows = await snapshot.copyTable(tx, orders)
    // All rows have arrived by now, more than the stream buffers before it pauses the socket.
    await until('no more is read', () => rows.readableLength >= rows.readableHighWaterMark)
    let bytes = 0
    for await (const chunk of rows as AsyncIterable<Buffer>) bytes += chunk.length
    expect(bytes).toBeGreaterThan(66_000)
    expect(await tx`select 1 as one`).toEqual([{ one: 1 }])
  })
})

test('stored files are not removed during a backup, but after it', async () => {
  const asked: boolean[] = []
  const may = () => api.db.begin((tx) => tryShareBackupLock(tx))
  const storage: Storage = {
    ...api.resources.storage,
    read: async (key) => {
      asked.push(await may())
      return api.resources.storage.read(key)
    },
  }
  expect(await may()).toBe(true)
  await makeBackup({ databaseUrl: api.url, storage, target: join(await places.folder(), 'a.tar') })
  expect(new Set(asked)).toEqual(new Set([false]))
  await expect.poll(may).toBe(true)
})

test('a backup waits for a running removal of files, and has the data after it', async () => {
  const key = 'orders/bb/removed.pdf'
  const order = await buildOrder(api.db)
  await api.resources.storage.put(key, Buffer.from('x'), { contentType: 'application/pdf' })
  await api.db`
    insert into order_files (order_id, name, content_type, size, page_count, storage_key, sha256)
    values (${order.id}, 'a.pdf', 'application/pdf', 1, 1, ${key}, 'x')`
  const target = join(await places.folder(), 'a.tar')
  const made = await api.db.begin(async (tx) => {
    expect(await tryShareBackupLock(tx)).toBe(true)
    const making = makeBackup({ databaseUrl: api.url, storage: api.resources.storage, target })
    making.catch(() => {})
    await until('the backup waits', async () => {
      const waiting = await api.db`
        select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
      return waiting.length > 0
    })
    await tx`delete from order_files where storage_key = ${key}`
    await api.resources.storage.remove([key])
    return { making }
  })
  await expect(made.making).resolves.toBeDefined()
})

test('a missing file is named, and no backup is made unless allowed; an upload in progress is not missing', async () => {
  const folder = await places.folder()
  const key = 'orders/cc/lost.pdf'
  const [file] = await api.db<[{ id: string }]>`
    insert into order_files (order_id, name, content_type, size, page_count, storage_key, sha256)
    values (null, 'a.pdf', 'application/pdf', 1, 1, ${key}, 'x') returning id`
  const wanted = { databaseUrl: api.url, storage: api.resources.storage, target: join(folder, 'a.tar') }
  expect((await makeBackup(wanted)).files.under_way).toBe(1)
  await api.db`update order_files set order_id = (select id from orders limit 1) where id = ${file.id}`
  const next = { ...wanted, target: join(folder, 'b.tar') }
  await expect(makeBackup(next)).rejects.toThrow(`The file ${key} is not in the storage`)
  expect(readdirSync(folder)).toEqual(['a.tar'])
  expect((await makeBackup({ ...next, allowMissing: true })).files.missing).toEqual({
    count: 1,
    first: [key],
  })
  await expect(checkArchive(next.target)).resolves.toBeDefined()
  await api.db`delete from order_files where id = ${file.id}`
})

test('an existing target, and one inside the folders of the shop, is refused', async () => {
  const folder = await places.folder()
  const target = join(folder, 'a.tar')
  await writeFile(target, 'mine')
  const wanted = { databaseUrl: api.url, storage: api.resources.storage, target }
  await expect(makeBackup(wanted)).rejects.toThrow(/is there already/)
  expect(await readFile(target, 'utf8')).toBe('mine')

  const now = new Date('2026-03-09T18:15:00.123Z')
  expect(chooseTarget('/', folder, now)).toBe(join(folder, 'our-print-2026-03-09T181500Z.tar'))
  expect(chooseTarget(folder, 'b.tar', now)).toBe(join(folder, 'b.tar'))
  expect(() => chooseTarget(folder, 'not-mounted/', now)).toThrow(/There is no folder/)
  await mkdir(join(folder, 'data/files/orders'), { recursive: true })
  await symlink(join(folder, 'data/files/orders'), join(folder, 'way'))
  for (const inside of ['data/files/a.tar', 'data/files/orders/a.tar', 'way/a.tar']) {
    expect(() => refuseInside(join(folder, inside), join(folder, 'data'))).toThrow(/holds the shop itself/)
  }
  refuseInside(join(folder, 'a.tar'), join(folder, 'data'))
})

// In KiB: the limit is met in different entries.
test.each([2, 8, 20, 36])(
  'a file size limit of %i KiB is reported in one sentence and leaves nothing',
  async (limit) => {
    const folder = await places.folder()
    const target = join(folder, 'a.tar')
    const env = settings(api.url, dirname(api.resources.uploadFolder))
    const limited = spawn(
      'bash',
      ['-c', `ulimit -f ${limit}; exec "$@"`, 'bash', process.execPath, command('backup'), target],
      {
        env,
        stdio: 'pipe',
      },
    )
    const { code, said } = await ended(limited)
    expect(said).toMatch(/cannot be as large as the backup: it is not made/)
    expect(code).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  },
)

const canMount = process.getuid?.() === 0 && process.platform === 'linux'
test.skipIf(!canMount)('a full disk, on a disk of its own', async ({ skip }) => {
  const folder = await places.folder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20k', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    skip('this machine lets not even root mount a small disk')
  }
  try {
    const wanted = { databaseUrl: api.url, storage: api.resources.storage, target: join(folder, 'a.tar') }
    await expect(makeBackup(wanted)).rejects.toThrow(`The disk of ${folder} is full: the backup is not made`)
    expect(readdirSync(folder)).toEqual([])
  } finally {
    execFileSync('umount', [folder])
  }
})

test('a backup that was killed is not accepted as one, and the next one is complete', async () => {
  const folder = await places.folder()
  const target = join(folder, 'a.tar')
  const env = settings(api.url, dirname(api.resources.uploadFolder))
  const child = run('backup', env, target)
  const gone = once(child, 'close')
  await expect.poll(() => readdirSync(folder), { interval: 2 }).not.toEqual([])
  child.kill('SIGKILL')
  await gone
  expect(readdirSync(folder).every((name) => name.startsWith('a.tar.unfinished-'))).toBe(true)
  const again = await ended(run('backup', env, target))
  expect(again.said).toContain(`Made ${target}`)
  expect((await ended(run('backup', env, '--check', target))).said).toContain('is whole')
})

test('a backup brings its currency with it, and the command says which', async () => {
  const source = join(await places.folder(), 'a.tar')
  await api.db`update shop_clock set currency = 'EUR'`
  await makeBackup({ databaseUrl: api.url, storage: api.resources.storage, target: source })
  await api.db`update shop_clock set currency = 'INR'`
  const [url, dataDir] = [await places.database(), await places.folder()]
  const restored = await ended(run('restore', settings(url, dataDir), source))
  expect(restored.said).toContain('There it was CURRENCY=EUR: set it here, too')
  const db = connect(url, { max: 1 })
  expect(await db`select currency from shop_clock`).toEqual([{ currency: 'EUR' }])
  await db.end()
})

test('a restore that was killed before its commit leaves an empty shop, and can run again', async () => {
  const source = join(await places.folder(), 'a.tar')
  await makeBackup({ databaseUrl: api.url, storage: api.resources.storage, target: source })
  const [url, dataDir] = [await places.database(), await places.folder()]
  const child = run('restore', settings(url, dataDir), source)
  const gone = once(child, 'close')
  // Files are stored after all rows are loaded, before the commit.
  await expect.poll(() => existsSync(join(dataDir, 'files/demo')), { interval: 2 }).toBe(true)
  child.kill('SIGKILL')
  await gone
  const db = connect(url, { max: 1 })
  await expect.poll(() => db`select to_regclass('orders') as orders`).toEqual([{ orders: null }])
  await db.end()
  const again = await ended(run('restore', settings(url, dataDir), source))
  expect(again).toMatchObject({ code: 0, said: expect.stringContaining('Restored the shop') as string })
  const refused = await ended(run('restore', settings(url, dataDir), source))
  expect(refused).toMatchObject({ code: 1, said: expect.stringMatching(/^The shop is not empty/) as string })
})
