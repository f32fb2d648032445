import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFolderStorage } from '../src/files/folderStorage.ts'
import { useDatabase } from './database.ts'
import { expectEverythingAddsUp } from './everythingAddsUp.ts'
import { createAsker } from './mixedWork/ask.ts'
import { Ledger } from './mixedWork/ledger.ts'
import { startMixedWork } from './mixedWork/mixedWork.ts'
import { buildScene, type Scene } from './mixedWork/scene.ts'
import type { ServerProcess } from './serverProcess.ts'
import { type SeveralServers, signIn, startServers } from './severalServers.ts'
import { openTcpProxy, type TcpProxy } from './tcpProxy.ts'
import { until } from './until.ts'

// Two servers on one database and one folder of files, behind a proxy that sends each connection to the next of them.

const database = useDatabase({ migrated: false })
let shop: SeveralServers
let servers: readonly ServerProcess[] = []
let proxy: TcpProxy
let url = ''
let token = ''
let scene: Scene

beforeAll(async () => {
  // At once, on an empty database.
  shop = await startServers(3, database.url)
  servers = shop.servers
  proxy = await openTcpProxy(servers.slice(0, 2).map(({ port }) => port))
  url = `http://127.0.0.1:${proxy.port}`
  token = await signIn(url)
  scene = await buildScene(database.db, { codes: 20_000 })
}, 180_000)
afterAll(async () => {
  await proxy?.close()
  await shop?.close()
})

const asker = (at: ServerProcess | undefined, key = token) =>
  createAsker({ url: at?.url ?? '', token: key }, { cut: 0, refused: 0, away: 0, inUse: 0 }, () => false)

test('several that start at once on an empty database make one shop', async () => {
  const [row] = await database.db<[{ admins: number; keys: number; doubled: number }]>`
    select (select count(*)::int from staff_users where is_superuser) as admins, (select count(*)::int from secrets) as keys,
      (select count(*) - count(distinct name) from migrations)::int as doubled`
  expect(row).toEqual({ admins: 1, keys: 1, doubled: 0 })
  for (const server of servers) expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await servers[2]?.stop()
})

test('what one has done the other knows: sessions, answers to keys, uploads, links to files', async () => {
  const [one, other] = servers
  const key = randomUUID()
  const lead = { name: 'Kavya', email: 'kavya@print.test', subject: 'Cards', message: 'How much?' }
  const first = await asker(one).send('POST', '/api/clients/', client, key)
  expect(first.status).toBe(201)
  expect(await asker(other).send('POST', '/api/clients/', client, key)).toEqual(first)
  expect((await asker(other).send('POST', '/api/clients/', { ...client, name: 'B' }, key)).status).toBe(409)
  expect((await asker(other).send('POST', '/api/contact_us/', lead)).status).toBe(201)

  // Uploaded to one, taken by an order at the other, read by its link from the first.
  const png = Buffer.from(pixel, 'base64')
  const form = () => {
    const filled = new FormData()
    filled.append('files', new Blob([png]), 'page.png')
    return filled
  }
  const upload = await asker(one).send('POST', '/api/order-uploads/', form, randomUUID())
  const order = { user: scene.customers[0], title: 'Shared', pickup: true, uploads: [upload.body['id']] }
  const orderForm = () => {
    const filled = new FormData()
    filled.append('order', JSON.stringify(order))
    return filled
  }
  const taken = await asker(other).send('POST', '/api/all-orders/', orderForm)
  expect(taken.status).toBe(201)
  const [file] = taken.body['order_files'] as [{ url: string }]
  const link = new URL(file.url)
  const bytes = await (await fetch(`${one?.url}${link.pathname}${link.search}`)).arrayBuffer()
  const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')
  expect(hash(new Uint8Array(bytes))).toBe(hash(png))

  // A token that was ended at one is dead at the other with its next request.
  const second = await signIn(other?.url ?? '')
  expect((await asker(one, second).send('GET', '/api/users/')).status).toBe(200)
  expect((await asker(other, second).send('POST', '/api/logout')).status).toBe(204)
  expect((await asker(one, second).send('GET', '/api/users/')).status).toBe(401)
})

test('one is killed under mixed load, twice: nothing is lost or doubled, and people notice broken connections at most', async () => {
  await database.db`delete from scans`
  await database.db`delete from scan_count_deltas`
  await database.db`select recount_scans()`
  const work = startMixedWork({ url, token, scene, seed: 11, people: 8, ledger: new Ledger() })
  await work.more(60)
  await servers[1]?.kill()
  await work.more(60)
  await servers[1]?.reopen()
  await work.more(30)
  await servers[0]?.kill()
  await work.more(60)
  await servers[0]?.reopen()
  await work.stop()
  expect(work.ledger.strange).toEqual([])
  const storage = await openFolderStorage(shop.files)
  const found = await work.ledger.compare(database.db, { isWhole: true, storage })
  expect(found).toEqual({ lost: [], doubled: [] })
  // At most what each person was at when a process died, with what the proxy still sent to it.
  expect(work.counts.cut).toBeLessThanOrEqual(8 * 2 * 2)
  // A third import at once is asked to wait, as ever; nobody lost the database.
  expect(work.counts.away).toBe(0)
  await expectEverythingAddsUp(database.db, storage)
  // The jobs of the one that lives fold what the dead one left.
  await until('all counters are folded', async () => {
    const [left] = await database.db<[{ deltas: number }]>`
      select (select count(*) from order_count_deltas) + (select count(*) from scan_count_deltas)
        + (select count(*) from voucher_count_deltas) as deltas`
    return left.deltas === 0
  })
  await expectEverythingAddsUp(database.db, storage)
}, 240_000)

const client = {
  name: 'Shared company',
  contact: '+919812345678',
  joined_on: '2026-01-01',
  client_type: 1,
  address: JSON.stringify({ city: 'Pune', state: 'Maharashtra', country: 'India', pincode: '411001' }),
}
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
