import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildLead } from '../../../test/build.ts'
import { type EventStream, openEventStream } from '../../../test/eventStream.ts'
import { Problem } from '../../base/http/problem.ts'
import { createEventHub } from './eventHub.ts'
import { publish } from './events.queries.ts'

// The limits of a process, which are too high to be reached through its door.

const api = useApi()
const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A hub with these limits; its streams name their session. */
async function startHub(limits: Partial<Parameters<typeof createEventHub>[2]>, pool = api.db) {
  const warnings: string[] = []
  const log = { warn: (_: object, message: string) => void warnings.push(message) }
  const hub = createEventHub(pool, log, { heartbeatMs: 60_000, pollMs: 10, retryMs: 10, ...limits })
  const actor = { ...api.people.admin, is_superuser: true }
  const server = createServer((request, response) => {
    const last = request.headers['last-event-id']
    const reader = {
      actor,
      tokenHash: Buffer.from(String(request.headers.authorization)),
      lastId: last === undefined ? undefined : Number(last),
    }
    hub.open(response, reader, { 'content-type': 'text/event-stream' }).catch((error: unknown) => {
      response.writeHead(error instanceof Problem ? error.status : 500).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(
    () => server.close(),
    () => hub.close(),
  )
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const listen = async (session: string, lastId?: number): Promise<EventStream> => {
    const stream = await openEventStream(url, session, lastId?.toString())
    closing.push(() => stream.close())
    return stream
  }
  const status = async (session: string) => (await listen(session)).response.status
  return { hub, listen, status, warnings }
}

test('a process has so many streams, and room for another when one ends', async () => {
  const { listen, status } = await startHub({ streams: 2 })
  const first = await listen('a')
  expect([first.response.status, await status('b'), await status('c')]).toEqual([200, 200, 503])
  first.close()
  await expect.poll(() => status('d')).toBe(200)
  expect(await status('e')).toBe(503)
})

test('a session has so many streams, those that ended not counted', async () => {
  const { listen, status } = await startHub({ streamsPerToken: 2 })
  const first = await listen('a')
  expect([await status('a'), await status('a'), await status('b')]).toEqual([200, 429, 200])
  first.close()
  await expect.poll(() => status('a')).toBe(200)
  expect(await status('a')).toBe(429)
})

test('who missed too much reads everything again, and who has what was dropped does not', async () => {
  const { listen } = await startHub({ missedEvents: 3 })
  for (let n = 0; n < 5; n++) await buildLead(api.db)
  const newest = await publish(api.db)
  const all = await listen('a', newest - 3)
  await expect.poll(all.names).toEqual(['ready', 'lead.created', 'lead.created', 'lead.created'])
  await expect.poll((await listen('a', newest - 4)).names).toEqual(['resync'])
  await api.db`update event_horizon set dropped = ${newest - 1}`
  await expect.poll((await listen('a', newest - 1)).names).toEqual(['ready', 'lead.created'])
})

test('a hub that ends opens no stream any more', async () => {
  const { hub, listen, status } = await startHub({})
  const stream = await listen('a')
  await hub.close()
  await expect.poll(() => stream.isEnded).toBe(true)
  expect(await status('b')).toBe(503)
})

test('while the database does not answer events are late, which is said once', async () => {
  let isDown = false
  const pool = new Proxy(api.db, {
    apply: (target, self, statement) =>
      isDown ? Promise.reject(new Error('It is down')) : Reflect.apply(target, self, statement),
  })
  const { listen, warnings } = await startHub({}, pool)
  const stream = await listen('a')
  for (const round of [1, 2]) {
    isDown = true
    await expect.poll(() => warnings.length).toBe(round)
    const { id } = await buildLead(api.db)
    isDown = false
    await expect.poll(stream.records).toContain(id)
  }
  expect(warnings).toEqual(['Events are late', 'Events are late'])
})
