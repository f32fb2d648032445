import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildLead } from '../build.ts'
import { useDatabase } from '../database.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { type SeveralServers, signIn, startServers } from './severalServers.ts'

// Webhooks of two real server processes that are killed.

const database = useDatabase({ migrated: false })
const settings = { WEBHOOK_HTTP: 'on', WEBHOOK_LOOPBACK: 'on', WEBHOOK_RETRY_SECONDS: '0.05' }
let shop: SeveralServers
let token = ''
let good: Receiver
let moody: Receiver

beforeAll(async () => {
  good = await openReceiver()
  let turn = 0
  // Also answers late, so that processes die between a request and its answer, and between the answer and the commit.
  moody = await openReceiver((response) => {
    const status = turn++ % 2 ? 204 : 503
    setTimeout(() => void response.writeHead(status).end(), turn % 20)
  })
  shop = await startServers(2, database.url, settings)
  token = await signIn(shop.servers[0]?.url ?? '')
})
afterAll(async () => {
  await shop?.close()
  await good?.close()
  await moody?.close()
})

async function send(server: number, method: string, path: string, body?: object) {
  const reply = await fetch(`${shop.servers[server]?.url}${path}`, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as { id: string } }
}

const changes = 4
const leads = 150

test('killed at any step, no event is lost, and each record arrives in its sequence', async () => {
  for (const { url } of [good, moody]) {
    const event_types = ['lead.created', 'lead.changed']
    expect((await send(0, 'POST', '/api/webhooks/', { url, event_types })).status).toBe(201)
  }
  const made = await Promise.all(Array.from({ length: leads }, () => buildLead(database.db)))
  const ids = made.map(({ id }) => id)
  for (let n = 1; n < changes; n++) {
    await database.db`update leads set version = version + 1, note = ${`Change ${n}`} where id = any(${ids}::uuid[])`
  }
  const reached = (count: number) => until(`${count} arrived`, () => moody.received.length >= count)

  // One process, whichever has the jobs: the other one takes over.
  await reached(40)
  await shop.servers[0]?.kill()
  await reached(150)
  await shop.servers[0]?.reopen()
  await shop.servers[1]?.kill()
  // Both at once, with an event that is queued and not yet published.
  await reached(300)
  const late = await buildLead(database.db)
  await Promise.all(shop.servers.map((server) => server.kill()))
  await Promise.all(shop.servers.map((server) => server.reopen()))
  await until(
    'all is delivered',
    async () => {
      const [row] = await database.db<[{ total: number; done: number }]>`
        select count(*)::int as total, count(*) filter (where state = 'delivered')::int as done from webhook_deliveries`
      return row.total === 2 * (leads * changes + 1) && row.done === row.total
    },
    { timeout: 120_000, interval: 200 },
  )

  const events = new Set([
    ...ids.flatMap((id) => [1, 2, 3, 4].map((version) => `${id} ${version}`)),
    `${late.id} 1`,
  ])
  for (const { received } of [good, moody]) {
    const arrived = received.map(({ message }) => `${message.data.id} ${message.data.version}`)
    expect(new Set(arrived)).toEqual(events)
    // At least once: nothing is sent twice under two ids.
    const idOf = new Map(
      received.map(({ id, message }) => [`${message.data.id} ${message.data.version}`, id]),
    )
    expect(
      received.every(({ id, message }) => idOf.get(`${message.data.id} ${message.data.version}`) === id),
    ).toBe(true)
  }
  // The sequence in which each record's events arrived for the first time.
  const seen = new Map<string, number>()
  for (const { message } of good.received) {
    const { id, version } = message.data
    const last = seen.get(id) ?? 0
    expect(version).toBeLessThanOrEqual(last + 1)
    seen.set(id, Math.max(last, version))
  }
})
