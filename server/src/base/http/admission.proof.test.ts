import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildStaff, buildUser } from '../../../test/build.ts'
import { buildPrinter } from '../../../test/buildPrinting.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'
import { openReceiver } from '../../../test/receiver.ts'
import { kinds, type WorkKind } from './admission.ts'
import type { Limits } from './workQueue.ts'

// Each kind runs one request and lets one wait; statements block until a lock is released.

const api = useApi()
const limits = Object.fromEntries(
  kinds.map((kind) => [kind, { concurrency: 1, queueLength: 1, queueTimeoutMs: 10_000 }]),
) as Record<WorkKind, Limits>
let app: FastifyInstance
let port: number

beforeAll(async () => {
  app = await api.startApp({ limits: limits })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => {
  app.server.closeAllConnections()
  return app.close()
})

const admin = () => ({ authorization: `Token ${api.token('admin')}` })
const get = (path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: admin(), signal: AbortSignal.timeout(20_000) })
const patch = (id: string) =>
  fetch(`http://127.0.0.1:${port}/api/users/${id}/`, {
    method: 'PATCH',
    headers: { ...admin(), 'content-type': 'application/json' },
    body: JSON.stringify({ last_name: 'Waiting' }),
  })

/** The figures of a kind of work in /metrics. */
async function metricsOf(kind: WorkKind, of = app) {
  const { body } = await of.inject('/metrics')
  const read = (name: string) => Number(new RegExp(`^${name}{kind="${kind}"} (\\d+)`, 'm').exec(body)?.[1])
  return { running: read('work_running'), waiting: read('work_waiting'), refused: read('work_refused_total') }
}

/** Locks a table during the work, so that every read and write of it is blocked. */
async function whileLocked(table: string, work: () => Promise<void>) {
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = api.db.begin(async (tx) => {
    await tx`lock table ${tx(table)} in access exclusive mode`
    locked.resolve()
    await released.promise
  })
  await locked.promise
  try {
    await work()
  } finally {
    released.resolve()
    await lock
  }
}

const untilBusy = (kind: WorkKind, running: number, waiting: number) =>
  expect.poll(() => metricsOf(kind)).toMatchObject({ running, waiting })

test('a full queue refuses with Retry-After; other kinds, health and sign-in still work; then the queue is free', async () => {
  await whileLocked('coupons', async () => {
    const one = get('/coupon_app/api/coupons/')
    await untilBusy('read', 1, 0)
    const two = get('/coupon_app/api/coupons/')
    await untilBusy('read', 1, 1)
    const { refused } = await metricsOf('read')

    const three = await get('/coupon_app/api/coupons/')
    expect([three.status, three.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await three.json()).toEqual({ code: 'overloaded', message: expect.any(String) })
    expect(three.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await metricsOf('read')).refused).toBe(refused + 1)

    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/readyz')).status).toBe(200)
    const signIn = await fetch(`http://127.0.0.1:${port}/api/admin-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@print.test', password: 'wrong' }),
    })
    expect(signIn.status).toBe(422)
    expect((await patch((await buildUser(api.db)).id)).status).toBe(200)
    expect((await get('/api/users/?query=a')).status).toBe(200)
    void Promise.allSettled([one, two])
  })
  await untilBusy('read', 0, 0)
  expect((await get('/coupon_app/api/coupons/')).status).toBe(200)
})

test('waiting requests run in their sequence', async () => {
  const answers: Promise<Response>[] = []
  await whileLocked('coupons', async () => {
    for (const waiting of [0, 1]) {
      answers.push(get('/coupon_app/api/coupons/'))
      await untilBusy('read', 1, waiting)
    }
  })
  for (const answer of answers) expect((await answer).status).toBe(200)
  await untilBusy('read', 0, 0)
})

describe('the queue becomes free', () => {
  test('when a waiting client disconnects; after its disconnect, running work first ends', async () => {
    await whileLocked('coupons', async () => {
      const running = new AbortController()
      const waiting = new AbortController()
      const path = `http://127.0.0.1:${port}/coupon_app/api/coupons/`
      const first = fetch(path, { headers: admin(), signal: running.signal }).catch(() => 'gone')
      await untilBusy('read', 1, 0)
      const second = fetch(path, { headers: admin(), signal: waiting.signal }).catch(() => 'gone')
      await untilBusy('read', 1, 1)
      waiting.abort()
      expect(await second).toBe('gone')
      await untilBusy('read', 1, 0)
      running.abort()
      expect(await first).toBe('gone')
      // Its statement still runs, so the queue is not free yet.
      await untilBusy('read', 1, 0)
    })
    await untilBusy('read', 0, 0)
  })

  test('after a refusal and after an unexpected error', async () => {
    expect((await get('/api/users/?limit=0')).status).toBe(400)
    expect((await get('/api/users/01890000-0000-7000-8000-000000000000/')).status).toBe(404)
    await api.db`alter view live_coupons rename column code to other`
    expect((await get('/coupon_app/api/coupons/')).status).toBe(500)
    await api.db`alter view live_coupons rename column other to code`
    expect((await patch('x')).status).toBe(400)
    await untilBusy('read', 0, 0)
    await untilBusy('write', 0, 0)
  })

  test('when a client aborts a JSON body or a form', async () => {
    const post = (path: string, type: string, body: string) => {
      const request = send({
        port,
        host: '127.0.0.1',
        path,
        method: 'POST',
        headers: { ...admin(), 'content-type': type, 'content-length': 10_000 },
      })
      request.on('error', () => {})
      request.write(body)
      return request
    }
    const json = post('/api/users/', 'application/json', '{"first')
    const form = post(
      '/api/order-uploads/',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF',
    )
    await untilBusy('receiving', 1, 0)
    // A body that is still being received does not count as running.
    expect(await metricsOf('upload')).toMatchObject({ running: 0, waiting: 0 })
    expect(await metricsOf('write')).toMatchObject({ running: 0, waiting: 0 })
    json.destroy()
    form.destroy()
    await untilBusy('receiving', 0, 0)
    const file = orderForm(undefined, { 'a.pdf': await makePdf(1) })
    const upload = await fetch(`http://127.0.0.1:${port}/api/order-uploads/`, {
      method: 'POST',
      headers: admin(),
      body: file,
    })
    expect(upload.status).toBe(201)
    await untilBusy('upload', 0, 0)
    await untilBusy('receiving', 0, 0)
  })

  test('when a client sends half a request and disconnects', async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write('GET /api/users/ HTTP/1.1\r\nhost: x\r\n')
    socket.destroy()
    await untilBusy('read', 0, 0)
  })
})

describe('places of work', () => {
  const statusOf = (url: string, token: string) =>
    fetch(`http://127.0.0.1:${port}${url}`, { headers: { authorization: `Token ${token}` } }).then(
      ({ status }) => status,
    )
  const blockedBy = async (table: string) => {
    const [{ many }] = await api.db<[{ many: number }]>`
      select count(*)::int as many from pg_locks where not granted and relation = ${table}::regclass`
    return many
  }

  test.each([
    ['search', '/api/users/?query=a'],
    ['report', '/api/dashboard/'],
    ['read', '/api/users/'],
  ] as const)('of %s are not taken by tokens that nobody knows', async (kind, url) => {
    const strangers: Promise<number>[] = []
    await whileLocked('sessions', async () => {
      for (let i = 0; i < 4; i++) strangers.push(statusOf(url, `junk${i}`))
      await expect.poll(() => blockedBy('sessions')).toBeGreaterThan(0)
      expect(await metricsOf(kind)).toMatchObject({ running: 0, waiting: 0 })
    })
    const statuses = await Promise.all(strangers)
    expect(statuses.filter((status) => status !== 401 && status !== 404)).toEqual([])
  })

  test('of writes are not taken by a webhook that never answers; each person may wait for a few answers', async () => {
    const receiver = await openReceiver(() => {})
    const hook = await api.as('admin').post('/api/webhooks/', {
      url: receiver.url,
      event_types: ['lead.created'],
    })
    const asking = await api.startApp({
      limits: {
        write: { concurrency: 1, queueLength: 0, queueTimeoutMs: 0 },
        outside: { concurrency: 10, queueLength: 0, queueTimeoutMs: 0, perCaller: 2 },
      },
    })
    const admins = api.withToken(api.token('admin'), asking)
    const colleague = await buildStaff(api.db, { is_superuser: true })
    const colleagues = api.withToken(await openSession(api.db, colleague.id), asking)
    const path = `/api/webhooks/${hook.json().id}/test/`
    const slow = [admins.post(path), admins.post(path)]
    await expect.poll(() => receiver.received).toHaveLength(2)
    const { id } = await buildUser(api.db)
    expect((await admins.patch(`/api/users/${id}/`, { last_name: 'Now' })).statusCode).toBe(200)
    const third = await admins.post(path)
    expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '5'])
    slow.push(colleagues.post(path))
    await expect.poll(() => receiver.received).toHaveLength(3)
    await receiver.close()
    for (const reply of await Promise.all(slow)) expect(reply.statusCode).toBe(200)
    // The places are free again.
    expect((await admins.post(path)).statusCode).toBe(200)
    await asking.close()
  })

  test('of writes are not taken by a printer that never answers', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    const asked = once(silent, 'connection')
    await once(silent, 'listening')
    const uri = `ipp://127.0.0.1:${(silent.address() as AddressInfo).port}/ipp/print`
    const asking = await api.startApp({
      limits: { write: { concurrency: 1, queueLength: 0, queueTimeoutMs: 0 } },
    })
    const admins = api.withToken(api.token('admin'), asking)
    const printer = await buildPrinter(api.db, { uri })
    const slow = [
      admins.post('/api/printers/test/', { uri }),
      admins.post(`/api/printers/${printer.id}/check/`),
    ]
    await asked
    const { id } = await buildUser(api.db)
    expect((await admins.patch(`/api/users/${id}/`, { last_name: 'Now' })).statusCode).toBe(200)
    silent.close()
    silent.closeAllConnections()
    expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual([422, 200])
    await asking.close()
  })

  test('of writes are left after some seconds by those that wait for one locked record', async () => {
    const { id } = await buildUser(api.db)
    const other = await buildUser(api.db)
    const released = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const lock = api.db.begin(async (tx) => {
      await tx`select from users where id = ${id} for update`
      locked.resolve()
      await released.promise
    })
    await locked.promise
    try {
      const first = patch(id)
      await untilBusy('write', 1, 0)
      const second = patch(other.id)
      const busy = await first
      expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await busy.json()).toMatchObject({ code: 'locked' })
      expect((await second).status).toBe(200)
    } finally {
      released.resolve()
      await lock
    }
    expect((await patch(id)).status).toBe(200)
  })
})

test('a request that has waited too long is refused with Retry-After', async () => {
  const shortWait = await api.startApp({
    limits: { read: { concurrency: 1, queueLength: 5, queueTimeoutMs: 300, retryAfter: 7 } },
  })
  await whileLocked('coupons', async () => {
    const first = shortWait.inject({ url: '/coupon_app/api/coupons/', headers: admin() })
    await expect.poll(async () => (await metricsOf('read', shortWait)).running).toBe(1)
    const second = await shortWait.inject({ url: '/api/users/', headers: admin() })
    expect([second.statusCode, second.headers['retry-after']]).toEqual([503, '7'])
    void first
  })
  await shortWait.close()
})
