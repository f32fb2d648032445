import type { WebhookDelivery, WebhookDeliveryDetail } from '@our-print/contract/shop/webhooks.ts'
import { expect, test } from 'vitest'
import { openSession } from '../../../test/api.ts'
import { buildClerk, buildLead, buildOrder, buildUser } from '../../../test/build.ts'
import { until } from '../../../test/until.ts'
import { type CreatedWebhook, webhooksUrl as url, useWebhooks } from '../../../test/webhookJobs.ts'
import { publish } from '../events/events.queries.ts'
import { sweep } from './deliveries.queries.ts'

const { api, admin, receive, create, run } = useWebhooks()

const pending = async () => {
  const [row] = await api.db<[{ many: number }]>`
    select count(*)::int as many from webhook_deliveries where state = 'pending'`
  return row.many
}
const allDelivered = () => until('all is delivered', async () => (await pending()) === 0)
const logOf = async (id: string) =>
  (await admin.get(`${url}${id}/deliveries/`)).json<{ results: WebhookDelivery[] }>().results

test('a webhook is created, listed, changed, rotated and deleted; its secret is shown when it is made', async () => {
  const { secret, ...created } = await create('https://example.com/hook', { description: 'Website' })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(created).toMatchObject({ is_active: true, pending: 0, failed: 0, switched_off_at: null, version: 1 })
  const path = `${url}${created.id}/`
  expect((await admin.get(path)).json()).toEqual(created)
  expect((await admin.get(`${url}?query=website`)).json()).toMatchObject({ count: 1, results: [created] })

  const changed = await admin.patch(path, { ...created, event_types: ['order.created'], is_active: false })
  expect(changed.json()).toMatchObject({ event_types: ['order.created'], is_active: false, version: 2 })
  expect((await admin.patch(path, { description: 'x', version: 1 })).statusCode).toBe(409)
  expect((await admin.patch(path, { pending: 5, url: 'https://example.com/other' })).statusCode).toBe(200)
  expect((await admin.patch(path, { switched_off_reason: 'x' })).statusCode).toBe(400)

  const rotated = (await admin.post(`${path}rotate-secret/`)).json<CreatedWebhook>()
  expect(rotated.secret).not.toBe(secret)
  expect(rotated.previous_secret_until).not.toBeNull()
  expect((await admin.delete(path)).statusCode).toBe(204)
  expect((await admin.get(path)).statusCode).toBe(404)
  const entries =
    await api.db`select before, after from audit_entries where entity = 'webhooks' and entity_id = ${created.id}`
  expect(entries.length).toBeGreaterThanOrEqual(4)
  expect(JSON.stringify(entries)).not.toMatch(/whsec_|\\x[0-9a-f]/)
})

test.each([
  ['url', { url: 'https://169.254.169.254/latest' }],
  ['url', { url: 'http://[::ffff:10.0.0.1]/' }],
  ['url', { url: 'ftp://example.com' }],
  ['url', { url: 'https://me:secret@example.com/' }],
  ['url', { url: 'nowhere' }],
  ['event_types', { event_types: [] }],
  ['event_types.0', { event_types: ['everything'] }],
])('an invalid %s is refused', async (field, fields) => {
  const reply = await admin.post(url, {
    url: 'https://example.com/',
    event_types: ['lead.created'],
    ...fields,
  })
  expect([reply.statusCode, reply.json().errors?.[0]?.context.key]).toEqual([400, field])
})

test('there are at most 20', async () => {
  const replies = await Promise.all(
    Array.from({ length: 22 }, () =>
      admin.post(url, { url: 'https://example.com/', event_types: ['lead.created'] }),
    ),
  )
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20)
  expect(replies.filter(({ statusCode }) => statusCode === 422)).toHaveLength(2)
})

test('what happens is delivered, signed, with ids and no personal data; other types are not', async () => {
  const receiver = await receive()
  const hook = await create(receiver.url)
  run()
  const lead = await buildLead(api.db, { name: 'Anil Mehta' })
  await buildUser(api.db)
  await admin.patch(`/api/contact_us/${lead.id}/`, { status: 'contacted' })
  await until('both have arrived', () => receiver.received.length === 2)
  await allDelivered()
  const [created, changed] = receiver.received
  expect(created?.message).toEqual({
    type: 'lead.created',
    timestamp: expect.stringMatching(/Z$/),
    data: { id: lead.id, entity: 'lead', version: 1, by: null },
  })
  expect(changed?.message.data).toEqual({ id: lead.id, entity: 'lead', version: 2, by: api.people.admin.id })
  for (const one of receiver.received) {
    expect(receiver.isSigned(one, hook.secret)).toBe(true)
    expect(one.body).not.toContain('Anil')
  }
  expect(await logOf(hook.id)).toMatchObject([
    {
      state: 'delivered',
      event_type: 'lead.changed',
      attempts: 1,
      last_status: 204,
      message_id: changed?.id,
    },
    { state: 'delivered', event_type: 'lead.created', attempts: 1, last_error: null, next_try_at: null },
  ])
})

test('a change that is rolled back is not announced, and a committed one is even if nothing runs meanwhile', async () => {
  const receiver = await receive()
  await create(receiver.url)
  await api.db
    .begin(async (tx) => {
      await buildLead(tx, { name: 'Never' })
      throw new Error('undo')
    })
    .catch(() => {})
  const lead = await buildLead(api.db)
  run()
  await until('it has arrived', () => receiver.received.length > 0)
  await allDelivered()
  expect(receiver.received.map(({ message }) => message.data.id)).toEqual([lead.id])
})

test('an endpoint that fails half of the time gets everything, each record in its sequence', async () => {
  let turn = 0
  const receiver = await receive((response) => void response.writeHead(turn++ % 2 ? 200 : 503).end('busy'))
  const hook = await create(receiver.url)
  const leads = await Promise.all(Array.from({ length: 10 }, () => buildLead(api.db)))
  for (let n = 0; n < 4; n++) {
    await api.db`update leads set version = version + 1, note = ${`Note ${n}`}
      where id = any(${leads.map(({ id }) => id)}::uuid[])`
  }
  run({ firstPauseSeconds: 0.01 })
  await until('all are queued', async () => (await publish(api.db)) > 0 && (await logOf(hook.id)).length > 0)
  await allDelivered()
  const succeeded = await api.db<{ record: string; version: number }[]>`
    select d.record, d.record_version as version from webhook_attempts t join webhook_deliveries d on d.id = t.delivery
    where t.error is null order by t.at, t.id`
  expect(succeeded).toHaveLength(50)
  for (const { id } of leads) {
    const versions = succeeded.filter(({ record }) => record === id).map(({ version }) => version)
    expect(versions).toEqual([1, 2, 3, 4, 5])
  }
})

test('an endpoint that hangs does not delay the others', async () => {
  const good = await receive()
  const hanging = await receive(() => {})
  await create(hanging.url)
  await create(good.url)
  await Promise.all(Array.from({ length: 60 }, () => buildLead(api.db)))
  run()
  await until('the good one has all', () => good.received.length === 60)
  // The other one is still in its first requests.
  expect(hanging.received.length).toBeLessThanOrEqual(20)
  const [{ done }] = await api.db<[{ done: number }]>`
    select count(*)::int as done from webhook_deliveries d join webhooks w on w.id = d.webhook
    where w.url = ${hanging.url} and d.state = 'delivered'`
  expect(done).toBe(0)
})

test('after three days without success an endpoint is switched off, and sent what waited when it is on again', async () => {
  const receiver = await receive((response) => void response.writeHead(500).end())
  const hook = await create(receiver.url)
  const lead = await buildLead(api.db)
  run({ firstPauseSeconds: 0.01 })
  await until('it was tried', async () => ((await logOf(hook.id))[0]?.attempts ?? 0) >= 2)
  expect((await admin.get(`${url}${hook.id}/`)).json().is_active).toBe(true)
  await api.db`update webhook_deliveries set first_tried_at = now() - interval '73 hours'`
  await until('it is off', async () => !(await admin.get(`${url}${hook.id}/`)).json().is_active)
  expect((await admin.get(`${url}${hook.id}/`)).json()).toMatchObject({
    switched_off_reason: 'It accepted nothing for 3 days.',
    pending: 1,
  })
  await api.db`update leads set version = version + 1, note = 'Later' where id = ${lead.id}`
  await until('the change waits', async () => (await logOf(hook.id)).length === 2)
  receiver.answerWith((response) => void response.writeHead(200).end())
  receiver.received.length = 0
  const on = await admin.patch(`${url}${hook.id}/`, { is_active: true })
  expect(on.json()).toMatchObject({ is_active: true, switched_off_at: null, switched_off_reason: null })
  await allDelivered()
  expect(receiver.received.map(({ message }) => message.data.version)).toEqual([1, 2])
})

test('410 switches an endpoint off at once', async () => {
  const receiver = await receive((response) => void response.writeHead(410).end())
  const hook = await create(receiver.url)
  await buildLead(api.db)
  run()
  await until('it is off', async () => !(await admin.get(`${url}${hook.id}/`)).json().is_active)
  expect(receiver.received).toHaveLength(1)
})

test('pauses grow, by half each, up to four hours', async () => {
  const receiver = await receive((response) => void response.writeHead(500).end())
  await create(receiver.url)
  await buildLead(api.db)
  const jobs = run({ firstPauseSeconds: 1000 })
  await until('it was tried', () => receiver.received.length === 1)
  await until('that is stored', async () => {
    const [row] = await api.db`select attempts from webhook_deliveries`
    return row?.['attempts'] === 1
  })
  await jobs.stop()
  const pauseAfter = async (attempts: number) => {
    await api.db`update webhook_deliveries set attempts = ${attempts}, next_try_at = now()`
    const again = run({ firstPauseSeconds: 1000 })
    await until('it was tried again', async () => {
      const [row] = await api.db`select attempts from webhook_deliveries`
      return row?.['attempts'] === attempts + 1
    })
    await again.stop()
    const [{ pause }] = await api.db<[{ pause: number }]>`
      select extract(epoch from next_try_at - last_tried_at)::float8 as pause from webhook_deliveries`
    return Math.round(pause / 10) * 10
  }
  expect(await pauseAfter(1)).toBe(1500)
  expect(await pauseAfter(2)).toBe(2250)
  expect(await pauseAfter(60)).toBe(4 * 3600)
})

test('during a rotation both secrets verify, afterwards the new one alone', async () => {
  const receiver = await receive()
  const hook = await create(receiver.url)
  const { secret } = (await admin.post(`${url}${hook.id}/rotate-secret/`)).json<CreatedWebhook>()
  const test = () => admin.post(`${url}${hook.id}/test/`)
  await test()
  const [during] = receiver.received
  expect([hook.secret, secret].map((one) => during && receiver.isSigned(during, one))).toEqual([true, true])
  await api.db`update webhooks set version = version + 1, previous_secret_until = now()`
  await test()
  const after = receiver.received[1]
  expect([hook.secret, secret].map((one) => after && receiver.isSigned(after, one))).toEqual([false, true])
})

test('a test is sent at once and returns what came back; it is not tried again', async () => {
  const receiver = await receive((response) => void response.writeHead(500).end('no such table'))
  const hook = await create(receiver.url, { is_active: false })
  const reply = await admin.post(`${url}${hook.id}/test/`)
  expect([reply.statusCode, reply.json<WebhookDeliveryDetail>()]).toMatchObject([
    200,
    {
      state: 'failed',
      event_type: 'webhook.test',
      last_status: 500,
      request: { type: 'webhook.test', data: { id: hook.id, by: api.people.admin.id } },
      tries: [{ status: 500, answer: 'no such table', error: 'Answered 500', url: receiver.url }],
    },
  ])
  const again = await admin.post(`${url}${hook.id}/deliveries/${reply.json().id}/replay/`)
  expect([again.statusCode, again.json().code]).toEqual([409, 'test'])
  receiver.answerWith((response) => void response.writeHead(200).end('fine'))
  expect((await admin.post(`${url}${hook.id}/test/`)).json()).toMatchObject({ state: 'delivered' })
})

test('a delivery is replayed with the same id, one alone or all of a period', async () => {
  const receiver = await receive()
  const hook = await create(receiver.url)
  const leads = await Promise.all(Array.from({ length: 3 }, () => buildLead(api.db)))
  await api.db`update leads set version = version + 1, note = 'x' where id = ${leads[0]?.id ?? ''}`
  run()
  await until('all have arrived', () => receiver.received.length === 4)
  await allDelivered()
  const [newest] = await logOf(hook.id)
  const first = [...receiver.received]
  const replayed = await admin.post(`${url}${hook.id}/deliveries/${newest?.id}/replay/`)
  expect([replayed.statusCode, replayed.json().state]).toEqual([200, 'pending'])
  await until('it came again', () => receiver.received.length === 5)
  expect(receiver.received[4]?.id).toBe(newest?.message_id)
  await allDelivered()

  const [{ today }] = await api.db<[{ today: string }]>`select shop_day(now()) as today`
  const period = { from_date: today, to_date: today }
  const some = await admin.post(`${url}${hook.id}/replay/`, { ...period, event_types: ['lead.created'] })
  expect(some.json()).toEqual({ replayed: 3 })
  await until('they came again', () => receiver.received.length === 8)
  await allDelivered()
  expect((await admin.post(`${url}${hook.id}/replay/`, period)).json()).toEqual({ replayed: 4 })
  await until('all came again', () => receiver.received.length === 12)
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set(first.map(({ id }) => id)))
  await allDelivered()
  // A test is none of them.
  await admin.post(`${url}${hook.id}/test/`)
  expect((await admin.post(`${url}${hook.id}/replay/`, period)).json()).toEqual({ replayed: 4 })
  const before = { from_date: '2020-01-01', to_date: '2020-01-02' }
  expect((await admin.post(`${url}${hook.id}/replay/`, before)).json()).toEqual({ replayed: 0 })
})

test('deliveries are kept for 30 days', async () => {
  const hook = await create('https://example.com/hook')
  for (const days of [31, 29]) {
    await buildLead(api.db)
    await publish(api.db)
    await api.db`
      update webhook_deliveries set created_at = now() - ${days} * interval '1 day' where created_at > now() - interval '1 day'`
  }
  const [kept] = await logOf(hook.id)
  await sweep(api.db)
  expect((await logOf(hook.id)).map(({ id }) => id)).toEqual([kept?.id])
})

test('every kind of event that can be chosen is one that the database can write', async () => {
  const receiver = await receive()
  await create(receiver.url, {
    event_types: ['order.created', 'order.assigned', 'order.delivered', 'order.cancelled', 'order.changed'],
  })
  const { id: user } = await buildUser(api.db)
  const order = await buildOrder(api.db, { user })
  const other = await buildOrder(api.db, { user })
  const patch = (id: string, body: object) => admin.patch(`/api/all-orders/${id}/`, body)
  await patch(order.id, { status: 'assigned', assigned_user: api.people.staff.id })
  await patch(order.id, { status: 'out-for-delivery' })
  await patch(order.id, { status: 'delivered' })
  await patch(other.id, { status: 'cancelled', note: 'No' })
  run()
  await until('all have arrived', () => receiver.received.length >= 6)
  await allDelivered()
  const of = (id: string) =>
    receiver.received.filter(({ message }) => message.data.id === id).map(({ message }) => message.type)
  expect(of(order.id)).toEqual(['order.created', 'order.assigned', 'order.changed', 'order.delivered'])
  expect(of(other.id)).toEqual(['order.created', 'order.cancelled'])
})

test('staff users have no webhooks, and an unknown one is 404', async () => {
  expect((await api.as('staff').get(url)).statusCode).toBe(403)
  const unknown = `${url}01890000-0000-7000-8000-000000000000/`
  for (const path of ['test/', 'rotate-secret/', `deliveries/${api.people.admin.id}/replay/`]) {
    expect([path, (await admin.post(unknown + path)).statusCode]).toEqual([path, 404])
  }
})

test('a clerk has other systems told only of what they may see, and works on no webhook that is told of more', async () => {
  const clerk = await buildClerk(api.db, ['keys', 'vouchers'])
  const desk = api.withToken(await openSession(api.db, clerk.id))
  const fields = { url: 'https://example.com/mine', event_types: ['coupon.created'] }
  const own = await desk.post(url, fields)
  expect(own.statusCode).toBe(201)
  const wider = { event_types: ['coupon.created', 'lead.created'] }
  const refused = await desk.post(url, { ...fields, ...wider })
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'You cannot pass on what you may not see yourself: lead.created',
  ])
  const mine = `${url}${own.json<CreatedWebhook>().id}/`
  expect((await desk.patch(mine, wider)).statusCode).toBe(403)
  expect((await desk.patch(mine, { description: 'Coupons' })).statusCode).toBe(200)

  const other = `${url}${(await create('https://example.com/hook', wider)).id}/`
  await admin.post(`${other}test/`)
  const unknown = '01890000-0000-7000-8000-000000000000'
  const tries = [
    await desk.patch(other, { url: 'https://example.com/elsewhere' }),
    await desk.post(`${other}rotate-secret/`),
    await desk.post(`${other}test/`),
    await desk.delete(other),
    await desk.get(`${other}deliveries/`),
    await desk.get(`${other}deliveries/${unknown}/`),
    await desk.post(`${other}deliveries/${unknown}/replay/`),
    await desk.post(`${other}replay/`, { from_date: '2026-01-01', to_date: '2026-01-02' }),
  ]
  expect(tries.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(403))
})
