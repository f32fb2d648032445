import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, rmSync, statfsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'
import {
  listUnfinishedUploads,
  type ShopProcess,
  startShopProcess,
  withDatabase,
} from '../../../test/processes/shopProcess.ts'
import { createDiskWatch } from './diskSpace.ts'

const admin = { email: 'admin@print.test', password: 'a long enough pass phrase' }
let pdf: Buffer
beforeAll(async () => {
  pdf = await makePdf(1)
})

describe('a disk below its reserve', () => {
  const api = useApi({ disk: createDiskWatch({ folders: ['/'], reserveMb: 1_000_000_000 }) })
  const full = { code: 'disk_full', message: expect.stringMatching(/^The disk of the server is full, .*\.$/) }

  test('refuses writes with a message, but allows reads, signing out and deleting', async () => {
    const reply = await api.as('admin').post('/api/contact_us/', { name: 'Kavya' })
    expect([reply.statusCode, reply.json()]).toEqual([507, full])
    expect((await api.as('admin').get('/api/all-orders/')).statusCode).toBe(200)
    expect(
      (await api.as('admin').delete('/api/qr-codes/?qr_id=01890000-0000-7000-8000-000000000000')).statusCode,
    ).toBe(404)
    expect((await api.as('other staff').post('/api/logout')).statusCode).toBe(204)
    const ready = await api.as(undefined).get('/readyz')
    expect([ready.statusCode, ready.json(), ready.headers['retry-after']]).toEqual([503, full, '30'])
    expect((await api.as(undefined).get('/healthz')).statusCode).toBe(200)
  })

  test('refuses an upload before it is read', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' })
    const address = api.app.server.address()
    const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
    socket.write(
      `POST /api/order-uploads/ HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${api.token('admin')}\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 50000000\r\n\r\n',
    )
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 507 .*"code":"disk_full"/s)
    socket.destroy()
  })
})

describe('full storage', () => {
  const api = useApi()
  test.each(['ENOSPC', 'EDQUOT'])(
    '%s is answered with 507, and nothing of the upload stays',
    async (code) => {
      const { storage } = api.resources
      const usual = { ...storage }
      storage.put = () => Promise.reject(Object.assign(new Error(`${code}: no space`), { code }))
      const reply = await api
        .as('admin')
        .upload('/api/order-uploads/', orderForm(undefined, { 'a.pdf': pdf }))
      Object.assign(storage, usual)
      expect([reply.statusCode, reply.json().code]).toEqual([507, 'disk_full'])
      const [{ rows }] = await api.db<[{ rows: number }]>`select count(*)::int as rows from order_files`
      expect([rows, api.storedFiles(), api.incoming()]).toEqual([0, [], []])
    },
  )

  test.each(['53100', '53000', '53400', '53200'])('PostgreSQL’s %s has its answer', async (code) => {
    await api.db.unsafe(`create or replace function fail() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '${code}'; end $$`)
    await api.db`create or replace trigger fail before insert on leads for each row execute function fail()`
    const reply = await api.as('admin').post('/api/contact_us/', {
      name: 'Kavya',
      email: 'kavya@example.test',
      subject: 'Cards',
      message: 'How much?',
    })
    await api.db`drop trigger fail on leads`
    // Too little memory is temporary, and not a full disk.
    expect(reply.statusCode).toBe(code === '53200' ? 503 : 507)
  })
})

// A real file system of some megabytes, in its own mount namespace, which only root can create.
const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt']).status === 0

const mountScript = `mount -t tmpfs -o size="$2" tmpfs /mnt && cp -a "$1/." /mnt &&
  chown --reference="$1" /mnt && chmod --reference="$1" /mnt && mount --move /mnt "$1" && echo mounted && exec sleep 600`

/** Puts a folder and what is in it on a small disk, for programs that are started by the launcher. */
async function mountSmallDisk(folder: string, size: string) {
  const keeper = spawn('unshare', ['-m', 'sh', '-c', mountScript, 'sh', folder, size], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(keeper.stdout, 'data')
  const seen = `/proc/${keeper.pid}/root${folder}`
  const filler = join(seen, 'filler')
  const free = () => {
    const { bavail, bsize } = statfsSync(seen)
    return (bavail * bsize) / 1024 / 1024
  }
  return {
    launcher: ['nsenter', '-t', String(keeper.pid), '-m', '--'],
    /** Fills it until so many megabytes are left. */
    fillTo(megabytes: number): void {
      try {
        while (free() > megabytes + 0.5) appendFileSync(filler, Buffer.alloc(256 * 1024))
        if (megabytes === 0) for (;;) appendFileSync(filler, Buffer.alloc(4096))
      } catch {}
    },
    makeRoom: () => rmSync(filler, { force: true }),
    /** Copies its content to the folder below the mount point, and unmounts it. */
    async unmount(): Promise<void> {
      const script = 'find "$1" -mindepth 1 -delete && cp -a "$2/." "$1"'
      const { status } = spawnSync('sh', ['-c', script, 'sh', folder, seen])
      const ended = once(keeper, 'exit')
      keeper.kill('SIGKILL')
      await ended
      expect(status).toBe(0)
    },
  }
}

describe.skipIf(!canMount)('a real disk (needs root and mounts)', () => {
  let shop: ShopProcess
  let token = ''
  const state = { launcher: [] as string[] }

  let made = 0
  const call = async (method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData
    const reply = await fetch(shop.url + path, {
      method,
      headers: {
        authorization: `Token ${token}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, code: /"code":"(\w+)"/.exec(text)?.[1] }
  }
  let taken = 0
  const write = async () => {
    const user = { first_name: 'A'.repeat(100), mobile: `98${String(10_000_000 + made++)}` }
    const answer = await call('POST', '/api/users/', user)
    if (answer.status === 201) taken++
    return answer
  }
  const users = async () => {
    const reply = await fetch(`${shop.url}/api/users/`, { headers: { authorization: `Token ${token}` } })
    return ((await reply.json()) as { count: number }).count
  }
  const upload = () => call('POST', '/api/order-uploads/', orderForm(undefined, { 'a.pdf': pdf }))
  const read = async () => (await call('GET', '/api/users/')).status
  const ready = async () => (await call('GET', '/readyz')).status
  const full = { status: 507, code: 'disk_full' }
  const fine = { status: 201, code: undefined }

  /** Writes until some are refused; returns these responses. */
  async function writeUntilRefused(most: number) {
    for (let count = 0; count < most; count++) {
      const answers = await Promise.all(Array.from({ length: 8 }, write))
      const refused = answers.filter(({ status }) => status !== 201)
      if (refused.length > 0) return refused
    }
    return []
  }

  /** Fills the disk of the write-ahead log, faster than requests would. */
  const fillLog = () =>
    withDatabase(shop.databaseUrl(), async (db) => {
      try {
        for (;;) await db`select pg_logical_emit_message(true, 'test', repeat('x', 200000))`
      } catch {}
    })

  async function expectRecovery() {
    await expect.poll(write, { interval: 250 }).toEqual(fine)
    await expect.poll(ready).toBe(200)
    expect(await upload()).toEqual(fine)
    expect(await read()).toBe(200)
  }

  beforeAll(async () => {
    shop = await startShopProcess(admin, {}, () => state.launcher)
    token = await shop.signIn()
    await shop.stop()
  })
  afterAll(() => shop.close())

  type Disk = Awaited<ReturnType<typeof mountSmallDisk>>
  /** Runs the shop with a folder of its data on a small disk. */
  async function withSmallDisk(
    folder: string,
    { size, reserve }: { size: string; reserve: number },
    work: (disk: Disk) => Promise<void>,
  ): Promise<void> {
    const disk = await mountSmallDisk(join(shop.dataDir, folder), size)
    try {
      state.launcher = disk.launcher
      await shop.reopen({ DISK_RESERVE_MB: String(reserve) })
      try {
        await work(disk)
      } finally {
        disk.makeRoom()
        await shop.stop()
      }
    } finally {
      await disk.unmount()
    }
  }

  test('of the files: uploads are refused below the reserve, everything else works, and it recovers', () =>
    withSmallDisk('files', { size: '64m', reserve: 32 }, async (disk) => {
      expect(await upload()).toEqual(fine)
      disk.fillTo(20)
      await expect.poll(upload).toEqual(full)
      expect([await write(), await read(), await ready()]).toEqual([fine, 200, 503])
      disk.fillTo(0)
      await expect.poll(write).toEqual(full)
      expect([await upload(), await read(), await ready()]).toEqual([full, 200, 503])
      disk.makeRoom()
      await expectRecovery()
    }))

  test('of the files, without a check: an upload that does not fit is 507 and leaves nothing', () =>
    withSmallDisk('files', { size: '16m', reserve: 0 }, async (disk) => {
      disk.fillTo(0)
      expect([await upload(), await read(), await write()]).toEqual([full, 200, fine])
      expect(await listUnfinishedUploads(shop.dataDir)).toEqual([])
      disk.makeRoom()
      await expectRecovery()
    }))

  test('of the database, without a check: writes are 507, reads work, and it recovers', () =>
    withSmallDisk('postgres/cluster', { size: '240m', reserve: 0 }, async (disk) => {
      disk.fillTo(0)
      const refused = await writeUntilRefused(300)
      expect(refused.length).toBeGreaterThan(0)
      expect(refused).toEqual(refused.map(() => full))
      expect([await read(), await ready()]).toEqual([200, 503])
      disk.makeRoom()
      await expectRecovery()
    }))

  test('of the write-ahead log: with a reserve, writes are refused before PostgreSQL stops', () =>
    withSmallDisk('postgres/cluster/pg_wal', { size: '200m', reserve: 128 }, async (disk) => {
      expect(await write()).toEqual(fine)
      // Less than is left for writes, but a segment of PostgreSQL's own work still fits: where the last one ends is chance.
      disk.fillTo(20)
      await expect.poll(write).toEqual(full)
      for (let count = 0; count < 20; count++) expect([await write(), await read()]).toEqual([full, 200])
      expect(await ready()).toBe(503)
      disk.makeRoom()
      await expectRecovery()
    }))

  test('of the write-ahead log, without a check: PostgreSQL stops, writes are 507, and it recovers', () =>
    withSmallDisk('postgres/cluster/pg_wal', { size: '100m', reserve: 0 }, async (disk) => {
      const before = await users()
      taken = 0
      disk.fillTo(0)
      const [refused] = await Promise.all([writeUntilRefused(2_000), fillLog()])
      expect(refused.length).toBeGreaterThan(0)
      expect(refused).toEqual(refused.map(() => full))
      expect([await write(), await ready()]).toEqual([full, 503])
      disk.makeRoom()
      await expect.poll(write, { interval: 250 }).toEqual(fine)
      await expectRecovery()
      expect(await users()).toBeGreaterThanOrEqual(before + taken)
    }))
})
