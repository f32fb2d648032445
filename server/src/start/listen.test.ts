import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { listen } from './listen.ts'
import { OperatorError } from './operatorError.ts'

const other = createServer()
let taken: number
let app: FastifyInstance | undefined

beforeAll(async () => {
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  taken = (other.address() as AddressInfo).port
})
afterEach(() => app?.close())
afterAll(() => void other.close())

const settings = (more: object) => ({ ...readEnv({}), port: taken, ...more })

test('the default port moves on to the next free one and says where', async () => {
  app = Fastify()
  const address = await listen(app, settings({ portAsked: false }))
  const { port } = app.server.address() as AddressInfo
  expect(port).toBeGreaterThan(taken)
  expect(address).toBe(`http://localhost:${port}`)
})

test('a port that was asked for is never exchanged for another', async () => {
  app = Fastify()
  const refused = listen(app, settings({ portAsked: true }))
  await expect(refused).rejects.toThrow(new OperatorError(`PORT ${taken} is used by another program`))
})

test('an address of another machine is told by its setting', async () => {
  app = Fastify()
  const refused = listen(app, settings({ host: '192.0.2.1', portAsked: true }))
  await expect(refused).rejects.toThrow(new OperatorError('HOST 192.0.2.1 is not an address of this machine'))
})
