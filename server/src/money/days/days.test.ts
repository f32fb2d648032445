import type { ShopDay } from '@our-print/contract/money/days.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildOrder, buildStaff, buildUser } from '../../../test/build.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { textOfPdf } from '../../../test/textOfPdf.ts'
import { verifyDays } from './daySeals.ts'

const api = useApi()
const admin = api.as('admin')

// Each test has days of its own.
let year = 2001
afterEach(async () => {
  await api.db`insert into day_closes (day) values (${on('31')})`
  year++
})
const on = (day: string) => `${year}-01-${day}`

const payFor = (body: object, day: string, amount: number, method = 'cash') =>
  admin.post('/api/payments/', { ...body, method, amount, happened_at: `${day}T09:00:00Z` })
const pay = async (day: string, amount: number, method?: string) =>
  payFor({ order: (await buildOrder(api.db, { amount: 5000_00 })).id }, day, amount, method)
const read = async (day: string) => (await admin.get(`/api/days/${day}/`)).json<ShopDay>()
const close = (day: string, notes: object, more: object = {}) =>
  admin.post(`/api/days/${day}/close/`, { till: { notes }, ...more })
const outcome = (reply: { statusCode: number; json: () => { code?: string } }) => [
  reply.statusCode,
  reply.json().code,
]
/** Notes for what the till has. */
const inNotes = (rupees: number) => ({ 1: Math.floor(rupees) })
const expectedIn = async (day: string) => (await read(day)).report.till.expected

describe('a day', () => {
  test('says what is expected by method and by person, and is closed with what was counted', async () => {
    const day = on('05')
    const user = (await buildUser(api.db)).id
    const order = (await buildOrder(api.db, { user, amount: 5000_00 })).id
    const taken = [
      await payFor({ order }, day, 300),
      await payFor({ order }, day, -100),
      await payFor({ order }, day, 250, 'upi'),
      await payFor({ user }, day, 40, 'card'),
      await payFor({ order }, day, 30, 'account'),
    ]
    expect(taken.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201])
    await pay(on('06'), 70)
    const { report, closing, blocked } = await read(day)
    expect(report.methods).toMatchObject([
      { method: 'account', payments: 1, expected: 30 },
      { method: 'card', payments: 1, expected: 40 },
      { method: 'cash', payments: 2, received: 300, paid_back: 100, expected: 200, counted: null },
      { method: 'upi', payments: 1, expected: 250, counted: null },
    ])
    expect(report.people).toMatchObject([
      { full_name: 'Asha Rao', payments: 5, taken: 490, cash: 200, handed_over: 0, in_hand: 0 },
    ])
    expect([closing, blocked]).toEqual([null, null])
    const { opening, expected } = report.till
    expect(report.till).toMatchObject({ received: 300, paid_out: 100 })
    expect(report.till.entries).toEqual([{ kind: 'payment', entries: 2, amount: 200 }])
    expect(expected - opening).toBe(200)

    expect(outcome(await close(day, inNotes(expected)))).toEqual([422, 'refused'])
    const counted = [
      { method: 'upi', amount: 240 },
      { method: 'card', amount: 40 },
      { method: 'bank_transfer', amount: 0 },
    ]
    expect(outcome(await close(day, inNotes(expected), { counted }))).toEqual([422, 'refused'])
    const unknown = [...counted, { method: 'cheque', amount: 5 }]
    const withCheque = await close(day, inNotes(expected), { counted: unknown, note: 'A cheque, too' })
    expect(outcome(withCheque)).toEqual([422, 'refused'])
    const twice = [...counted, { method: 'upi', amount: 250 }]
    expect(outcome(await close(day, inNotes(expected), { counted: twice }))).toEqual([400, 'invalid'])
    const reply = await close(day, inNotes(expected - 5), { counted, note: 'One transfer is missing' })
    expect([reply.statusCode, reply.json()]).toMatchObject([200, {}])
    expect(reply.json<ShopDay>().report).toMatchObject({
      methods: [
        { method: 'account', counted: null },
        { counted: 40, difference: 0 },
        { method: 'cash', counted: null },
        { counted: 240, difference: -10 },
      ],
      till: { counted: expected - 5, difference: -5 },
      note: 'One transfer is missing',
    })
    expect(await read(day)).toEqual(reply.json())
    expect((await read(on('06'))).report.till).toMatchObject({ opening: expected - 5, received: 70 })
    expect((await admin.get('/api/days/')).json()).toMatchObject({
      results: [{ day, difference: -15, received: 490, closed_by_name: 'Asha Rao' }],
    })
    for (const [query, days] of Object.entries({
      [`from_date=${day}&to_date=${day}`]: [day],
      [`from_date=${on('06')}`]: [],
      [`to_date=${on('04')}`]: [],
      'query=transfer': [day],
      'query=nobody': [],
    })) {
      const { results } = (await admin.get(`/api/days/?${query}`)).json<{ results: { day: string }[] }>()
      expect([query, results.map((each) => each.day)]).toEqual([query, days])
    }
    await expectInvariantsHold(api.db)
  })

  test('says who has handed over how much, and who has some left', async () => {
    const person = await buildStaff(api.db, { full_name: 'Ravi Kale' })
    const client = api.withToken(await openSession(api.db, person.id))
    const fields = { status: 'out-for-delivery', assigned_user: person.id, amount: 200_00 } as const
    const { id: order } = await buildOrder(api.db, fields)
    await client.post('/api/payments/', { order, method: 'cash', amount: 100 })
    const { id, number } = (await client.post('/api/hand-overs/', { notes: { 100: 1 } })).json()
    await admin.post(`/api/hand-overs/${id}/count/`, { notes: { 50: 1 } })
    await admin.post(`/api/hand-overs/${id}/explain/`, { reason: 'A note fell out' })
    await client.post('/api/payments/', { order, method: 'cash', amount: 70 })
    await admin.post('/api/payments/', { order, method: 'upi', amount: 30 })
    const [row] = await api.db`select shop_day(now()) as today`
    const { report } = await read(row?.['today'])
    expect(report.people).toMatchObject([
      { full_name: 'Asha Rao', payments: 1, taken: 30, cash: 0, handed_over: 0, in_hand: 0 },
      { full_name: 'Ravi Kale', payments: 2, taken: 170, cash: 170, handed_over: 50, in_hand: 70 },
    ])
    expect(report.hand_overs).toMatchObject([
      { number, holder_name: 'Ravi Kale', counted: 50, difference: -50, reason: 'A note fell out' },
    ])
    // Who had nothing on a day is not named.
    expect((await read(on('05'))).report.people).toEqual([])
    await expectInvariantsHold(api.db)
  })

  test('does not say what to find to who counts, only to the holder', async () => {
    const [holder, counter] = [
      await buildClerk(api.db, ['orders', 'prices', 'payments', 'cash', 'exports']),
      await buildClerk(api.db, ['prices', 'cash', 'exports']),
    ]
    const as = async (person: { id: string }) => api.withToken(await openSession(api.db, person.id))
    const [own, other] = [await as(holder), await as(counter)]
    const [{ today }] = await api.db<[{ today: string }]>`select shop_day(now()) as today`
    type Client = typeof admin
    const cashOf = async (client: Client, day = today) => {
      const { report } = (await client.get(`/api/days/${day}/`)).json<ShopDay>()
      const found = report.people.find(({ id }) => id === holder.id)
      return found && [found.cash, found.in_hand]
    }
    const figuresOf = async (client: Client) => {
      const { body } = await client.get(`/api/days/${today}/report/?format=csv`)
      return body.split('\r\n').filter((line) => /Leela Nair.*(Of it cash|Still in hand)/.test(line))
    }
    const out = { status: 'out-for-delivery', assigned_user: holder.id, amount: 5000_00 } as const
    const order = (await buildOrder(api.db, out)).id
    await own.post('/api/payments/', { order, method: 'cash', amount: 123.45 })
    expect(await cashOf(other)).toEqual([123.45, 123.45])
    const { id } = (await own.post('/api/hand-overs/', { notes: { 100: 1 }, rest: 23.45 })).json()
    for (const client of [other, admin]) {
      expect(await cashOf(client)).toEqual([null, null])
      expect((await figuresOf(client)).map((line) => line.split(',').at(-1))).toEqual(['""', '""'])
    }
    const pdf = await other.get(`/api/days/${today}/report/?format=pdf`)
    expect(await textOfPdf(pdf.rawPayload)).toMatch(/Leela Nair 123\.45 – 0\.00 –/)
    expect(await cashOf(own)).toEqual([123.45, 123.45])

    // Audit entries are no way around it, also those from before it was hidden.
    const insert = async (after: object) => api.db`
      insert into audit_entries (actor, action, entity, entity_id, after)
      values (${holder.id}, 'insert', 'hand_overs', ${id}, ${api.db.json(after as Record<string, number>)})`
    await insert({ in_hand: 12345, version: 1 })
    for (const url of [`/api/audit/?entity_id=${id}`, `/api/audit/?entity_id=${id}&format=csv`]) {
      const { body } = await admin.get(url)
      expect(body.match(/in_hand\W+hidden/g)).toHaveLength(2)
      expect(body).not.toContain('12345')
    }
    await admin.post(`/api/hand-overs/${id}/count/`, { notes: { 100: 1 }, rest: 23.45 })
    expect(await cashOf(other)).toEqual([123.45, 0])
    await expectInvariantsHold(api.db)
  })

  test('that is closed takes nothing more, also on days before', async () => {
    await close(on('05'), inNotes(await expectedIn(on('05'))))
    for (const day of [on('05'), on('04')]) expect(outcome(await pay(day, 10))).toEqual([409, 'day_closed'])
    expect((await pay(on('06'), 10)).statusCode).toBe(201)
    expect(outcome(await close(on('05'), {}))).toEqual([409, 'day_closed'])
    expect(outcome(await close(on('04'), {}))).toEqual([409, 'not_allowed'])
    expect((await read(on('04'))).blocked).toContain('together with')
  })

  test('that is today takes nothing until tomorrow, and says so to who cannot choose a day', async () => {
    const assigned_user = api.people.staff.id
    const { id: order } = await buildOrder(api.db, { status: 'out-for-delivery', assigned_user })
    const [row] = await api.db`select shop_day(now()) as today`
    const day = String(row?.['today'])
    expect((await read(day)).orders_out).toBeGreaterThan(0)
    expect((await read(on('05'))).orders_out).toBe(0)
    await api.db`insert into day_closes (day) values (${day})`
    const courier = api.as('staff')
    const delivery = { status: 'delivered', payment: { method: 'cash' } }
    const said = 'Today is closed: money can be entered again tomorrow.'
    for (const reply of [
      await courier.patch(`/api/all-orders/${order}/`, delivery),
      await courier.patch(`/api/all-orders/${order}/`, { ...delivery, happened_at: `${day}T00:00:01Z` }),
      await payFor({ order }, on('05'), 10),
    ])
      expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'day_closed', message: said }])
    await api.db.begin(async (tx) => {
      await tx`alter table day_closes disable trigger user`
      await tx`delete from day_closes where day = ${day}`
      await tx`alter table day_closes enable trigger user`
    })
    const reply = await payFor({ order }, `${year - 1}-01-05`, 10)
    expect(reply.json<{ message: string }>().message).toMatch(/^The money of this day is counted and closed/)
    expect((await courier.patch(`/api/all-orders/${order}/`, delivery)).statusCode).toBe(200)
  })

  test('is closed in sequence, and not before it began', async () => {
    await pay(on('07'), 10)
    await close(on('07'), inNotes(await expectedIn(on('07'))))
    await pay(on('09'), 10)
    expect((await read(on('10'))).blocked).toContain(`Close 9 Jan ${year} first`)
    expect(outcome(await close(on('10'), {}))).toEqual([409, 'not_allowed'])
    expect(outcome(await close('2099-12-31', {}))).toEqual([409, 'not_allowed'])
    expect((await close('2099-02-30', {})).statusCode).toBe(400)
    expect((await close(on('09'), { 1: -1 })).statusCode).toBe(400)
    expect((await close(on('09'), inNotes(await expectedIn(on('09'))))).statusCode).toBe(200)
    await expectInvariantsHold(api.db)
  })

  test('is signed once, by another super admin', async () => {
    const day = on('05')
    const second = api.withToken(
      await openSession(
        api.db,
        (await buildStaff(api.db, { full_name: 'Nitin Bose', is_superuser: true })).id,
      ),
    )
    const sign = (as = second) => as.post(`/api/days/${day}/sign/`)
    expect(outcome(await sign())).toEqual([409, 'not_allowed'])
    await close(day, inNotes(await expectedIn(day)))
    expect((await read(day)).closing).toMatchObject({ needs_signature: true, signed_by: null })
    expect(outcome(await sign(admin))).toEqual([403, 'forbidden'])
    const clerk = await buildClerk(api.db, ['prices', 'cash'])
    expect(outcome(await sign(api.withToken(await openSession(api.db, clerk.id))))).toEqual([
      403,
      'forbidden',
    ])
    expect((await sign()).json()).toMatchObject({ closing: { signed_by: { full_name: 'Nitin Bose' } } })
    expect(outcome(await sign())).toEqual([409, 'signed'])
  })

  test('has its report as a PDF and a CSV file', async () => {
    const day = on('05')
    await pay(day, 300)
    const [pdf, csv] = [
      await admin.get(`/api/days/${day}/report/?format=pdf`),
      await admin.get(`/api/days/${day}/report/?format=csv`),
    ]
    const text = await textOfPdf(pdf.rawPayload)
    for (const part of [`Day report 5 Jan ${year}`, 'Asha Rao', '300.00', 'Not closed yet'])
      expect(text).toContain(part)
    expect(csv.body).toContain('"By method","Cash","Received","300"')
    expect(csv.body).not.toContain('Closed by')
    expect((await admin.get(`/api/days/${day}/report/?format=xml`)).statusCode).toBe(400)
  })

  test('closed by many at once is closed once', async () => {
    const notes = inNotes(await expectedIn(on('05')))
    const replies = await Promise.all([1, 2, 3].map(() => close(on('05'), notes)))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('closed while payments arrive has each of them, or refuses it', async () => {
    const day = on('05')
    const order = await buildOrder(api.db, { amount: 5000_00 })
    const body = { order: order.id, method: 'upi', amount: 1, happened_at: `${day}T09:00:00Z` }
    const send = () => admin.post('/api/payments/', body)
    // One payment at least, so that the sum of its method is asked for.
    await send()
    const state = { isClosed: false }
    const paying = [1, 2, 3].map(async () => {
      const codes: number[] = []
      while (!state.isClosed) codes.push((await send()).statusCode)
      return codes
    })
    const notes = inNotes(await expectedIn(day))
    const counted = [{ method: 'upi', amount: 0 }]
    const closing = await close(day, notes, { counted, note: 'Counted while they came in' })
    state.isClosed = true
    const codes = [...(await Promise.all(paying)).flat(), (await send()).statusCode]
    expect(closing.statusCode).toBe(200)
    expect(codes.filter((code) => code !== 201 && code !== 409)).toEqual([])
    expect(codes.at(-1)).toBe(409)
    const taken = codes.filter((code) => code === 201).length
    expect((await read(day)).report.methods).toMatchObject([{ method: 'upi', expected: taken + 1 }])
    await expectInvariantsHold(api.db)
  })
})

test('the CSV file of a closed day has its signatures, its note and how many payments there were', async () => {
  const day = on('05')
  await pay(day, 300)
  await pay(day, 20)
  await close(day, inNotes(await expectedIn(day)), { note: 'Two at the desk' })
  const csv = async () => (await admin.get(`/api/days/${day}/report/?format=csv`)).body
  const { closing } = await read(day)
  const lines = [
    '"By method","Cash","Payments","2"',
    '"By person","Asha Rao","Payments","2"',
    `"Closed by","Asha Rao","At","${closing?.closed_at}"`,
    `"Seal","","SHA-256","${closing?.seal}"`,
    '"Note","","Text","Two at the desk"',
  ]
  for (const line of [...lines, '"Signed by","","At",""']) expect(await csv()).toContain(line)
  const { id } = await buildStaff(api.db, { full_name: 'Nitin Bose', is_superuser: true })
  await api.withToken(await openSession(api.db, id)).post(`/api/days/${day}/sign/`)
  expect(await csv()).toContain('"Signed by","Nitin Bose","At","20')
})

test('what was sealed cannot be changed unseen', async () => {
  for (const day of [on('05'), on('06')]) await close(day, inNotes(await expectedIn(day)))
  const { days, problems } = await verifyDays(api.db)
  expect([days > 1, problems]).toEqual([true, []])
  const undo = new Error('undo')
  const change = api.db.begin(async (tx) => {
    const refused = (work: (db: typeof tx) => Promise<unknown>) =>
      expect(tx.savepoint(work)).rejects.toThrow('append-only')
    const row = tx`where day = ${on('05')}`
    await refused((db) => db`update day_closes set version = version + 1, report = '{}' ${row}`)
    await refused((db) => db`delete from day_closes ${row}`)
    await tx`update day_closes set version = version + 1, signed_by = ${api.people.staff.id}, signed_at = now() ${row}`
    await refused((db) => db`update day_closes set version = version + 1, signed_at = now() ${row}`)
    await tx`alter table day_closes disable trigger user`
    await tx`update day_closes set report = replace(report, '"note":""', '"note":"x"') where day = ${on('05')}`
    expect((await verifyDays(tx)).problems).toEqual([
      `The report of 5 Jan ${year} was changed after it was closed`,
    ])
    await tx`delete from day_closes where day = ${on('05')}`
    expect((await verifyDays(tx)).problems).toEqual([
      `Before 6 Jan ${year} a closed day is missing or was changed`,
    ])
    throw undo
  })
  await expect(change).rejects.toBe(undo)
})
