import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildLead, buildOrder } from '../../../test/build.ts'
import { type EventStream, openEventStream } from '../../../test/eventStream.ts'
import { listenOnPort } from '../../../test/listenOnPort.ts'
import { createEventHub } from './eventHub.ts'

const api = useApi()
const port = listenOnPort(api)
const admin = api.as('admin')
const open: EventStream[] = []

afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

async function listen(lastId: string, url = `http://127.0.0.1:${port()}`) {
  const stream = await openEventStream(url, api.token('admin'), lastId)
  open.push(stream)
  return stream
}

describe('X-Event-Id', () => {
  test('a stream that begins there misses nothing and repeats nothing', async () => {
    const { id } = await buildOrder(api.db, { status: 'confirmed' })
    await admin.patch(`/api/all-orders/${id}/`, { notes: 'Ring twice' })
    const read = await admin.get(`/api/all-orders/${id}/`)
    expect(read.json()).toMatchObject({ notes: 'Ring twice', version: 2 })
    await admin.patch(`/api/all-orders/${id}/`, { notes: 'Ring once' })
    const stream = await listen(String(read.headers['x-event-id']))
    await buildLead(api.db)
    await expect.poll(stream.names).toEqual(['ready', 'order.changed', 'lead.created'])
    expect(stream.heard[1]?.data).toMatchObject({ id, version: 3 })
  })

  test('grows with each change, and stands still without one', async () => {
    const place = async () => Number((await admin.get('/api/contact_us/')).headers['x-event-id'])
    const first = await place()
    expect(await place()).toBe(first)
    await buildLead(api.db)
    expect(await place()).toBe(first + 1)
  })

  test('is there also where nothing is found, and not on a write', async () => {
    const missing = await admin.get('/api/all-orders/01900000-0000-7000-8000-000000000000/')
    expect([missing.statusCode, missing.headers['x-event-id']]).toEqual([404, expect.any(String)])
    const lead = await buildLead(api.db)
    const written = await admin.patch(`/api/contact_us/${lead.id}/`, { status: 'won' })
    expect([written.statusCode, written.headers['x-event-id']]).toEqual([200, undefined])
  })
})

test('a stream that goes on hears nothing twice that it has caught up beyond the others', async () => {
  // It looks for new events so seldom that what the second stream reads at its start is news to the hub.
  const hub = createEventHub(api.db, { warn: () => {} }, { heartbeatMs: 60_000, pollMs: 3_000 })
  const actor = { ...api.people.admin, is_superuser: true }
  const server = createServer((request, response) => {
    const last = request.headers['last-event-id']
    const reader = { actor, tokenHash: Buffer.from(String(last)), lastId: Number(last) }
    void hub.open(response, reader, { 'content-type': 'text/event-stream' })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const start = (await admin.get('/api/contact_us/')).headers['x-event-id']
  const old = await buildLead(api.db)
  const first = await listen(String(start), url)
  await expect.poll(first.records).toEqual([old.id])
  const fresh = await buildLead(api.db)
  const second = await listen(String(start), url)
  await expect.poll(second.records).toEqual([old.id, fresh.id])
  // The hub finds the fresh one by itself, and then the last.
  await expect.poll(first.records).toEqual([old.id, fresh.id])
  const last = await buildLead(api.db)
  await expect.poll(second.records).toEqual([old.id, fresh.id, last.id])
  await hub.close()
  server.close()
})
