import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { listenOnPort } from '../../../test/listenOnPort.ts'

// Requests over raw sockets that an HTTP client would correct or never send.

const api = useApi()
const port = listenOnPort(api)

type Answer = { status: number; headers: Record<string, string>; body: string }

/** Sends these bytes and returns all responses until the connection is closed. */
async function send(bytes: string): Promise<Answer[]> {
  const socket = open()
  socket.write(bytes, 'latin1')
  const received = await text(socket)
  return received.split(/(?=HTTP\/1\.1 \d{3} )/).map(parse)
}

function open(): Socket {
  const socket = connect(port(), '127.0.0.1')
  socket.on('error', () => {})
  return socket
}

function parse(answer: string): Answer {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(first.split(' ')[1]), headers, body }
}

const end = 'connection: close\r\n\r\n'
const admin = () => `authorization: Token ${api.token('admin')}\r\n`
const users = (lines: string, target = '/api/users/') =>
  `GET ${target} HTTP/1.1\r\nhost: x\r\n${admin()}${lines}${end}`
const post = (lines: string, body: string, target = '/api/users/') =>
  `POST ${target} HTTP/1.1\r\nhost: x\r\n${admin()}content-type: application/json\r\ncontent-length: ${body.length}\r\n${lines}${end}${body}`

describe('one response to', () => {
  const cases: [what: string, status: number, bytes: () => string][] = [
    ['a plain request', 200, () => users('')],
    ['no Host', 400, () => `GET /healthz HTTP/1.1\r\n${end}`],
    ['no Host, which HTTP/1.0 allows', 200, () => `GET /healthz HTTP/1.0\r\n${end}`],
    ['two Host headers', 400, () => users('Host: y\r\n')],
    ['two equal Host headers', 400, () => users('HOST: x\r\n')],
    ['two Authorization headers', 400, () => users('Authorization: Token other\r\n')],
    ['two equal Authorization headers', 400, () => users(admin())],
    ['no token', 401, () => `GET /api/users/ HTTP/1.1\r\nhost: x\r\n${end}`],
    [
      'an unknown token',
      401,
      () => `GET /api/users/ HTTP/1.1\r\nhost: x\r\nauthorization: Token 1\r\n${end}`,
    ],
    ['a JSON body of 1 MiB', 400, () => post('', '{}'.padEnd(1024 * 1024))],
    ['gzip', 415, () => post('content-encoding: gzip\r\n', '{}')],
    ['several encodings', 415, () => post('content-encoding: identity, br\r\n', '{}')],
    ['an unknown encoding on a GET', 415, () => users('content-encoding: x\r\n')],
    ['the encoding identity', 400, () => post('content-encoding: Identity\r\n', '{}')],
    ['malformed UTF-8 in a query', 400, () => users('', '/api/users/?query=%e0%a4')],
    ['a lone surrogate in a query', 400, () => users('', '/api/users/?query=%ed%a0%80')],
    ['a lone percent sign', 400, () => users('', '/api/users/?query=100%')],
    ['malformed UTF-8 in a parameter name', 400, () => users('', '/api/users/?%ff=1')],
    ['malformed UTF-8 in a path', 400, () => users('', '/api/users/%ff/')],
    ['non-ASCII bytes in an address', 400, () => users('', '/api/users/?query=\xff')],
    ['a character of four bytes', 200, () => users('', '/api/users/?query=%f0%9f%92%a9')],
    ['an invalid path', 400, () => users('', '/%')],
    ['a parameter that is too long', 414, () => users('', `/api/users/${'x'.repeat(300)}/`)],
    ['headers that are too large', 431, () => users(`x: ${'y'.repeat(40_000)}\r\n`)],
    ['bytes that are not HTTP', 400, () => 'GARBAGE\r\n\r\n'],
    ['a line without a version', 400, () => 'GET /\r\n\r\n'],
    ['a line without a version, with headers', 400, () => `GET /healthz\r\nhost: x\r\n${end}`],
    ['an older HTTP version', 400, () => `GET /healthz HTTP/0.9\r\nhost: x\r\n${end}`],
    ['an unknown HTTP version', 400, () => 'GET / HTTP/9.9\r\n\r\n'],
    ['both a content length and chunks', 400, () => post('transfer-encoding: chunked\r\n', '{}')],
    ['another expectation', 417, () => post('expect: 200-ok\r\n', '{}')],
    ['an unknown address', 404, () => users('', '/api/none')],
    ['a method that no route has', 404, () => `OPTIONS * HTTP/1.1\r\nhost: x\r\n${end}`],
    ['a tunnel', 405, () => `CONNECT other:443 HTTP/1.1\r\nhost: other:443\r\n${end}`],
    ['a body of another type', 415, () => users('content-type: text/plain\r\n').replace('GET', 'POST')],
  ]

  test.each(cases)('%s: %i', async (_what, status, bytes) => {
    const [answer, ...more] = await send(bytes())
    expect(more).toEqual([])
    expect(answer?.status).toBe(status)
    expect(answer?.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      connection: 'close',
    })
    expect(answer?.headers['www-authenticate']).toBe(status === 401 ? 'Token' : undefined)
    expect(answer?.headers['content-type']).toBe('application/json; charset=utf-8')
    if (status >= 400) expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: expect.any(String) })
  })
})

describe('a body announced', () => {
  const head = (path: string, length: number, more = '', type = 'application/json') =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\n${more}content-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`
  const form = 'multipart/form-data; boundary=b'

  test.each([
    ['JSON', '/api/users/', 1024 * 1024 + 1, 'application/json'],
    ['sign-in', '/api/admin-login', 2_000_000, 'application/json'],
    ['an image', '/api/qr-codes/', 50_000_000, form],
    ['a file', '/api/order-uploads/', 150_000_000, form],
    ['an order', '/api/all-orders/', 3_000_000_000, form],
    ['codes', '/api/upload_vouchers/?client_id=x&expiry_date=x', 300_000_000, form],
    ['an unknown path', '/api/none', 1024 * 1024 + 1, 'application/json'],
  ])('as too large for %s is refused before it is sent', async (_what, path, length, type) => {
    const socket = open()
    socket.write(head(path, length, admin(), type))
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    expect(parse(String(bytes))).toMatchObject({ status: 413, body: expect.stringContaining('too_large') })
    socket.destroy()
  })

  test('as too large and sent all the same is read in small part, then the connection is closed', async () => {
    const socket = open()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(head('/api/order-uploads/', 1_500_000_000, admin(), form))
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    const answer = parse(String(bytes))
    expect([answer.status, answer.headers['connection']]).toEqual([413, 'close'])
    expect(Number(answer.headers['content-length'])).toBe(answer.body.length)
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    const writing = setInterval(() => {
      while (socket.writable && socket.writableLength === 0) socket.write(chunk)
    }, 5)
    await closed
    clearInterval(writing)
    // What the server read, plus the buffers of both ends.
    expect(socket.bytesWritten).toBeLessThan(100_000_000)
  })

  test('without a length (chunked) is refused at the limit', async () => {
    const socket = open()
    const received = text(socket)
    socket.write(
      `POST /api/users/ HTTP/1.1\r\nhost: x\r\n${admin()}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const writing = setInterval(() => socket.writableLength === 0 && socket.write(chunk), 1)
    const answer = parse(await received)
    clearInterval(writing)
    expect([answer.status, answer.headers['connection']]).toEqual([413, 'close'])
    expect(socket.bytesWritten).toBeLessThan(100_000_000)
  })
})

describe('Expect: 100-continue', () => {
  const body = JSON.stringify({ first_name: 'Expected', mobile: '9222222222' })
  const head = (lines: string, length = body.length) =>
    `POST /api/users/ HTTP/1.1\r\nhost: x\r\nexpect: 100-Continue\r\ncontent-length: ${length}\r\n${lines}${end}`
  const json = 'content-type: application/json\r\n'

  test('gets 100 when the headers are valid, and then the response', async () => {
    const socket = open()
    socket.write(head(admin() + json))
    const [first] = (await once(socket, 'data')) as [Buffer]
    expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write(body)
    expect(parse(await text(socket)).status).toBe(201)
  })

  test.each([
    ['without a token', 401, () => head(json)],
    ['with another type', 415, () => head(`${admin()}content-type: text/plain\r\n`)],
    ['with too large a body', 413, () => head(admin() + json, 2_000_000_000)],
    ['encoded', 415, () => head(`${admin()}${json}content-encoding: gzip\r\n`)],
    ['to an unknown address', 404, () => head(json).replace('/api/users/', '/api/none')],
  ])('is refused at once %s', async (_what, status, bytes) => {
    const socket = open()
    socket.write(bytes())
    const [first] = (await once(socket, 'data')) as [Buffer]
    expect(parse(String(first)).status).toBe(status)
    expect(parse(String(first)).headers['connection']).toBe('close')
    socket.destroy()
  })

  test('works for a client that sends the body without waiting', async () => {
    const answers = await send(head(admin() + json) + body.replace('9222222222', '9222222223'))
    expect(answers.map(({ status }) => status)).toEqual([100, 201])
  })
})

test('a malformed QR code address is answered with a page', async () => {
  const [answer] = await send(users('', '/?qr_code=5&x=%c3'))
  expect([answer?.status, answer?.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  expect(answer?.headers['x-content-type-options']).toBe('nosniff')
})

test('an unused connection is closed without a response', async () => {
  const app = await api.startApp({ deadlines: { headers: 200, check: 50 } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  expect(await text(socket)).toBe('')
  await app.close()
})
