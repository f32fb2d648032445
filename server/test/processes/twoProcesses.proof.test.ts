import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFolderStorage } from '../../src/base/files/folderStorage.ts'
import { useDatabase } from '../database.ts'
import { expectInvariantsHold } from '../invariants.ts'
import { orderForm } from '../orderForm.ts'
import { createShopClient } from '../simulation/shopClient.ts'
import { startSimulation } from '../simulation/simulation.ts'
import { until } from '../until.ts'
import { buildFixture, idOf, pixel } from '../writeKinds.ts'
import type { ServerProcess } from './serverProcess.ts'
import { type SeveralServers, signIn, startServers } from './severalServers.ts'
import { openTcpProxy, type TcpProxy } from './tcpProxy.ts'

// Two servers on one database and one folder of files, behind a proxy that alternates between them.

const database = useDatabase({ migrated: false })
let shop: SeveralServers
let servers: readonly ServerProcess[] = []
let proxy: TcpProxy
let url = ''
let token = ''

beforeAll(async () => {
  // Three start at once on an empty database; the third is stopped after the first test.
  shop = await startServers(3, database.url)
  servers = shop.servers
  proxy = await openTcpProxy(servers.slice(0, 2).map(({ port }) => port))
  url = `http://127.0.0.1:${proxy.port}`
  token = await signIn(url)
})
afterAll(async () => {
  await proxy?.close()
  await shop?.close()
})

const clientAt = (at: ServerProcess | undefined, key = token) =>
  createShopClient({ url: at?.url ?? '', token: key })

test('servers that start at once on an empty database create one super admin, one signing key and each migration once', async () => {
  const [row] = await database.db<[{ admins: number; keys: string[]; duplicated: number }]>`
    select (select count(*)::int from staff_users where is_superuser) as admins, 
      (select array_agg(name order by name) from secrets) as keys,
      (select count(*) - count(distinct name) from migrations)::int as duplicated`
  expect(row).toEqual({ admins: 1, keys: ['file links', 'job tickets'], duplicated: 0 })
  for (const server of servers) expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await servers[2]?.stop()
})

test('killing a server twice under load loses and duplicates nothing, and breaks running requests only', async () => {
  await database.db`delete from scans`
  await database.db`select recount_figure('scan_figures')`
  const simulation = startSimulation({ url, token, seed: 11, people: 8 })
  await simulation.resume(database.db)
  await simulation.runMore(60)
  await servers[1]?.kill()
  await simulation.runMore(60)
  await servers[1]?.reopen()
  await simulation.runMore(30)
  await servers[0]?.kill()
  await simulation.runMore(60)
  await servers[0]?.reopen()
  await simulation.stop()
  expect(simulation.log.unexpected).toEqual([])
  const storage = await openFolderStorage(shop.files)
  const found = await simulation.log.compare(database.db, { isWhole: true })
  expect(found).toEqual({ lost: [], duplicated: [] })
  // At most the running request of each worker and one more that the proxy still sent to the dead process.
  expect(simulation.counts.cut).toBeLessThanOrEqual(8 * 2 * 2)
  // A third concurrent import may be refused, but no server may lose its database.
  expect(simulation.counts.databaseUnavailable).toBe(0)
  await expectInvariantsHold(database.db, storage)
  // The jobs of the other server fold the deltas that the killed one left.
  await until('all counters are folded', async () => {
    const [left] = await database.db<[{ deltas: number }]>`
      select count(*) as deltas from figure_deltas`
    return left.deltas === 0
  })
  await expectInvariantsHold(database.db, storage)
})

test('the servers share sessions, kept answers of Idempotency-Keys, uploads and file links', async () => {
  const [one, other] = servers
  const key = randomUUID()
  const lead = { name: 'Kavya', email: 'kavya@print.test', subject: 'Cards', message: 'How much?' }
  const make = async (at: ServerProcess | undefined, name: string) => {
    const { statusCode, body } = await clientAt(at).send('POST', '/api/clients/', { ...company, name }, key)
    return [statusCode, body]
  }
  const first = await make(one, 'A')
  expect(first[0]).toBe(201)
  expect(await make(other, 'A')).toEqual(first)
  expect((await make(other, 'B'))[0]).toBe(409)
  expect((await clientAt(other).send('POST', '/api/contact_us/', lead)).statusCode).toBe(201)

  // Uploaded to one server, used in an order at the other, read by its link from the first.
  const upload = await clientAt(one).upload(
    '/api/order-uploads/',
    orderForm(undefined, { 'page.png': pixel }),
  )
  const { customer } = await buildFixture(database.db, clientAt(one))
  const order = { user: customer, title: 'Shared', pickup: true, uploads: [idOf(upload)] }
  const taken = await clientAt(other).upload('/api/all-orders/', orderForm(order))
  expect(taken.statusCode).toBe(201)
  const [file] = (JSON.parse(taken.body) as { order_files: [{ url: string }] }).order_files
  const link = new URL(file.url)
  const bytes = await (await fetch(`${one?.url}${link.pathname}${link.search}`)).arrayBuffer()
  const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')
  expect(hash(new Uint8Array(bytes))).toBe(hash(pixel))

  // A session that ends at one server is refused by the other at its next request.
  const second = await signIn(other?.url ?? '')
  expect((await clientAt(one, second).send('GET', '/api/users/')).statusCode).toBe(200)
  expect((await clientAt(other, second).send('POST', '/api/logout')).statusCode).toBe(204)
  expect((await clientAt(one, second).send('GET', '/api/users/')).statusCode).toBe(401)
})

const company = {
  name: 'Shared company',
  contact: '+919812345678',
  joined_on: '2026-01-01',
  client_type: 1,
  address: JSON.stringify({ city: 'Pune', state: 'Maharashtra', country: 'India', pincode: '411001' }),
}
