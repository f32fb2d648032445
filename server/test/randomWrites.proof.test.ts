import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from '../../test/fastCheck.ts'
import { startJobs } from '../src/app/jobs.ts'
import { createLogger } from '../src/app/start/logger.ts'
import { openSession, useApi } from './api.ts'
import { buildStaff } from './build.ts'
import { cashWrites, closeDay, nextDay, shopToday } from './cashWrites.ts'
import { findBrokenInvariants } from './invariants.ts'
import { buildFixture, writes } from './writeKinds.ts'

// Random sequences of all kinds of writes, by two super admins over two apps on one database, while the fold jobs run:
// no request may answer 5xx, and all invariants must hold.

const api = useApi()
const people: string[] = []
let apps: FastifyInstance[]
let jobs: ReturnType<typeof startJobs>

beforeAll(async () => {
  apps = [api.app, await api.startApp()]
  jobs = startJobs(api.resources, createLogger('silent'))
  for (let made = 0; made < 2; made++) {
    const { id } = await buildStaff(api.db, { is_superuser: true })
    people.push(await openSession(api.db, id))
  }
})
afterAll(async () => {
  await jobs.stop()
  await apps[1]?.close()
})

const fixtureCount = 3
const concurrency = 4
const stepOf = (kinds: string[]) =>
  fc.record({
    what: fc.constantFrom(...kinds),
    fixture: fc.nat(fixtureCount - 1),
    app: fc.nat(1),
    person: fc.nat(1),
  })

/** What moves money, or changes what is owed. */
const moneyKinds = [
  ...Object.keys(cashWrites),
  'pay in cash',
  'pay by UPI',
  'pay back',
  'pay into the account',
  'pay from the account',
  'reverse a payment',
  'put change into the till',
  'pay out from the till',
  'undo an entry of the till',
  'issue an invoice',
  'credit an invoice',
  'read a statement',
  'confirm a line of a statement',
  'deliver an order with its payment',
  'cancel an order',
  'reopen an order',
]

test.each([
  ['all invariants hold after any sequence of concurrent writes', Object.keys(writes), 60],
  ['money adds up after any history of it, with hand-overs of cash and closed days', moneyKinds, 80],
])('%s', async (_, kinds, maxLength) => {
  const property = fc.asyncProperty(fc.array(stepOf(kinds), { minLength: 20, maxLength }), async (steps) => {
    const fixtures = await Promise.all(
      Array.from({ length: fixtureCount }, () => buildFixture(api.db, api.as('admin'))),
    )
    const failed: string[] = []
    const waiting = [...steps]
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [fixture, person, write] = [fixtures[next.fixture], people[next.person], writes[next.what]]
        if (!fixture || !person || !write) throw new Error(`There is no ${JSON.stringify(next)}`)
        const send = () => write.send(api.withToken(person, apps[next.app]), fixture)
        let reply = await send()
        // Only two imports run at a time; a refused one is repeated.
        for (let tries = 0; tries < 50 && reply.headers['retry-after'] !== undefined; tries++) {
          await sleep(100)
          reply = await send()
        }
        if (reply.statusCode >= 500) failed.push(`${next.what}: ${reply.statusCode} ${reply.body}`)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    expect(failed).toEqual([])
    expect(await findBrokenInvariants(api.db)).toEqual({})
  })
  // The order of concurrent writes is not repeatable, so a shrunk sequence would prove nothing.
  await fc.assert(property, { numRuns: 15, endOnFailure: true })
})

test('money adds up where today is closed while people pay, hand over and undo', async () => {
  const fixtures = await Promise.all(
    Array.from({ length: fixtureCount }, () => buildFixture(api.db, api.as('admin'))),
  )
  const send = async (what: string, n: number) => {
    const [fixture, write] = [fixtures[n % fixtureCount], writes[what]]
    if (!fixture || !write) throw new Error(`There is no ${what} of fixture ${n}`)
    return write.send(api.withToken(people[n % 2] ?? '', apps[n % 2]), fixture)
  }
  // Days are closed in sequence.
  const admin = api.as('admin')
  for (let day = await nextDay(admin); day && day < shopToday(); day = await nextDay(admin))
    expect((await closeDay(admin, day)).statusCode).toBe(200)
  await Promise.all(['count a hand-over', 'explain a difference of cash', 'pay by UPI'].map(send))
  const replies = await Promise.all([
    ...[...moneyKinds, ...moneyKinds].map(send),
    closeDay(admin, shopToday()),
  ])
  expect(replies.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
  expect(replies.at(-1)?.statusCode).toBe(200)
  expect(await findBrokenInvariants(api.db)).toEqual({})
  const late = [
    await send('pay in cash', 0),
    await send('pay out from the till', 1),
    await send('collect cash at the door', 2),
  ]
  expect(late.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409])
  // It was no history of refusals.
  const [made] = await api.db<[Record<string, number>]>`
    select count(*) filter (where status = 'done' and explanation is null)::int as counted,
      count(*) filter (where status = 'done' and counted <> expected)::int as explained,
      (select count(*) from day_closes where difference <> 0)::int as days from hand_overs`
  expect(Object.entries(made).filter(([, times]) => times === 0)).toEqual([])
})
