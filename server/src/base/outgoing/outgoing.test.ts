import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { type ResolveName, whyNotAllowed, whyNotPublic } from './publicAddress.ts'
import { createRequestSender } from './sendRequest.ts'

const publicOnly = { http: false, loopback: false }
const local = { http: true, loopback: true }

test.each([
  '127.0.0.1',
  '127.8.9.1',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.3.4',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '2002:7f00:1::',
  '2001:0:0:1::',
  '2001:db8::1',
  '::127.0.0.1',
  '::a00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b:1::7f00:1',
  '100::1',
  '1fff::1',
  '4000::1',
  '5f00::1',
  'fec0::1',
  '2001:2::1',
  '2001:20::1',
  '3fff::1',
  'nonsense',
])('%s is no public address', (address) => {
  expect(whyNotPublic(address, publicOnly)).toBeDefined()
})

test.each(['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])(
  '%s is public',
  (address) => {
    expect(whyNotPublic(address, publicOnly)).toBeUndefined()
  },
)

test('loopback is allowed by a setting, other private addresses never', () => {
  expect(whyNotPublic('127.0.0.1', local)).toBeUndefined()
  expect(whyNotPublic('::1', local)).toBeUndefined()
  for (const address of ['10.0.0.1', '169.254.169.254', '::ffff:192.168.0.1']) {
    expect(whyNotPublic(address, local)).toBeDefined()
  }
})

test.each([
  'http://example.com/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::127.0.0.1]/',
  'https://[::7f00:1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://169.254.169.254/latest/meta-data',
  'ftp://example.com/',
])('%s is refused before anything is resolved', (url) => {
  expect(whyNotAllowed(url, publicOnly)).toBeDefined()
})

const closing: (() => unknown)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Resolves any name to these addresses, one list after another. */
function resolving(...answers: string[][]): { resolveName: ResolveName; asked: () => number } {
  let asked = 0
  const resolveName: ResolveName = (_name, _options, callback) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? []
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { resolveName, asked: () => asked }
}

function open(options: Partial<Parameters<typeof createRequestSender>[0]> = {}) {
  const sender = createRequestSender({ ...local, ...options })
  closing.push(() => sender.close())
  return sender
}

test('a name with any private address is refused, and nothing is sent', async () => {
  let requests = 0
  const port = await serve((_request, response) => {
    requests += 1
    response.end()
  })
  for (const addresses of [
    ['127.0.0.1'],
    ['1.1.1.1', '127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
    [],
  ]) {
    const sender = open({ loopback: false, ...resolving(addresses) })
    const answer = await sender.post(`http://shop.example:${port}/`, {}, '{}')
    expect(answer.status).toBeNull()
    expect(answer.error).toMatch(/not a public address|no address/)
  }
  expect(requests).toBe(0)
})

test('a name that resolves differently the second time is checked at each connection', async () => {
  const port = await serve(
    (_request, response) => void response.writeHead(200, { connection: 'close' }).end('ok'),
  )
  const { resolveName, asked } = resolving(['127.0.0.1'], ['10.1.2.3'], ['169.254.169.254'])
  const sender = open({ resolveName })
  const url = `http://shop.example:${port}/`
  expect(await sender.post(url, {}, '{}')).toMatchObject({ status: 200, error: null, text: 'ok' })
  for (const address of ['10.1.2.3', '169.254.169.254']) {
    const answer = await sender.post(url, {}, '{}')
    expect(answer.error).toContain(address)
  }
  // Once for each connection: what was checked is what was connected to.
  expect(asked()).toBe(3)
})

test('a redirect is not followed, wherever it leads', async () => {
  let followed = 0
  const target = await serve((_request, response) => {
    followed += 1
    response.end()
  })
  for (const location of ['http://169.254.169.254/latest', `http://127.0.0.1:${target}/`]) {
    const port = await serve((_request, response) => void response.writeHead(302, { location }).end())
    expect(await open().post(`http://127.0.0.1:${port}/`, {}, '{}')).toMatchObject({
      status: 302,
      error: 'Answered 302: redirects are not followed',
    })
  }
  expect(followed).toBe(0)
})

test('an endless answer is read to 64 KB and then left', async () => {
  let written = 0
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  const port = await serve((_request, response) => {
    response.writeHead(200)
    response.on('close', leave)
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384))) written += 16_384
    }
    response.on('drain', write)
    write()
  })
  const answer = await open().post(`http://127.0.0.1:${port}/`, {}, '{}')
  await left
  expect(answer).toMatchObject({ status: 200, error: null, text: 'x'.repeat(4096) })
  // What is in flight may be more than what is read, but it is bounded by the buffers of the connection.
  expect(written).toBeLessThan(32 * 1024 * 1024)
})

test.each([
  ['nothing at all', () => {}],
  [
    'a head and no end',
    (response: { writeHead(s: number): unknown; write(t: string): unknown }) => {
      response.writeHead(200)
      response.write('a')
    },
  ],
])('%s is given up after the time limit', async (_what, answer) => {
  const port = await serve((_request, response) => answer(response))
  const reply = await open({ timeoutMs: 150 }).post(`http://127.0.0.1:${port}/`, {}, '{}')
  expect(reply).toMatchObject({ status: null, error: 'No complete answer within 0.15 seconds' })
})

test('broken answers have their reason', async () => {
  const reset = await serve((request) => request.socket.destroy())
  expect((await open().post(`http://127.0.0.1:${reset}/`, {}, '{}')).error).toBe('socket hang up')
  expect((await open().post('http://127.0.0.1:1/', {}, '{}')).error).toContain('ECONNREFUSED')
  const strange = await serve((_request, response) => void response.end(Buffer.from([0, 0xff, 0xd8, 65])))
  const { text } = await open().post(`http://127.0.0.1:${strange}/`, {}, '{}')
  expect(text.isWellFormed() && !text.includes('\0')).toBe(true)
})
