import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from '../../test/fastCheck.ts'
import { startJobs } from '../src/app/jobs.ts'
import { createLogger } from '../src/app/start/logger.ts'
import { openSession, useApi } from './api.ts'
import { buildStaff } from './build.ts'
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
const step = fc.record({
  what: fc.constantFrom(...Object.keys(writes)),
  fixture: fc.nat(fixtureCount - 1),
  app: fc.nat(1),
  person: fc.nat(1),
})

test('all invariants hold after any sequence of concurrent writes', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
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
