import type { PushSubscription } from '@our-print/contract/shop/pushSubscriptions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, openSession, useApi } from '../../../test/api.ts'
import { buildLead, buildOrder, buildStaff } from '../../../test/build.ts'
import { buildPrinter } from '../../../test/buildPrinting.ts'
import { startTestPrinter } from '../../../test/printers/testPrinter.ts'
import { openPushDevice, runPushJobs } from '../../../test/pushDevice.ts'
import { until } from '../../../test/until.ts'
import { pollPrinters } from '../../printing/printers/pollPrinters.ts'
import { stopOutside } from '../places/stopOutside.ts'

const api = useApi()
const [admin, courier] = [api.as('admin'), api.as('staff')]
const url = '/api/push-subscriptions/'
const path = ({ id }: { id: string }) => `/api/all-orders/${id}/`
const closing: (() => unknown)[] = []

beforeEach(async () => {
  await api.db`delete from push_subscriptions`
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function open() {
  const device = await openPushDevice()
  closing.push(device.close)
  return device
}
type Device = Awaited<ReturnType<typeof open>>

const keyOf = async (as: Client) => (await as.get(url)).json<{ public_key: string }>().public_key

async function subscribe(device: Device, as: Client, fields: object = {}) {
  const body = {
    ...device.subscription(),
    public_key: await keyOf(as),
    kinds:
      as === admin
        ? ['note', 'lead', 'printer_stopped', 'cash_difference']
        : ['order_given', 'order_taken', 'note'],
    quiet_from: null,
    quiet_to: null,
    ...fields,
  }
  const reply = await as.post(url, body)
  expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
  return reply.json<PushSubscription>()
}

/** What one server process does by itself, until the test ends. */
const run = (clock?: () => Date) => {
  closing.push(runPushJobs(api, clock))
}

const waiting = async () => {
  const [row] = await api.db<[{ many: number }]>`select count(*)::int as many from push_messages`
  return row.many
}
const allSent = () => until('all is sent', async () => (await waiting()) === 0)
const told = ({ received }: Device) =>
  received.map(({ message: { kind, record, number, many } }) => ({ kind, record, number, many }))

test('a device is told what concerns its person: signed, encrypted, and nothing personal', async () => {
  const [device, office] = [await open(), await open()]
  await subscribe(device, courier)
  await subscribe(office, admin)
  const order = await buildOrder(api.db)
  await admin.patch(path(order), { assigned_user: api.people.staff.id })
  const { id: person } = api.people.staff
  await admin.post(`${path(order)}comments/`, { text: 'Ring Mrs Hegde twice', mentions: [person] })
  await admin.patch(path(order), { assigned_user: api.people['other staff'].id })
  const lead = await buildLead(api.db)
  await api
    .as(undefined)
    .post('/api/contact_us/', { name: 'Anil', mobile: '9000000001', subject: 'Flyers', message: 'Hi' })
  // What somebody did is no news to them.
  await courier.patch(path(order), { note: 'x' })
  run()
  await allSent()
  const about = { record: order.id, number: order.number, many: 1 }
  expect(told(device)).toEqual([
    { kind: 'order_given', ...about },
    { kind: 'note', ...about },
    { kind: 'order_taken', ...about },
  ])
  expect(told(office)).toEqual([{ kind: 'lead', record: expect.any(String), number: null, many: 1 }])
  expect(told(office)[0]?.record).not.toBe(lead.id)
  const key = await keyOf(courier)
  for (const { signedBy, headers, message } of [...device.received, ...office.received]) {
    expect(signedBy).toBe(key)
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      topic: message.id.replaceAll('-', ''),
    })
    expect(JSON.stringify(message)).not.toMatch(/Hegde|Anil/)
  }
})

test('what is rolled back is not told, many orders are one message, and two processes tell it once', async () => {
  const device = await open()
  await subscribe(device, courier)
  const orders = await Promise.all([1, 2, 3].map(() => buildOrder(api.db)))
  await admin.patch(path(orders[0] ?? { id: '' }), { assigned_user: api.people.staff.id, version: 99 })
  expect(await waiting()).toBe(0)
  const ids = orders.map(({ id }) => id)
  await admin.post('/api/all-orders/bulk/', { ids, status: 'assigned', assigned_user: api.people.staff.id })
  run()
  run()
  await allSent()
  expect(told(device)).toEqual([{ kind: 'order_given', record: null, number: null, many: 3 }])
})

test('a hand-over, a cancellation and a hand-over of all are told to whom they concern', async () => {
  const [device, other] = [await open(), await open()]
  await subscribe(device, courier)
  await subscribe(other, api.as('other staff'))
  const [one, two] = await Promise.all(
    [1, 2].map(() => buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })),
  )
  await admin.patch(path(one ?? { id: '' }), { status: 'cancelled', note: 'Not needed' })
  const staff = `/api/staff_users/${api.people.staff.id}/`
  await admin.post(`${staff}handover/`, { to: api.people['other staff'].id })
  run()
  await allSent()
  expect(told(device)[0]).toEqual({ kind: 'order_taken', record: one?.id, number: one?.number, many: 1 })
  expect(told(other).at(-1)?.kind).toBe('order_given')
  expect(two).toBeDefined()
})

test('super admins are told of a stopped printer once, and of each difference of cash that another one counted', async () => {
  const device = await open()
  await subscribe(device, admin)
  const printer = await startTestPrinter()
  closing.push(() => printer.close())
  const { id: record } = await buildPrinter(api.db, { uri: printer.uri })
  const poll = () => pollPrinters(api.resources)
  await poll()
  printer.lie({ printer: { 'printer-state': 'stopped' } })
  await poll()
  // It is out of reach for a moment, and still stopped.
  await printer.power('off')
  await poll()
  await printer.power('on')
  await poll()
  const stopped = { kind: 'printer_stopped', record, number: null, many: 1 }
  const other = await buildStaff(api.db, { full_name: 'Bela Shah', is_superuser: true })
  const counter = api.withToken(await openSession(api.db, other.id))
  const { id: order } = await buildOrder(api.db, {
    status: 'out-for-delivery',
    assigned_user: api.people.staff.id,
    amount: 100_00,
  })
  expect((await courier.post('/api/payments/', { order, method: 'cash', amount: 100 })).statusCode).toBe(201)
  const declared = await courier.post('/api/hand-overs/', { notes: { 100: 1 }, rest: 0 })
  const { id: handOver } = declared.json<{ id: string }>()
  const counted = await counter.post(`/api/hand-overs/${handOver}/count/`, { notes: { 50: 1 }, rest: 0 })
  expect(counted.json()).toMatchObject({ status: 'difference' })
  const closed = await counter.post('/api/days/2001-01-05/close/', {
    till: { notes: { 10: 7 } },
    note: 'Found in the drawer',
  })
  expect(closed.statusCode).toBe(200)
  run()
  await allSent()
  expect(told(device)).toEqual([
    stopped,
    { kind: 'cash_difference', record: handOver, number: null, many: 1 },
    { kind: 'cash_difference', record: null, number: null, many: 1 },
  ])
  printer.lie({})
  await poll()
  printer.lie({ printer: { 'printer-state': 'stopped' } })
  // Seen first by somebody who looks.
  expect((await admin.post(`/api/printers/${record}/check/`)).json()).toMatchObject({
    status: { state: 'stopped' },
  })
  await poll()
  await until('it is told again', async () => device.received.length === 4)
  expect(told(device).at(-1)).toEqual(stopped)
})

test('quiet hours are of the shop’s clock; what comes then is told at their end', async () => {
  const device = await open()
  await subscribe(device, courier, { quiet_from: 22, quiet_to: 7 })
  const order = await buildOrder(api.db)
  await admin.patch(path(order), { assigned_user: api.people.staff.id })
  const [{ zone }] = await api.db<[{ zone: string }]>`select time_zone as zone from shop_clock`
  expect(zone).toBe('Asia/Kolkata')
  run(() => new Date('2026-03-01T17:30:00Z'))
  await until('it waits', async () => {
    const [row] =
      await api.db`select 1 from push_messages where next_try_at > now() + interval '7 hours 50 minutes'`
    return row !== undefined
  })
  expect(device.received).toEqual([])
  for (const close of closing.splice(1)) await close()
  await api.db`update push_messages set next_try_at = now()`
  run(() => new Date('2026-03-02T01:30:00Z'))
  await allSent()
  expect(device.received).toHaveLength(1)
})

test('a push service that fails is asked again, and a device that is gone is removed with what waits for it', async () => {
  const device = await open()
  await subscribe(device, courier)
  let answers = 0
  device.answerWith((response) => void response.writeHead(answers++ < 2 ? 503 : 201).end())
  const order = await buildOrder(api.db)
  await admin.patch(path(order), { assigned_user: api.people.staff.id })
  run()
  await allSent()
  expect(new Set(device.received.map(({ message }) => message.id)).size).toBe(1)
  expect(device.received).toHaveLength(3)
  device.answerWith((response) => void response.writeHead(410).end())
  await admin.patch(path(order), { status: 'confirmed', assigned_user: null })
  await until('it is removed', async () => (await courier.get(url)).json().subscriptions.length === 0)
  expect(await waiting()).toBe(0)
})

test('old news is dropped, and a device that knows an older key is removed', async () => {
  const device = await open()
  await subscribe(device, courier)
  const order = await buildOrder(api.db)
  await admin.patch(path(order), { assigned_user: api.people.staff.id })
  await api.db`update push_messages set created_at = now() - interval '25 hours'`
  run()
  await allSent()
  expect(device.received).toEqual([])
  await api.db`update push_subscriptions set public_key = 'before the key was lost'`
  await admin.patch(path(order), { status: 'confirmed', assigned_user: null })
  await until('it is removed', async () => (await courier.get(url)).json().subscriptions.length === 0)
})

test('a device is of the person and the session that switched it on', async () => {
  const device = await open()
  const first = await subscribe(device, courier)
  expect((await courier.get(url)).json()).toMatchObject({
    kinds: ['order_given', 'order_taken', 'note'],
    subscriptions: [{ id: first.id, quiet_from: null }],
  })
  const changed = await subscribe(device, courier, { kinds: ['note'], quiet_from: 20, quiet_to: 8 })
  expect(changed).toMatchObject({ id: first.id, kinds: ['note'], quiet_from: 20, quiet_to: 8 })
  expect((await admin.delete(`${url}${first.id}/`)).statusCode).toBe(404)
  // The next person at this browser takes it over.
  const taken = await subscribe(device, api.as('other staff'))
  expect((await courier.get(url)).json().subscriptions).toEqual([])
  expect((await api.as('other staff').delete(`${url}${taken.id}/`)).statusCode).toBe(204)
  const token = await openSession(api.db, api.people.staff.id)
  const phone = api.withToken(token)
  await subscribe(device, phone)
  expect((await phone.post('/api/logout')).statusCode).toBe(204)
  expect((await courier.get(url)).json().subscriptions).toEqual([])
  const audited = JSON.stringify(
    await api.db`select before, after from audit_entries where entity = 'push_subscriptions'`,
  )
  expect(audited).not.toContain(device.subscription().endpoint)
})

test.each([
  ['endpoint', { endpoint: 'https://169.254.169.254/' }],
  ['endpoint', { endpoint: 'ftp://push.example.com/' }],
  ['keys.p256dh', { keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }],
  ['keys.auth', { keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(21) } }],
  ['kinds', { kinds: ['lead'] }],
  ['quiet_to', { quiet_from: 22 }],
  ['quiet_from', { quiet_from: 24, quiet_to: 7 }],
])('an invalid %s is refused', async (field, fields) => {
  const device = await open()
  const body = {
    ...device.subscription(),
    public_key: await keyOf(courier),
    kinds: ['note'],
    quiet_from: null,
    quiet_to: null,
  }
  const reply = await courier.post(url, { ...body, ...fields })
  expect([reply.statusCode, reply.json().errors?.[0]?.context.key]).toEqual([400, field])
  expect((await courier.post(url, { ...body, public_key: 'old' })).json().code).toBe('old_key')
})

test('a copy of the shop tells nobody’s device', async () => {
  const device = await open()
  await subscribe(device, courier)
  const said = (await stopOutside(api.db)).map((one) => one.said)
  expect(said).toContain('Devices are told nothing until they are switched on here: 1')
  expect((await courier.get(url)).json().subscriptions).toEqual([])
})
