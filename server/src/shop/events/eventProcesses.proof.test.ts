import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildLead } from '../../../test/build.ts'
import { useDatabase } from '../../../test/database.ts'
import { openEventStream } from '../../../test/eventStream.ts'
import { type SeveralServers, signIn, startServers } from '../../../test/processes/severalServers.ts'

// Two server processes on one database.

const { db, url } = useDatabase()
let shop: SeveralServers
let token = ''

beforeAll(async () => {
  shop = await startServers(2, url)
  token = await signIn(shop.servers[0]?.url ?? '')
})
afterAll(() => shop?.close())

const addressOf = (index: number) => shop.servers[index]?.url ?? ''

test('both processes tell of all changes of both, each once and in one sequence', async () => {
  const streams = await Promise.all([0, 1].map((index) => openEventStream(addressOf(index), token)))
  const lead = { name: 'Kavya', email: 'kavya@print.test', subject: 'Cards', message: 'How much?' }
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(lead)
  await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const reply = await fetch(`${addressOf(index % 2)}/api/contact_us/`, { method: 'POST', headers, body })
      expect(reply.status).toBe(201)
    }),
  )
  const [first, second] = streams
  await expect.poll(() => first?.heard.length).toBe(101)
  await expect.poll(() => second?.heard.length).toBe(101)
  expect(new Set(first?.records()).size).toBe(100)
  expect(second?.heard.slice(1)).toEqual(first?.heard.slice(1))
  for (const stream of streams) stream.close()
})

test('after a kill -9 a reader goes on at the other process without a gap', async () => {
  const stream = await openEventStream(addressOf(1), token)
  const before = await buildLead(db)
  await expect.poll(stream.records).toEqual([before.id])
  await shop.servers[1]?.kill()
  await expect.poll(() => stream.isEnded).toBe(true)
  const missed = [await buildLead(db), await buildLead(db)]
  const next = await openEventStream(addressOf(0), token, stream.lastId())
  await expect.poll(next.records).toEqual(missed.map(({ id }) => id))
  next.close()
})

test('the end of a server ends its streams', async () => {
  const own = await openEventStream(addressOf(0), token)
  await expect.poll(own.names).toEqual(['ready'])
  await shop.servers[0]?.stop()
  await expect.poll(() => own.isEnded).toBe(true)
})
