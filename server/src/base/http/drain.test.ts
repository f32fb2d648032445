import { once } from 'node:events'
import { request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { createDrain } from './drain.ts'

// With real sockets, because clients stop reading, disconnect or are refused midway.

const api = useApi()
const closing: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

async function listen() {
  const drain = createDrain()
  const app = await api.startApp({ drain })
  await app.listen({ host: '127.0.0.1', port: 0 })
  closing.push(() => app.close())
  return { drain, app, port: (app.server.address() as AddressInfo).port }
}

const head = (port: number, more: Record<string, string> = {}) => ({
  port,
  host: '127.0.0.1',
  method: 'POST',
  path: '/api/all-orders/',
  headers: {
    authorization: `Token ${api.token('admin')}`,
    'content-type': 'multipart/form-data; boundary=b',
    ...more,
  },
})
const fileHead = '--b\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n'

test('a request in progress finishes; new ones get 503', async () => {
  const { drain, port } = await listen()
  const slow = send({
    ...head(port, { 'content-type': 'application/json' }),
    path: '/api/users/',
  })
  const body = JSON.stringify({ first_name: 'Slow', mobile: '9111111111' })
  slow.write(body.slice(0, 10))
  await expect.poll(() => drain.underWay()).toBe(1)

  const stopped = drain.stop(10_000)
  const refused = await fetch(`http://127.0.0.1:${port}/healthz`)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(refused.headers.get('connection')).toBe('close')
  expect(await refused.json()).toEqual({ code: 'overloaded', message: expect.any(String) })

  slow.end(body.slice(10))
  const [reply] = await once(slow, 'response')
  expect(reply.statusCode).toBe(201)
  await text(reply)
  await stopped
  expect(drain.underWay()).toBe(0)
})

test('requests that do not finish are not awaited after the grace period', async () => {
  const { drain, port } = await listen()
  const stuck = send(head(port))
  stuck.on('error', () => {})
  stuck.write(fileHead)
  await expect.poll(() => drain.underWay()).toBe(1)
  await drain.stop(20)
  expect(drain.underWay()).toBe(1)
  stuck.destroy()
})

test('an upload that the client aborts leaves nothing', async () => {
  const { drain, port } = await listen()
  const upload = send(head(port))
  upload.on('error', () => {})
  upload.write(fileHead)
  upload.write(Buffer.alloc(300_000, 'x'))
  await expect.poll(() => api.incoming().length).toBeGreaterThan(1)
  upload.destroy()
  await expect.poll(() => api.incoming()).toEqual([])
  await expect.poll(() => drain.underWay()).toBe(0)
  expect(api.storedFiles()).toEqual([])
  expect(await api.db`select 1 from order_files`).toHaveLength(0)
})

describe('a large upload that is refused early', () => {
  test.each([
    ['for a missing token', fileHead, 401],
    ['for an unknown field', '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\ny\r\n', 400],
    ['for an unknown file', fileHead.replace('files', 'other'), 400],
  ])('%s is read to its end, and the connection stays open', async (_name, start, status) => {
    const { port } = await listen()
    const body = `${start}${start.includes('name="x"') ? fileHead : ''}${'x'.repeat(8 * 1024 * 1024)}\r\n--b--\r\n`
    const token = status === 401 ? 'none' : api.token('admin')
    // A second request on the connection gets a response only if the first was read to its end.
    const requests = [
      `POST /api/all-orders/ HTTP/1.1\r\nhost: x\r\nauthorization: Token ${token}`,
      `\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    ]
    const socket = connect(port, '127.0.0.1')
    socket.write(requests.join(''))
    const statuses = (await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)
    expect([...statuses].map(([, code]) => Number(code))).toEqual([status, 200])
    expect(api.incoming()).toEqual([])
  })
})

test.each([
  ['GARBAGE\r\n\r\n', 400],
  [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
  ['POST /api/users/ HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n', 400],
])('bytes that are not HTTP get a problem: %j', async (bytes, status) => {
  const { port } = await listen()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes)
  const [first, ...rest] = (await text(socket)).split('\r\n')
  expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(rest.at(-1) ?? '')).toEqual({ code: 'malformed', message: expect.any(String) })
})
