import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildOrder, buildUser } from '../../test/build.ts'
import { orderForm } from '../../test/orderForm.ts'
import { makePdf } from '../../test/pdf.ts'
import { connect } from '../base/database/db.ts'
import { version } from '../base/version.ts'
import { createLogger } from './start/logger.ts'

const api = useApi()

describe('health', () => {
  test('the process is up', async () => {
    expect((await api.as(undefined).get('/healthz')).json()).toEqual({ status: 'ok', version })
  })

  test('it is ready only with a database that is migrated', async () => {
    expect((await api.as(undefined).get('/readyz')).statusCode).toBe(200)
    await api.db`alter table migrations rename to elsewhere`
    const unmigrated = await api.as(undefined).get('/readyz')
    await api.db`alter table elsewhere rename to migrations`
    expect(unmigrated.statusCode).toBe(503)
    expect(unmigrated.headers['retry-after']).toBe('2')
    expect(unmigrated.json()).toEqual({ code: 'overloaded', message: expect.any(String) })
  })
})

test('an overloaded server refuses requests with a problem, except health and sign-in, and recovers', {
  tags: ['proof'],
}, async () => {
  const app = await api.startApp({ maxEventLoopDelay: 1500 })
  const block = (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end; );
  }
  // The mean delay is sampled once a second, and each quick turn of the event loop lowers it. So there are as few turns as
  // possible between two blocks, and the blocks are repeated until one is noticed.
  let reply = await app.inject('/api/users/')
  for (let time = 0; time < 6 && reply.statusCode !== 503; time++) {
    block(1_800)
    await nextTurn()
    reply = await app.inject('/api/users/')
  }
  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBe('2')
  expect(reply.json()).toEqual({ code: 'overloaded', message: expect.any(String) })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  expect((await app.inject({ method: 'POST', url: '/api/admin-login', payload: {} })).statusCode).toBe(400)
  await expect.poll(async () => (await app.inject('/api/users/')).statusCode).toBe(401)
  await app.close()
})

test('a URL may have 500 ids', async () => {
  const app = await api.startApp()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const ids = Array.from({ length: 500 }, (_, n) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`)
  const query = ids.map((id) => `voucher_ids=${id}`).join('&')
  const reply = await fetch(`${address}/api/delete-vouchers/?${query}`, { method: 'DELETE' })
  expect(reply.status).toBe(401)
  await reply.arrayBuffer()
  await app.close()
})

describe('metrics', () => {
  const read = (remoteAddress: string, headers = {}, app = api.app) =>
    app.inject({ url: '/metrics', remoteAddress, headers })

  test('are only for this machine, not for requests that a proxy on it forwards', async () => {
    await api.as('admin').get('/api/users/')
    const reply = await read('127.0.0.1')
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toMatch(
      /http_request_duration_seconds_count{method="GET",route="\/api\/users\/?",status="200"}/,
    )
    expect((await read('10.0.0.1')).statusCode).toBe(404)
    expect((await read('127.0.0.1', { 'x-forwarded-for': '10.0.0.1' })).statusCode).toBe(404)
    for (const header of ['forwarded', 'x-real-ip', 'via']) {
      expect((await read('127.0.0.1', { [header]: 'anything' })).statusCode).toBe(404)
    }
    expect((await read('10.0.0.1', { authorization: 'Bearer ' })).statusCode).toBe(404)
  })

  test.each([1, ['127.0.0.1']])('need their token whenever a proxy is trusted: %j', async (trustProxy) => {
    const metricsToken = 'a long metrics token'
    const app = await api.startApp({ trustProxy, metricsToken })
    const bearer = { authorization: `Bearer ${metricsToken}` }
    for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }, { 'x-forwarded-for': '' }]) {
      expect((await read('127.0.0.1', headers, app)).statusCode).toBe(404)
      expect((await read('127.0.0.1', { ...headers, ...bearer }, app)).statusCode).toBe(200)
    }
    await app.close()
  })

  test('can be read from anywhere with the token', async () => {
    const app = await api.startApp({ metricsToken: 'a long metrics token' })
    const statusOf = async (authorization: string) =>
      (await read('10.0.0.1', { authorization }, app)).statusCode
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect([scheme, await statusOf(`${scheme} a long metrics token`)]).toEqual([scheme, 200])
    for (const other of [
      'Bearer a long metrics tokem',
      'Bearer A long metrics token',
      'Bearer a long metrics token ,',
      'Bearera long metrics token',
      'Token a long metrics token',
      'a long metrics token',
      'Bearer',
    ])
      expect([other, await statusOf(other)]).toEqual([other, 404])
    await app.close()
  })
})

describe('public requests', () => {
  test('are limited per address: 429 above the limit; signed file links do not count', async () => {
    const app = await api.startApp({ publicRateLimit: 3 })
    const { id } = await buildOrder(api.db)
    const from = (remoteAddress: string, url = `/api/print/${id}/`, headers = {}) =>
      app.inject({ url, remoteAddress, headers })
    for (let time = 0; time < 3; time++) expect((await from('10.0.0.1')).statusCode).toBe(200)
    const reply = await from('10.0.0.1', undefined, { 'x-forwarded-for': '10.0.0.9' })
    expect(reply.statusCode).toBe(429)
    const wait = Number(reply.headers['retry-after'])
    expect(wait > 0 && wait <= 60).toBe(true)
    expect(reply.json()).toEqual({ code: 'too_many_requests', message: expect.any(String) })
    expect((await from('10.0.0.2')).statusCode).toBe(200)
    for (let time = 0; time < 5; time++) {
      const link = `/api/order-files/${id}/${id}/?expires=1&signature=x`
      expect((await from('10.0.0.1', link)).statusCode).toBe(403)
    }
    const signedIn = { authorization: `Token ${api.token('admin')}` }
    expect((await from('10.0.0.1', '/api/users/', signedIn)).statusCode).toBe(200)
    await app.close()
  })

  test('do not keep out who signs in from the same address', async () => {
    const app = await api.startApp({ publicRateLimit: 2 })
    const ask = async () => (await app.inject({ url: '/api/print/x/' })).statusCode
    const signIn = async () =>
      (await app.inject({ method: 'POST', url: '/api/admin-login', payload: {} })).statusCode
    expect([await ask(), await ask(), await ask()]).toEqual([400, 400, 429])
    expect([await signIn(), await signIn(), await signIn()]).toEqual([400, 400, 429])
    await app.close()
  })

  test('are counted by no clock that can be set back', async () => {
    const app = await api.startApp({ publicRateLimit: 1 })
    const ask = async () => (await app.inject({ url: '/api/print/x/', remoteAddress: '10.0.0.3' })).statusCode
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    expect([await ask(), await ask()]).toEqual([400, 429])
    vi.setSystemTime(Date.now() - 86_400_000)
    expect(await ask()).toBe(429)
    vi.advanceTimersByTime(60_001)
    expect([await ask(), await ask()]).toEqual([400, 429])
    await app.close()
  })

  test('behind a proxy are limited per forwarded address, IPv6 per /64', async () => {
    const app = await api.startApp({ publicRateLimit: 2, trustProxy: 1 })
    const { id } = await buildOrder(api.db)
    const from = async (forwarded: string) =>
      (await app.inject({ url: `/api/print/${id}/`, headers: { 'x-forwarded-for': forwarded } })).statusCode
    expect([
      await from('1.1.1.1, 9.9.9.9'),
      await from('2.2.2.2, 9.9.9.9'),
      await from('3.3.3.3, 9.9.9.9'),
    ]).toEqual([200, 200, 429])
    expect([await from('9.9.9.9, 8.8.8.8')]).toEqual([200])
    expect([await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8:0:0:ff::3')]).toEqual([
      200, 200, 429,
    ])
    await app.close()
  })
})

describe('errors', () => {
  test('that are unexpected show only the request id, no details', async () => {
    await api.db`alter table users rename column first_name to given_name`
    const reply = await api.as('admin').get('/api/users/')
    await api.db`alter table users rename column given_name to first_name`
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toEqual({
      code: 'internal',
      message: 'Something went wrong on our side. Please try again.',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test('are 503 while the database is unreachable', async () => {
    // A separate connection, which stays when the server loses all of its own.
    const keeper = connect(api.url, { max: 1 })
    onTestFinished(() => keeper.end())
    const [row] = await keeper<[{ name: string }]>`select current_database() as name`
    await keeper.unsafe(`alter database ${row.name} connection limit 0`)
    await keeper`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    const replies = await Promise.all(Array.from({ length: 8 }, () => api.as('admin').get('/api/users/')))
    await keeper.unsafe(`alter database ${row.name} connection limit -1`)
    for (const reply of replies) expect([200, 503]).toContain(reply.statusCode)
    await expect.poll(async () => (await api.as('admin').get('/api/users/')).statusCode).toBe(200)
  })

  test('of an unknown path are problems too', async () => {
    for (const url of ['/api/nothing', '/', '/api']) {
      const reply = await api.as('admin').get(url)
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toEqual({ code: 'not_found', message: 'Page not found' })
    }
  })
})

test('every response has headers against framing, sniffing, caching and scripts', async () => {
  const reply = await api.as('admin').get('/api/users/')
  expect(reply.headers).toMatchObject({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'referrer-policy': expect.any(String),
  })
  expect(reply.headers['x-powered-by']).toBeUndefined()
})

test('a JSON request may have an empty body', async () => {
  const { id } = await buildUser(api.db)
  const json = { 'content-type': 'application/json' }
  const removed = await api.as('admin').send('DELETE', `/api/order-uploads/${id}/`, '', json)
  expect(removed.json()).toEqual({ code: 'not_found', message: 'File not found' })
  const created = await api.as('admin').send('POST', '/api/users/', '', json)
  expect(created.statusCode).toBe(400)
})

test('the log has no password, token, query, header, name or file content', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app = await api.startApp({ logger: createLogger('trace', sink) })
  const as = api.withToken(api.token('admin'), app)
  const secrets = {
    password: 'sesame-open-now',
    token: api.token('admin'),
    file: 'divorce-papers.pdf',
    query: 'kowalskaja',
    mobile: '9888877777',
  }
  const user = await buildUser(api.db)
  await as.post('/api/admin-login', { email: 'who@print.test', password: secrets.password })
  await as.get(`/api/users/?query=${secrets.query}`)
  await as.post('/api/users/', { first_name: 'X', mobile: secrets.mobile, email: 'x' })
  const order = orderForm({ user: user.id, title: 'T', pickup: true }, { [secrets.file]: await makePdf(1) })
  const taken = await as.upload('/api/all-orders/', order)
  const link = taken.json().order_files[0].url.slice('http://print.test'.length)
  await as.get(link)
  await as.upload(
    '/api/all-orders/',
    orderForm({ user: user.id, title: 'T', pickup: true }, { [secrets.file]: 'broken' }),
  )
  await api.db`alter table users rename column first_name to given_name`
  await as.get(`/api/users/?query=${secrets.query}`)
  await api.db`alter table users rename column given_name to first_name`
  await app.close()

  const log = lines.join('')
  expect(lines.length).toBeGreaterThan(7)
  expect(log).toContain('"route":"/api/users/"')
  expect(log).toContain('unexpected error')
  const signature = new URLSearchParams(link.split('?')[1]).get('signature') ?? 'none'
  for (const [name, secret] of Object.entries({ ...secrets, signature })) {
    expect([name, log.includes(secret)]).toEqual([name, false])
  }
})
