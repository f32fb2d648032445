import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { OperatorError } from '../../base/operatorError.ts'
import { readEnv } from './env.ts'
import { listen } from './listen.ts'

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

test('if the default port is in use, the next free one is used and printed', async () => {
  app = Fastify()
  const address = await listen(app, settings({ portAsked: false }))
  const { port } = app.server.address() as AddressInfo
  expect(port).toBeGreaterThan(taken)
  expect(address).toBe(`http://localhost:${port}`)
})

test('a configured port is never replaced by another one', async () => {
  app = Fastify()
  const refused = listen(app, settings({ portAsked: true }))
  await expect(refused).rejects.toThrow(new OperatorError(`PORT ${taken} is used by another program`))
})

test('a HOST of another machine is reported with the name of the setting', async () => {
  app = Fastify()
  const refused = listen(app, settings({ host: '192.0.2.1', portAsked: true }))
  await expect(refused).rejects.toThrow(new OperatorError('HOST 192.0.2.1 is not an address of this machine'))
})
