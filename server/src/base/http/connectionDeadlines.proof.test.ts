import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildUser } from '../../../test/build.ts'
import { deadlines, watchConnections } from './connectionDeadlines.ts'

// The real deadlines divided by 100. The slowest rate stays 4,096 bytes a second.

const api = useApi()
const short = { headers: 600, keepAlive: 600, body: 700, response: 700, check: 50 }
let app: FastifyInstance
let port: number

beforeAll(async () => {
  app = await api.startApp({ deadlines: short, maxConnections: 400 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
})

function open(bytes = ''): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  if (bytes) socket.write(bytes)
  return socket
}

/** Sends one byte at intervals until the connection is closed. */
function trickle(socket: Socket, byte: string): Socket {
  const timer = setInterval(() => socket.writable && socket.write(byte), 100)
  socket.once('close', () => clearInterval(timer))
  return socket
}

const token = () => `authorization: Token ${api.token('admin')}\r\n`
const form = 'content-type: multipart/form-data; boundary=b\r\n'
const fileHead = '--b\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n'
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

describe('is closed', () => {
  test.each<[string, () => Socket, RegExp]>([
    ['a silent connection', () => open(), /^$/],
    ['only a request line', () => open('GET / HTTP/1.1\r\n'), /^HTTP\/1\.1 408 /],
    ['headers sent byte by byte', () => trickle(open('GET / HTTP/1.1\r\n'), 'x'), /^HTTP\/1\.1 408 /],
    ['empty lines sent one by one', () => trickle(open(), '\r\n'), /^(HTTP\/1\.1 408 [^]*)?$/],
    ['silence after a response', () => open('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'), /^HTTP\/1\.1 200 /],
    [
      'JSON that trickles',
      () =>
        trickle(
          open(
            `POST /api/users/ HTTP/1.1\r\nhost: x\r\n${token()}content-type: application/json\r\ncontent-length: 50000\r\n\r\n{`,
          ),
          ' ',
        ),
      /^HTTP\/1\.1 408 [^]*x-content-type-options: nosniff[^]*"timeout"/,
    ],
    [
      'a file sent byte by byte',
      () =>
        trickle(
          open(
            `POST /api/order-uploads/ HTTP/1.1\r\nhost: x\r\n${token()}${form}content-length: 5000000\r\n\r\n${fileHead}`,
          ),
          'x',
        ),
      /^HTTP\/1\.1 408 /,
    ],
    [
      'a body in chunks of one byte',
      () =>
        trickle(
          open(
            `POST /api/order-uploads/ HTTP/1.1\r\nhost: x\r\n${token()}${form}transfer-encoding: chunked\r\n\r\n`,
          ),
          '1\r\nx\r\n',
        ),
      /^HTTP\/1\.1 408 /,
    ],
  ])('%s', async (_what, start, answer) => {
    expect(await text(start())).toMatch(answer)
    await expect.poll(() => api.incoming()).toEqual([])
  })

  test.each([
    ['a response of which nothing is read', 0],
    ['a response that is read byte by byte', 20],
  ])('%s', async (_what, pace) => {
    const server = createServer((_request, response) => response.end(Buffer.alloc(30_000_000)))
    watchConnections(server, { ...deadlines, ...short }, 100)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const [connection] = (await once(server, 'connection')) as [Socket]
    const reading = pace > 0 ? setInterval(() => socket.read(1), pace) : undefined
    await closed(connection)
    clearInterval(reading)
    socket.destroy()
    server.close()
  })
})

describe('stays open', () => {
  test('a file on a slow but fair connection, for much longer than any deadline', async () => {
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      path: '/api/order-uploads/',
      method: 'POST',
      headers: {
        authorization: `Token ${api.token('admin')}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
    })
    request.write(fileHead)
    for (let time = 0; time < 60; time++) {
      request.write(Buffer.alloc(500, 'x'))
      await sleep(50)
    }
    request.end('\r\n--b--\r\n')
    const [reply] = await once(request, 'response')
    // Received completely, but not a PDF.
    expect(reply.statusCode).toBe(400)
    expect(await text(reply)).toContain('file_refused')
  })

  test('a response that takes the server long', async () => {
    const still = Promise.withResolvers<void>()
    const lock = api.db.begin(async (tx) => {
      await tx`lock table coupons in access exclusive mode`
      await still.promise
    })
    const reply = fetch(`http://127.0.0.1:${port}/coupon_app/api/coupons/`, {
      headers: { authorization: `Token ${api.token('admin')}` },
    })
    await sleep(1500)
    still.resolve()
    await lock
    expect((await reply).status).toBe(200)
  })
})

test('hundreds of idle and slow connections leave the server usable, and are closed for new ones', async () => {
  await buildUser(api.db)
  const hostile = Array.from({ length: 600 }, (_, index) =>
    index % 2 === 0 ? open() : trickle(open('GET / HTTP/1.1\r\n'), 'x'),
  )
  for (let time = 0; time < 10; time++) {
    const answered = () =>
      fetch(`http://127.0.0.1:${port}/api/users/`, {
        headers: { authorization: `Token ${api.token('admin')}` },
      })
    await expect.poll(async () => (await answered()).status).toBe(200)
  }
  await expect.poll(connectionCount).toBeLessThan(20)
  for (const socket of hostile) socket.destroy()
})

const connectionCount = () =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
