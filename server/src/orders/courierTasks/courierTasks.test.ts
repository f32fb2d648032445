import type { CourierTask } from '@our-print/contract/orders/courierTasks.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Ability } from '@our-print/contract/people/abilities.ts'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSession, type Role, useApi } from '../../../test/api.ts'
import { buildClerk, buildOrder } from '../../../test/build.ts'
import { expectStorageMatchesRows } from '../../../test/storageMatchesRows.ts'
import { givenByOthers } from '../orders.queries.ts'

const api = useApi()
const [admin, courier] = [api.as('admin'), api.as('staff')]

let photo: Buffer
let signature: Buffer
beforeAll(async () => {
  const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
  photo = await picture
    .withExif({ IFD0: { Model: 'Phone 9' } })
    .jpeg()
    .toBuffer()
  signature = await picture.png().toBuffer()
})
afterEach(() => expectStorageMatchesRows(api.db, api.resources.storage))

const url = '/api/courier-tasks/'
const refusal = 'Order 7 is with somebody else'

const formOf = ({ id: order }: { id: string }, more: Record<string, string | Buffer> = {}) => {
  const form = new FormData()
  const fields = { order, tried: 'Delivered', collected: '120', refusal, ...more }
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)]), name)
  }
  return form
}
const sendAct = (order: { id: string }, more = {}, as: Role = 'staff', headers = {}) =>
  api.as(as).upload(url, formOf(order, more), headers)
const own = () => buildOrder(api.db, { status: 'out-for-delivery', assigned_user: api.people.staff.id })
const listed = async (query = '') =>
  (await admin.get(`${url}?${query}`)).json<{ results: CourierTask[] }>().results
const readOrder = async ({ id }: { id: string }) => (await admin.get(`/api/all-orders/${id}/`)).json<Order>()
const settle = (id: string, body: object = { note: 'Cash is in the till' }) =>
  admin.post(`${url}${id}/settle/`, body)
const sent = async (order: { id: string }, more = {}): Promise<string> => {
  const reply = await sendAct(order, more)
  expect([reply.statusCode, reply.json()]).toMatchObject([201, { order: order.id }])
  return reply.json<{ id: string }>().id
}
/** The office gives it to somebody else. */
const take = ({ id }: { id: string }) =>
  admin.patch(`/api/all-orders/${id}/`, { assigned_user: api.people['other staff'].id })
const pathOf = (address = '') => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

describe('a refused act', () => {
  test('comes with what was made for it, which only its links show', async () => {
    const order = await own()
    const happened_at = new Date(Date.now() - 20 * 60_000).toISOString()
    const id = await sent(order, { photo, signature, received_by: 'Mrs Hegde', happened_at })
    const [task] = await listed(`order=${order.id}`)
    expect(task).toEqual({
      id,
      order: order.id,
      order_number: order.number,
      order_title: 'Thesis',
      code: null,
      tried: 'Delivered',
      collected: 120,
      refusal,
      received_by: 'Mrs Hegde',
      pictures: [
        { id: expect.any(String), kind: 'photo', url: expect.any(String) },
        { id: expect.any(String), kind: 'signature', url: expect.any(String) },
      ],
      at: expect.any(String),
      happened_at: expect.stringContaining(happened_at.slice(0, 19)),
      said_at: null,
      by: 'Ravi Kumar',
      note: '',
      settled_at: null,
      settled_by: null,
      version: 1,
    })
    expect((await admin.get(`${url}${id}/`)).json()).toMatchObject({ id, tried: task?.tried })
    const [first, second] = task?.pictures ?? []
    const shown = await admin.get(pathOf(first?.url))
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined()
    const drawn = await admin.get(pathOf(second?.url))
    expect([drawn.statusCode, drawn.headers['content-type']]).toEqual([200, 'image/png'])
    const [path] = pathOf(first?.url).split('?')
    expect((await admin.get(`${path}?expires=9999999999&signature=x`)).statusCode).toBe(403)
    // The link of one picture is not that of another.
    const other = pathOf(second?.url).split('?')[1]
    expect((await admin.get(`${path}?${other}`)).statusCode).toBe(403)
  })

  test('leaves the order as it is, with a note in its history', async () => {
    const order = await own()
    const before = await readOrder(order)
    await sent(order)
    const now = await readOrder(order)
    expect([now.status, now.version]).toEqual([before.status, before.version])
    expect(now.history?.at(-1)).toMatchObject({
      by: 'Ravi Kumar',
      from: 'out-for-delivery',
      to: 'out-for-delivery',
      courier_task: 'sent',
      note: `Delivered\nRefused: ${refusal}`,
    })
    const events = await api.db`
      select name, record from event_queue where entity = 'courier_task'
      union all select name, record from events where entity = 'courier_task' order by record desc limit 1`
    expect(events).toMatchObject([{ name: 'courier_task.created' }])
  })

  test('is kept once for retries with its key, pictures included', async () => {
    const order = await own()
    const key = { 'idempotency-key': 'a-weak-network' }
    const replies = [
      await sendAct(order, { photo }, 'staff', key),
      await sendAct(order, { photo }, 'staff', key),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(replies[1]?.json()).toEqual(replies[0]?.json())
    const tasks = await listed(`order=${order.id}`)
    expect([tasks.length, tasks[0]?.pictures.length]).toEqual([1, 1])
    expect((await sendAct(order, { signature }, 'staff', key)).statusCode).toBe(409)
  })

  test('says what it was and why it was refused, and brings nothing but pictures', async () => {
    const order = await own()
    for (const [more, key] of [
      [{ tried: ' ' }, 'tried'],
      [{ refusal: '' }, 'refusal'],
      [{ order: 'x' }, 'order'],
      [{ collected: '-1' }, 'collected'],
      [{ collected: '0.001' }, 'collected'],
      [{ happened_at: 'today' }, 'happened_at'],
      [{ photo: Buffer.from('GIF89a') }, 'photo'],
      // The second picture is refused after the first one was stored.
      [{ photo, signature: Buffer.from('no') }, 'signature'],
    ] as const) {
      const reply = await sendAct(order, more)
      expect([reply.statusCode, reply.json().errors?.[0].context.key]).toEqual([400, key])
    }
    expect((await courier.post(url, { order: order.id, tried: 'x', refusal })).statusCode).toBe(415)
    expect(await listed(`order=${order.id}`)).toEqual([])
  })

  test('of a phone whose clock is wrong was done when it came', async () => {
    const order = await own()
    await sent(order, { happened_at: '2099-01-01T10:00:00Z' })
    const [task] = await listed(`order=${order.id}`)
    expect([task?.happened_at, task?.said_at?.slice(0, 4)]).toEqual([task?.at, '2099'])
  })
})

describe('whose it is', () => {
  test('a courier sends one of an order that was taken from them, however it was taken', async () => {
    const [given, handedOver, cancelled] = [await own(), await own(), await own()]
    await take(given)
    await admin.patch(`/api/all-orders/${cancelled.id}/`, { status: 'cancelled', note: 'Asked by phone' })
    await admin.post(`/api/staff_users/${api.people.staff.id}/handover/`, {
      to: api.people['other staff'].id,
    })
    for (const order of [given, handedOver, cancelled]) {
      expect((await sendAct(order, { photo })).statusCode).toBe(201)
      expect((await sendAct(order, {}, 'other staff')).statusCode).toBe(order === cancelled ? 404 : 201)
    }
    expect((await readOrder(given)).assigned_user).toBe(api.people['other staff'].id)
  })

  test('its answer says no more of the order than was sent', async () => {
    const order = await own()
    await take(order)
    expect(Object.keys((await sendAct(order)).json()).toSorted()).toEqual(['at', 'id', 'order'])
  })

  test('an order that was never theirs is like one that does not exist', async () => {
    const theirs = await buildOrder(api.db, {
      status: 'out-for-delivery',
      assigned_user: api.people['other staff'].id,
    })
    const taken = await buildOrder(api.db, {
      status: 'assigned',
      assigned_user: api.people['other staff'].id,
    })
    await admin.patch(`/api/all-orders/${taken.id}/`, { status: 'confirmed', assigned_user: null })
    const unknown = { id: '01900000-0000-7000-8000-0000000000ff' }
    const refused = async (order: { id: string }) => {
      const { statusCode, body } = await sendAct(order, { photo })
      return [statusCode, body]
    }
    const expected = await refused(unknown)
    expect(expected[0]).toBe(404)
    for (const order of [theirs, taken, await buildOrder(api.db)])
      expect(await refused(order)).toEqual(expected)
    expect(await listed(`order=${theirs.id}`)).toEqual([])
  })

  test('reading and settling is for who takes in or assigns orders', async () => {
    const order = await own()
    const id = await sent(order)
    expect((await courier.get(url)).statusCode).toBe(403)
    expect((await courier.get(`${url}${id}/`)).statusCode).toBe(403)
    expect((await courier.post(`${url}${id}/settle/`, { note: 'x' })).statusCode).toBe(403)
    expect((await api.as(undefined).upload(url, formOf(order))).statusCode).toBe(401)
    const clerk = async (...abilities: Ability[]) =>
      api.withToken(await openSession(api.db, (await buildClerk(api.db, abilities)).id))
    expect((await (await clerk('floor', 'prices', 'customers')).get(url)).statusCode).toBe(403)
    const [takesIn, assigns] = [await clerk('orders'), await clerk('assign')]
    for (const one of [takesIn, assigns])
      expect((await one.get(`${url}?order=${order.id}`)).json()).toMatchObject({
        count: 1,
        results: [{ id }],
      })
    const stale = await assigns.post(`${url}${id}/settle/`, { note: 'x', version: 9 })
    expect(stale.json()).toMatchObject({ code: 'stale', current: { collected: null } })
    const settled = await assigns.post(`${url}${id}/settle/`, { note: 'Asked them' })
    expect([settled.statusCode, settled.json().collected]).toEqual([200, null])
    // What was collected is for who sees prices.
    for (const [reader, collected] of [
      [takesIn, null],
      [assigns, null],
      [await clerk('orders', 'prices'), 120],
      [admin, 120],
    ] as const) {
      const one = (await reader.get(`${url}${id}/`)).json<CourierTask>()
      const [row] = (await reader.get(`${url}?order=${order.id}`)).json<{ results: CourierTask[] }>().results
      expect([one.collected, row?.collected]).toEqual([collected, collected])
    }
    for (const [reader, collected] of [
      [await clerk('orders', 'exports'), ''],
      [await clerk('orders', 'exports', 'prices'), '120'],
      [admin, '120'],
    ] as const) {
      const { body } = await reader.get(`${url}?order=${order.id}&format=csv`)
      expect(parse(body, { columns: true, bom: true })).toMatchObject([{ id, collected }])
    }
    // Who sees all orders may send one of any.
    expect((await takesIn.upload(url, formOf(order))).statusCode).toBe(201)
  })
})

describe('a refused act is settled', () => {
  test('with a note, which the history has, too', async () => {
    const order = await own()
    const id = await sent(order, { photo })
    expect((await settle(id, { note: ' ' })).json().errors[0].context.key).toBe('note')
    const reply = await settle(id)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      {
        id,
        note: 'Cash is in the till',
        settled_by: 'Asha Rao',
        settled_at: expect.any(String),
        version: 2,
        pictures: [{ kind: 'photo', url: expect.stringContaining('signature=') }],
      },
    ])
    expect((await readOrder(order)).history?.at(-1)).toMatchObject({
      by: 'Asha Rao',
      courier_task: 'settled',
      note: 'Delivered\nCash is in the till',
    })
    const [event] = await api.db`
      select name from event_queue where record = ${id} and name like '%settled'
      union all select name from events where record = ${id} and name like '%settled'`
    expect(event).toEqual({ name: 'courier_task.settled' })
  })

  test('once, however many do it at once, and not on an old version', async () => {
    const id = await sent(await own())
    const stale = await settle(id, { note: 'x', version: 9 })
    expect([stale.statusCode, stale.json()]).toMatchObject([
      409,
      { code: 'stale', current: { id, pictures: [] } },
    ])
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => settle(id, { note: 'Done', version: 1 })),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(4).fill(409),
    ])
    const again = await settle(id)
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      { code: 'settled', message: 'Asha Rao has settled this already.' },
    ])
    expect((await settle('01900000-0000-7000-8000-0000000000ff')).statusCode).toBe(404)
  })

  test('and the list has the open ones, the settled ones, or what is searched for', async () => {
    const order = await own()
    const [first, second] = [await sent(order), await sent(order, { tried: 'Failed attempt, “Gate closed”' })]
    await settle(first)
    const ids = async (query: string) =>
      (await listed(`order=${order.id}&${query}`)).map(({ id }) => id).toSorted()
    expect(await ids('open=true')).toEqual([second])
    expect(await ids('open=false')).toEqual([first])
    expect(await ids('')).toEqual([first, second].toSorted())
    expect(await ids('query=gate%20closed')).toEqual([second])
    expect(await ids(`query=${order.number}`)).toHaveLength(2)
    expect(await ids('query=ravi')).toHaveLength(2)
    expect(await ids('query=100%25')).toEqual([])
    expect((await listed('open=true&limit=100')).every(({ settled_at }) => settled_at === null)).toBe(true)
    const file = await admin.get(`${url}?format=csv&order=${order.id}`)
    expect(file.body).toContain('Gate closed')
    expect(file.body).not.toContain('pictures')
  })
})

test('its note is no giving of the order to somebody', async () => {
  const order = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })
  await sent(order)
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  expect(await givenByOthers(api.db, [order.id], api.people.admin.id, hourAgo)).toEqual(new Set())
})
