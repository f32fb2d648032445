import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import {
  buildClient,
  buildCoupon,
  buildLead,
  buildOrder,
  buildStaff,
  buildUser,
  buildVouchers,
} from '../../../test/build.ts'
import { buildPrintJob } from '../../../test/buildPrinting.ts'
import { type EventStream, openEventStream } from '../../../test/eventStream.ts'
import { listenOnPort } from '../../../test/listenOnPort.ts'
import { publish, sweep } from './events.queries.ts'

const api = useApi()
const port = listenOnPort(api)
const admin = api.as('admin')
const open: EventStream[] = []

afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

async function listen(token: string, lastId?: string, url = `http://127.0.0.1:${port()}`) {
  const stream = await openEventStream(url, token, lastId)
  open.push(stream)
  return stream
}

/** Everything that was queued until now is heard before this lead. */
async function expectThenALead(stream: EventStream, before: string[]) {
  await buildLead(api.db)
  await expect.poll(stream.names).toEqual([...before, 'lead.created'])
}

describe('the stream of events', () => {
  test('begins where it is opened and tells of a change, its author and version', async () => {
    await buildLead(api.db)
    const stream = await listen(api.token('admin'))
    const { headers, status } = stream.response
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect([headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual(['no-store', 'no'])
    const { id } = await buildLead(api.db)
    const changed = await admin.patch(`/api/contact_us/${id}/`, { status: 'contacted', version: 1 })
    expect(changed.statusCode).toBe(200)
    await expect.poll(stream.names).toEqual(['ready', 'lead.created', 'lead.changed'])
    expect(stream.heard[1]?.data).toEqual({ id, version: 1, at: expect.any(String), by: null })
    expect(stream.heard[2]?.data).toEqual({
      id,
      version: 2,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      by: api.people.admin.id,
    })
    const ids = stream.heard.map((each) => each.id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  test('tells nothing of a change that was rolled back', async () => {
    const stream = await listen(api.token('admin'))
    const undone = api.db.begin(async (tx) => {
      await buildLead(tx)
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await expectThenALead(stream, ['ready'])
  })

  test('tells a staff user of their own orders, and of one that leaves them, and nothing else', async () => {
    const [mine, theirs] = [await listen(api.token('staff')), await listen(api.token('other staff'))]
    await buildLead(api.db)
    const foreign = await buildOrder(api.db, { status: 'confirmed' })
    const { id } = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })
    await admin.patch(`/api/all-orders/${id}/`, { assigned_user: api.people['other staff'].id })
    await expect.poll(mine.names).toEqual(['ready', 'order.created', 'order.left'])
    await expect.poll(theirs.names).toEqual(['ready', 'order.changed'])
    expect(mine.records()).toEqual([id, id])
    expect(theirs.records()).toEqual([id])
    expect(mine.records()).not.toContain(foreign.id)
  })

  test('tells everybody of a new configuration', async () => {
    const stream = await listen(api.token('staff'))
    await api.db`
      insert into event_queue (name, entity, record, version)
      select 'configuration.changed', 'configuration', uuid_v7(), 2`
    await expect.poll(stream.names).toEqual(['ready', 'configuration.changed'])
  })

  test('goes on without a gap after the last id, also from another server', async () => {
    const first = await listen(api.token('admin'))
    await expectThenALead(first, ['ready'])
    first.close()
    const missed = [await buildLead(api.db), await buildLead(api.db), await buildLead(api.db)]
    const other = await api.startApp()
    const address = await other.listen({ port: 0, host: '127.0.0.1' })
    const second = await listen(api.token('admin'), first.lastId(), address)
    await expect.poll(second.records).toEqual(missed.map(({ id }) => id))
    await expectThenALead(second, ['ready', ...missed.map(() => 'lead.created')])
    // The end of a server ends its streams.
    await other.close()
    await expect.poll(() => second.isEnded).toBe(true)
  })

  test('asks for everything to be read again where events are lost, or the id is of a time to come', async () => {
    await buildLead(api.db)
    const newest = await publish(api.db)
    await api.db`update event_horizon set dropped = ${newest}`
    for (const lastId of [String(newest - 1), '999999999999999']) {
      const stream = await listen(api.token('admin'), lastId)
      await expectThenALead(stream, ['resync'])
      stream.close()
    }
  })

  test.each(['x', '-1', '1.5', '1e3', '9'.repeat(16), '1, 2'])('refuses %s as last id', async (lastId) => {
    const { response } = await listen(api.token('admin'), lastId)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'invalid',
      errors: [{ context: { key: 'Last-Event-ID' } }],
    })
  })

  test('is refused without a token, and ends soon after its session', async () => {
    expect((await listen('x')).response.status).toBe(401)
    const app = await api.startApp({ heartbeatMs: 100 })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const person = await buildStaff(api.db, { is_superuser: true })
    const stream = await listen(await openSession(api.db, person.id), undefined, address)
    await expect.poll(() => stream.heartbeats).toBeGreaterThan(1)
    await api.db`delete from sessions where staff_user = ${person.id}`
    const atEnd = stream.heartbeats
    await expect.poll(() => stream.isEnded).toBe(true)
    expect(stream.heartbeats).toBeLessThanOrEqual(atEnd + 2)
    await app.close()
  })

  test('is limited for each session', async () => {
    const token = await openSession(api.db, (await buildStaff(api.db)).id)
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen(token)))
    expect(streams.map(({ response }) => response.status)).toEqual(streams.map(() => 200))
    const refused = await listen(token)
    expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '15'])
    expect(await refused.response.json()).toMatchObject({
      message: 'At most 20 streams of events can be open in one session. Close one first.',
    })
    // Others are not concerned.
    expect((await listen(api.token('admin'))).response.status).toBe(200)
    streams[0]?.close()
    await expect.poll(async () => (await listen(token)).response.status).toBe(200)
  })

  test('counts no reader that went away before it was known who they are', async () => {
    const token = await openSession(api.db, (await buildStaff(api.db)).id)
    for (let times = 0; times < 30; times++) {
      const socket = connect(port(), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(`GET /api/events HTTP/1.1\r\nHost: shop\r\nAuthorization: Token ${token}\r\n\r\n`)
      socket.destroySoon()
      await once(socket, 'close')
    }
    const stream = await listen(token)
    expect([stream.response.status, stream.isEnded]).toEqual([200, false])
  })

  test('cuts a reader off that does not read, and no other', async () => {
    const other = await listen(api.token('admin'))
    const slow = connect(port(), '127.0.0.1')
    slow.write(`GET /api/events HTTP/1.1\r\nhost: x\r\nauthorization: Token ${api.token('admin')}\r\n\r\n`)
    await new Promise((resolve) => slow.once('data', resolve))
    slow.pause()
    const isCut = new Promise((resolve) => slow.once('close', resolve))
    slow.on('error', () => {})
    const many = 60_000
    await api.db`
      insert into event_queue (name, entity, record, version)
      select 'lead.changed', 'lead', uuid_v7(), n from generate_series(1, ${many}) n`
    await expect.poll(() => other.heard.length).toBe(1 + many)
    expect(other.heard.map(({ data }) => data['version'])).toEqual([
      undefined,
      ...Array.from({ length: many }, (_, index) => index + 1),
    ])
    slow.resume()
    await isCut
  })

  test('HEAD gets the headers only', async () => {
    const reply = await admin.send('HEAD', '/api/events')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ])
  })
})

describe('the table of events', () => {
  type Row = { name: string; entity: string; record: string; version: number; made_by: string | null }
  /** The events of what the work does, as other systems read them. */
  async function eventsOf(work: () => Promise<unknown>): Promise<Row[]> {
    const before = await publish(api.db)
    await work()
    await publish(api.db)
    return api.db<Row[]>`
      select name, entity, record, version, made_by from events where id > ${before} order by id`
  }

  test('names what happens to an order', async () => {
    const { id } = await buildOrder(api.db, { status: 'confirmed' })
    const path = `/api/all-orders/${id}/`
    const rename = () =>
      api.db`update orders set version = version + 1, title = title || '!' where id = ${id}`
    const rows = await eventsOf(async () => {
      await admin.patch(path, { assigned_user: api.people['other staff'].id })
      await admin.patch(path, { assigned_user: api.people.staff.id })
      await api.as('staff').patch(path, { status: 'out-for-delivery' })
      await api.as('staff').patch(path, { status: 'delivered' })
      await rename()
      await admin.patch(path, { status: 'out-for-delivery', note: 'Wrong door' })
      await admin.patch(path, { status: 'cancelled', note: 'Lost' })
      await rename()
    })
    const own = rows.filter(({ record }) => record === id)
    expect(own.map(({ name }) => name)).toEqual([
      'order.assigned',
      'order.assigned',
      'order.changed',
      'order.delivered',
      'order.changed',
      'order.changed',
      'order.cancelled',
      'order.changed',
    ])
    expect(own.map(({ version }) => version)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    const [boss, staff] = [api.people.admin.id, api.people.staff.id]
    expect(own.map(({ made_by }) => made_by)).toEqual([boss, boss, staff, staff, null, boss, boss, null])
  })

  test('names the author of each order that one statement moves', async () => {
    const orders = await Promise.all(
      [1, 2, 3, 4].map(() => buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })),
    )
    const rows = await eventsOf(() =>
      Promise.all(
        orders.map(({ id }, index) =>
          api
            .as(index % 2 ? 'admin' : 'staff')
            .patch(`/api/all-orders/${id}/`, { status: 'out-for-delivery' }),
        ),
      ),
    )
    const authors = new Map(rows.map(({ record, made_by }) => [record, made_by]))
    expect(orders.map(({ id }) => authors.get(id))).toEqual(
      orders.map((_, index) => api.people[index % 2 ? 'admin' : 'staff'].id),
    )
  })

  test('tells a use of a coupon from a change', async () => {
    const coupon = await buildCoupon(api.db)
    const rows = await eventsOf(async () => {
      await api.db`update coupons set usage_count = usage_count + 1 where id = ${coupon.id}`
      await api.db`update coupons set version = version + 1, name = 'Other' where id = ${coupon.id}`
      await api.db`update coupons set deleted_at = now() where id = ${coupon.id}`
      await api.db`update coupons set deleted_at = null where id = ${coupon.id}`
    })
    expect(rows.map(({ name, version }) => `${name} ${version}`)).toEqual([
      'coupon.redeemed 1',
      'coupon.changed 2',
      'coupon.deleted 2',
      'coupon.created 2',
    ])
  })

  test('tells what becomes of a print job, not how its printer is asked', async () => {
    const { id } = await buildPrintJob(api.db, { state: 'sending' })
    const rows = await eventsOf(async () => {
      await api.db`update print_jobs set version = version + 1, tries = 2, reasons = '{busy}' where id = ${id}`
      await api.db`update print_jobs set version = version + 1, impressions_done = 1 where id = ${id}`
    })
    expect(rows.map(({ name, version }) => [name, version])).toEqual([['print_job.changed', 3]])
  })

  test('tells a sale and its void from other changes', async () => {
    const [{ id: user_id }, group] = [await buildUser(api.db), await buildVouchers(api.db, { cost: 0 })]
    const rows = await eventsOf(async () => {
      const sale = await admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id: group.id })
      const { id } = sale.json<{ id: string }>()
      await admin.post('/api/void-purchased-voucher/', { id, reason: 'Wrong' })
      await api.db`update purchased_vouchers set version = version + 1, void_reason = 'Other' where id = ${id}`
    })
    const own = rows.filter(({ entity }) => entity === 'sold_voucher')
    expect(own.map(({ name }) => name)).toEqual([
      'voucher.purchased',
      'voucher.voided',
      'sold_voucher.changed',
    ])
  })

  test('names what happens to claims, of the referrer', async () => {
    const [referrer, referred] = [await buildUser(api.db), await buildUser(api.db)]
    const order = await buildOrder(api.db, { user: referred.id })
    const [{ id }] = await api.db<[{ id: string }]>`
      insert into referrals (referrer, referred, order_id, referral_code)
      values (${referrer.id}, ${referred.id}, ${order.id}, 'CODE') returning id`
    const rows = await eventsOf(
      () => api.db`
        insert into referral_claims (referral_id, referrer, kind, claims)
        select ${id}, ${referrer.id}, k, 1 from unnest(array['earned', 'taken_back', 'fulfilled']) k`,
    )
    expect(rows.map(({ name, record }) => [name, record])).toEqual([
      ['referral.claimed', referrer.id],
      ['referral.taken_back', referrer.id],
      ['referral.fulfilled', referrer.id],
    ])
  })

  test('says once that fewer codes of a company are left than it wants', async () => {
    const client = (await buildClient(api.db)).id
    await api.db`update clients set version = version + 1, low_stock_below = 15 where id = ${client}`
    const codes = (count: number) => Array.from({ length: count }, (_, n) => `LOW-${count}-${n}`)
    const { id, vouchers } = await buildVouchers(api.db, { client, voucher_codes: codes(14) })
    await buildVouchers(api.db, { client, voucher_codes: codes(3) })
    // Nobody can buy these.
    await buildVouchers(api.db, { client, voucher_codes: codes(9), expires: -1 })
    await api.db`select fold_figures()`
    const told: number[] = []
    for (const { id: code } of vouchers.slice(0, 4)) {
      const rows = await eventsOf(async () => {
        await api.db`update vouchers set version = version + 1, is_active = false where id = ${code}`
        await api.db`select fold_figures()`
      })
      told.push(rows.filter(({ name, record }) => name === 'stock.low' && record === id).length)
    }
    // 16, 15, 14 and 13 are left.
    expect(told).toEqual([0, 0, 1, 0])
  })

  test('keeps an hour, and the sweep removes older ones in portions', async () => {
    await api.db`delete from events`
    await eventsOf(() => buildLead(api.db))
    await api.db`
      insert into events (name, entity, record, version, at)
      select 'lead.changed', 'lead', uuid_v7(), 1, now() - interval '61 minutes' from generate_series(1, 5001)`
    await api.db`update events set at = now() - interval '2 hours' where name = 'lead.created'`
    const [{ last }] = await api.db<[{ last: number }]>`select max(id) as last from events`
    const [newest] = await eventsOf(() => buildLead(api.db))
    await sweep(api.db)
    expect(await api.db`select dropped from event_horizon`).toEqual([{ dropped: last }])
    expect(await api.db`select record from events`).toEqual([{ record: newest?.record }])
  })
})
