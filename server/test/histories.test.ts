import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startJobs } from '../src/jobs.ts'
import { createLogger } from '../src/start/logger.ts'
import { openSession, useApi } from './api.ts'
import { buildStaff } from './build.ts'
import { findWhatDoesNotAddUp } from './everythingAddsUp.ts'
import { buildScene, writes } from './shopWrites.ts'

// Random histories of everything that people do, by two of them at once over two server processes, with the folding
// job at work: whatever the sequence, nothing fails and every kept number is what the rows say.

const api = useApi()
const people: { id: string; token: string }[] = []
let apps: FastifyInstance[]
let jobs: ReturnType<typeof startJobs>

beforeAll(async () => {
  apps = [api.app, await api.startApp()]
  jobs = startJobs(api.resources, createLogger('silent'))
  for (let made = 0; made < 2; made++) {
    const { id } = await buildStaff(api.db, { is_superuser: true })
    people.push({ id, token: await openSession(api.db, id) })
  }
})
afterAll(async () => {
  await jobs.stop()
  await apps[1]?.close()
})

const sceneCount = 3
const lanes = 4
const deed = fc.record({
  what: fc.constantFrom(...Object.keys(writes)),
  scene: fc.nat(sceneCount - 1),
  app: fc.nat(1),
  person: fc.nat(1),
})

test('everything adds up after any history', async () => {
  const property = fc.asyncProperty(fc.array(deed, { minLength: 20, maxLength: 60 }), async (history) => {
    const ids = people.map(({ id }) => id)
    const scenes = await Promise.all(
      Array.from({ length: sceneCount }, () => buildScene(api, ids, history.length)),
    )
    const failed: string[] = []
    const waiting = [...history]
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [scene, person, write] = [scenes[next.scene], people[next.person], writes[next.what]]
        if (!scene || !person || !write) throw new Error(`There is no ${JSON.stringify(next)}`)
        const send = () => write.send(api.withToken(person.token, apps[next.app]), scene, person.id)
        let reply = await send()
        // Two uploads at a time, for one: whoever is told to come again does.
        for (let tries = 0; tries < 50 && reply.headers['retry-after'] !== undefined; tries++) {
          await sleep(100)
          reply = await send()
        }
        if (reply.statusCode >= 500) failed.push(`${next.what}: ${reply.statusCode} ${reply.body}`)
      }
    }
    await Promise.all(Array.from({ length: lanes }, work))
    expect(failed).toEqual([])
    expect(await findWhatDoesNotAddUp(api.db)).toEqual({})
  })
  // Which of two writes is first is up to chance, so a shorter history would tell nothing more.
  await fc.assert(property, { numRuns: 15, endOnFailure: true })
}, 120_000)
