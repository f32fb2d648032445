import { readFileSync } from 'node:fs'
import type { MessageChannelSetup } from '@our-print/contract/customer/messageChannels.ts'
import type { MessageChoice } from '@our-print/contract/customer/messageChoice.ts'
import type { Message } from '@our-print/contract/customer/messages.ts'
import type { MessageTemplate } from '@our-print/contract/customer/messageTemplates.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildOrder, buildSoldPlan, buildUser } from '../../../test/build.ts'
import {
  emailSettings,
  messagesOf,
  openMailServer,
  openProvider,
  providerSettings,
} from '../../../test/messageJobs.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'
import { until } from '../../../test/until.ts'
import { bulkUndoNote } from '../pageFacts/undoNotes.ts'
import { switchAllOff } from './channels.queries.ts'
import { dropQueued, giveUpOld } from './messages.queries.ts'
import { tellOfEndingPlans, tellOfOrders } from './tellFacts.queries.ts'

const api = useApi()
const admin = api.as('admin')
const { channelUrl, setUp, list, run } = messagesOf(api)
const closing: (() => unknown)[] = []
beforeEach(async () => {
  await api.db`delete from messages`
  await api.db`update message_channels set version = version + 1, is_active = false, settings = null, secret_sealed = null,
    dkim_sealed = null, quiet_from = null, quiet_until = null, off_reason = null`
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const useMail = async (...options: Parameters<typeof openMailServer>) => {
  const mail = await openMailServer(...options)
  closing.push(mail.close)
  await setUp('email', { email: emailSettings(mail.port) })
  return mail
}
const useProvider = async (...[answer, fields]: [Parameters<typeof openProvider>[0]?, object?]) => {
  const provider = await openProvider(answer)
  closing.push(provider.close)
  const reply = await setUp('sms', { provider: providerSettings(provider.url, fields), secret: 'key-1' })
  expect([reply.statusCode, reply.json()]).toMatchObject([200, {}])
  return provider
}
let made = 0
/** A customer with an email. */
const buildReader = () => buildUser(api.db, { email: `reader${made++}@print.test` })
const orderOf = async (fields: Parameters<typeof buildOrder>[1]) =>
  buildOrder(api.db, { user: (await buildReader()).id, ...fields })
const move = (order: { id: string }, body: object) => admin.patch(`/api/all-orders/${order.id}/`, body)
const settled = async () => (await list()).every(({ state }) => state !== 'queued' && state !== 'sending')

test('that an order is ready is told when it becomes so, not with a new promise or when it is taken back', async () => {
  await useMail()
  const order = await orderOf({ status: 'confirmed', pickup: true })
  const told = async () => (await list(`order=${order.id}`)).map(({ fact }) => fact)
  await move(order, { promised_at: '2031-02-03T05:00:00Z' })
  expect(await told()).toEqual([])
  await move(order, { is_ready: true })
  expect(await told()).toEqual(['ready'])
  await move(order, { promised_at: '2031-02-04T05:00:00Z' })
  await move(order, { is_ready: false })
  expect(await told()).toEqual(['ready'])
})

test('of a pick-up nobody says that it is on its way, or that it could not be handed over', async () => {
  await useMail()
  const order = await orderOf({ status: 'assigned', pickup: true })
  await move(order, { status: 'out-for-delivery' })
  await move(order, { status: 'assigned', note: 'Nobody came' })
  await move(order, { status: 'out-for-delivery' })
  await move(order, { status: 'delivered' })
  expect((await list(`order=${order.id}`)).map(({ fact }) => fact)).toEqual(['delivered'])
})

test('each move of an order tells its customer once: an email of both parts, with what stops it', async () => {
  const mail = await useMail()
  const user = await buildUser(api.db, { first_name: 'Kavya', email: 'kavya@print.test' })
  const order = await buildOrder(api.db, { user: user.id, status: 'out-for-delivery' })
  expect((await move(order, { status: 'delivered' })).statusCode).toBe(200)
  expect(await list()).toMatchObject([{ fact: 'delivered', state: 'queued', channel: 'email' }])
  await run(settled)
  const [sent] = await list(`order=${order.id}`)
  expect(sent).toMatchObject({
    state: 'sent',
    address: 'kavya@print.test',
    attempts: 1,
    said: expect.stringMatching(/taken as 1/),
  })
  expect(sent?.text).toContain(`your order #${order.number} (Thesis) was delivered`)
  const [{ raw } = { raw: '' }] = mail.received
  expect(raw).toContain('multipart/alternative')
  expect(raw).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/)
  expect(raw).toContain(`<${sent?.id}@print.test>`)
  // Nothing more is sent, whoever looks.
  await run(async () => true)
  expect(mail.received).toHaveLength(1)
})

test('who is told of an order gets the link of its page, unless the office has revoked it', async () => {
  const mail = await useMail()
  const order = await orderOf({})
  await tellOfOrders(api.db, 'order_taken', [order.id])
  await run(settled)
  const [first] = await list()
  const paths = () =>
    mail.received.map(
      ({ raw }) => /http:\/\/print\.test(\/o\/[\w-]{22})/.exec(raw.replaceAll('=\r\n', ''))?.[1],
    )
  expect((await api.as(undefined).get(paths()[0] ?? '')).statusCode).toBe(200)
  await admin.post(`/api/messages/${first?.id}/send-again/`)
  await run(settled)
  expect(paths()).toEqual([paths()[0], paths()[0]])
  await admin.delete(`/api/all-orders/${order.id}/customer-link/`)
  await admin.post(`/api/messages/${first?.id}/send-again/`)
  await run(settled)
  expect((await list())[0]).toMatchObject({ state: 'sent', text: expect.not.stringContaining('/o/') })
  expect(paths()[2]).toBeUndefined()
})

test('the log has no link that opens an order, also where the provider repeats it', async () => {
  await useMail()
  await useProvider((response, { body }) => void response.end(`{"status":"queued","was":${body}}`))
  const order = await orderOf({})
  await tellOfOrders(api.db, 'order_taken', [order.id])
  await admin.patch(await channelUrl('email'), { is_active: false })
  await tellOfOrders(api.db, 'order_taken', [(await orderOf({})).id])
  await setUp('email', { is_active: true })
  await run(settled)
  const rows = await api.db<{ row: string; text: string }[]>`select m::text as row, text from messages m`
  expect(rows).toHaveLength(2)
  for (const { row, text } of rows) {
    expect(text).toContain('http://print.test/o/••••••')
    expect(row).not.toMatch(/\/o\/[\w-]{22}/)
  }
  expect((await list('channel=sms'))[0]?.said).toContain('/o/••••••')
})

test('a migration hides the links that the log had, and nothing else', async () => {
  const user = await buildReader()
  const texts = ['http://print.test/o/AAAAAAAAAAAAAAAAAAAAA_?lang=hi', 'Order /o/7, thanks']
  for (const [at, text] of texts.entries())
    await api.db`
      insert into messages (fact, user_id, about, fact_version, channel, language, state, text, said)
      values ('delivered', ${user.id}, ${user.id}, ${at}, 'sms', 'en', 'sent', ${text}, ${text.replaceAll('/', '\\/')})`
  await api.db.unsafe(
    readFileSync(new URL('../../../sql/migrations/0072_hidden_links.sql', import.meta.url), 'utf8'),
  )
  const kept =
    await api.db`select text, replace(said, chr(92), '') as said from messages order by fact_version`
  const [hidden, other] = ['http://print.test/o/••••••?lang=hi', texts[1]]
  expect(kept).toEqual([
    { text: hidden, said: hidden },
    { text: other, said: other },
  ])
})

test('an order that gets another customer is told to that one alone; customers who are merged are one', async () => {
  const mail = await useMail()
  const [was, is, double] = [await buildReader(), await buildReader(), await buildReader()]
  const form = orderForm({ user: was.id, title: 'Thesis', pickup: true }, { 'thesis.pdf': await makePdf(1) })
  const taken = await admin.upload('/api/all-orders/', form)
  expect(taken.statusCode, taken.body).toBe(201)
  const order = taken.json<{ id: string }>()
  expect((await move(order, { user: is.id })).statusCode).toBe(200)
  await run(settled)
  const [told, first] = await list(`order=${order.id}`)
  expect([told, first]).toMatchObject([
    { fact: 'order_taken', user: is.id, state: 'sent' },
    { fact: 'order_taken', user: was.id, state: 'dropped', said: 'This was no longer true.' },
  ])
  expect(mail.received.map(({ to }) => to)).toEqual([[is.email]])
  expect((await admin.post(`/api/messages/${first?.id}/send-again/`)).json().code).toBe('not_true')

  await move(order, { user: double.id })
  const { statusCode, body } = await admin.post(`/api/users/${was.id}/merge/`, { other: double.id })
  expect(statusCode, body).toBe(201)
  await run(settled)
  expect(mail.received.map(({ to }) => to)).toEqual([[is.email], [was.email]])

  // Who turns out to be another one keeps no link to what is given back.
  const link = async () => (await admin.get(`/api/all-orders/${order.id}/customer-link/`)).json().state
  expect(await link()).toBe('open')
  const { id } = JSON.parse(body) as { id: string }
  expect((await admin.post(`/api/customer-merges/${id}/undo/`)).statusCode).toBe(200)
  expect(await link()).toBe('none')
})

test('a change that is rolled back tells nothing; nor does a shop without a channel', async () => {
  const order = await orderOf({ status: 'out-for-delivery' })
  await move(order, { status: 'assigned', note: 'Nobody at home' })
  expect(await list()).toEqual([])
  await useMail()
  await api.db
    .begin(async (tx) => {
      await tellOfOrders(tx, 'delivered', [order.id])
      throw new Error('undo')
    })
    .catch(() => {})
  expect(await list()).toEqual([])
})

test('what is no longer true is not sent', async () => {
  const mail = await useMail()
  const ready = await orderOf({ pickup: true })
  await move(ready, { is_ready: true })
  await move(ready, { is_ready: false })
  const out = await orderOf({ status: 'assigned' })
  await move(out, { status: 'out-for-delivery' })
  await move(out, { status: 'assigned', note: 'Nobody at home' })
  await run(settled)
  expect((await list()).map(({ fact, state }) => [fact, state])).toEqual([
    ['failed_attempt', 'sent'],
    ['on_its_way', 'dropped'],
    ['ready', 'dropped'],
  ])
  expect(mail.received).toHaveLength(1)
})

test('a start that was a mistake is no failed attempt to the customer', async () => {
  await useMail()
  const orders = await Promise.all([1, 2, 3, 4].map(() => orderOf({ status: 'assigned' })))
  const texts = readFileSync(new URL('../../../../web/languages/hi/orders.json', import.meta.url), 'utf8')
  const hindi = (JSON.parse(texts) as Record<string, string>)['Tapped by mistake']
  if (!hindi) throw new Error('The note of an undone move has no Hindi words there')
  for (const [at, note] of ['Tapped by mistake', hindi, bulkUndoNote, 'Nobody at home'].entries()) {
    const order = orders[at] ?? { id: '' }
    await move(order, { status: 'out-for-delivery' })
    await move(order, { status: 'assigned', note })
  }
  const told = (await list()).filter(({ fact }) => fact === 'failed_attempt')
  expect(told.map(({ order }) => order)).toEqual([orders[3]?.id])
})

test('the provider gets what its template says, escaped, with the secret, and is tried again while it fails', async () => {
  const provider = await useProvider((response, _request, times) =>
    times === 1 ? void response.writeHead(500).end('overloaded') : void response.end('{"status":"queued"}'),
  )
  const user = await buildUser(api.db, { first_name: 'A "quoted"\n{to} name', email: null })
  await api.db`update message_templates set version = version + 1, short = 'Hi {first_name}, #{order_number}' where fact = 'delivered'`
  const order = await buildOrder(api.db, { user: user.id, status: 'delivered' })
  await tellOfOrders(api.db, 'delivered', [order.id])
  await run(settled)
  const [message] = await list()
  expect(message).toMatchObject({
    state: 'sent',
    attempts: 2,
    channel: 'sms',
    said: '200 {"status":"queued"}',
  })
  const bodies = provider.received.map(({ body }) => JSON.parse(body))
  const text = `Hi A "quoted" {to} name, #${order.number}`
  const body = { to: user.mobile, text, id: message?.id }
  expect(bodies).toEqual([body, body])
  expect(provider.received[0]?.headers.authorization).toBe('Bearer key-1')
  const shown = (await admin.get(await channelUrl('sms'))).body
  expect(shown).toContain('"has_secret":true')
  expect(shown).not.toContain('key-1')
})

test('a provider without the promise to drop repeats gets a message once, whatever becomes of the connection', async () => {
  const provider = await useProvider((response) => void response.destroy(), { repeats_safely: false })
  const order = await buildOrder(api.db, {
    user: (await buildUser(api.db, { email: null })).id,
    status: 'delivered',
  })
  await tellOfOrders(api.db, 'delivered', [order.id])
  await run(settled)
  expect(provider.received).toHaveLength(1)
  const [message] = await list()
  expect(message).toMatchObject({ state: 'failed' })
  expect(message?.said).toContain('may have arrived')
})

test('an answer that says nothing of the message is no leave to repeat it; one that says when is followed', async () => {
  let answer: [number, Record<string, string>] = [500, {}]
  const provider = await useProvider((response) => void response.writeHead(...answer).end('no'), {
    repeats_safely: false,
  })
  const user = await buildUser(api.db, { email: null })
  const tell = async () => {
    const order = await buildOrder(api.db, { user: user.id, status: 'delivered' })
    await tellOfOrders(api.db, 'delivered', [order.id])
    const of = async () => (await list(`order=${order.id}`))[0]
    await run(async () => (await of())?.said !== null)
    return of()
  }
  expect(await tell()).toMatchObject({ state: 'failed', said: expect.stringContaining('may have arrived') })
  for (const after of ['600', new Date(Date.now() + 600_000).toUTCString()]) {
    answer = [429, { 'retry-after': after }]
    const waiting = await tell()
    expect(waiting).toMatchObject({ state: 'queued', attempts: 1 })
    const seconds = (Date.parse(waiting?.next_try_at ?? '') - Date.now()) / 1000
    expect(Math.abs(seconds - 600)).toBeLessThan(60)
  }
  expect(provider.received).toHaveLength(3)
})

test('a provider that is corrected sends what waits behind the batch of now', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const first = await useProvider((response) => void held.then(() => response.end('{"status":"queued"}')))
  const user = await buildUser(api.db, { email: null })
  for (let at = 0; at < 12; at++) {
    const order = await buildOrder(api.db, { user: user.id, status: 'delivered' })
    await tellOfOrders(api.db, 'delivered', [order.id])
  }
  const sending = run(settled)
  await until('the first batch is with its provider', () => first.received.length === 10)
  const second = await useProvider()
  release()
  await sending
  expect([first.received.length, second.received.length]).toEqual([10, 2])
})

test('what a process was sending when it died goes out again only where the provider drops repeats', async () => {
  const provider = await useProvider()
  const order = await buildOrder(api.db, {
    user: (await buildUser(api.db, { email: null })).id,
    status: 'delivered',
  })
  await tellOfOrders(api.db, 'delivered', [order.id])
  await api.db`update messages set state = 'sending', claim = gen_random_uuid()`
  await run(settled)
  expect(await list()).toMatchObject([{ state: 'sent' }])
  const mail = await useMail()
  const other = await orderOf({ status: 'delivered' })
  await tellOfOrders(api.db, 'delivered', [other.id])
  await api.db`update messages set state = 'sending', claim = gen_random_uuid() where channel = 'email'`
  await run(settled)
  expect((await list('channel=email'))[0]).toMatchObject({
    state: 'failed',
    said: expect.stringMatching(/may have arrived/),
  })
  expect([mail.received.length, provider.received.length]).toEqual([0, 1])
})

test('an address that does not exist turns emails off for that customer and that address alone', async () => {
  await useMail({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 })),
  })
  const user = await buildUser(api.db, { email: 'gone@print.test' })
  const order = await buildOrder(api.db, { user: user.id, status: 'delivered' })
  await tellOfOrders(api.db, 'delivered', [order.id])
  await run(settled)
  expect(await list()).toMatchObject([
    { state: 'failed', said: expect.stringMatching(/5\.1\.1 no such user/) },
  ])
  const url = `/api/users/${user.id}/message-choice/`
  const choice = (await admin.get(url)).json<MessageChoice>()
  expect(choice.off).toMatchObject([
    { channel: 'email', reason: 'refused', said: expect.stringMatching(/no such user/) },
  ])
  // Sent back as it was read, it stays off for the same reason; it is nobody else's.
  const again = (await admin.put(url, { ...choice, consent: true })).json<MessageChoice>()
  expect(again).toEqual({ ...choice, consent: true, version: choice.version + 1 })
  const others = await admin.patch(url, { user: order.id })
  expect([others.statusCode, others.json().errors[0].context.key]).toEqual([400, 'user'])
  await admin.patch(`/api/users/${user.id}/`, { email: 'right@print.test' })
  expect((await admin.get(url)).json<MessageChoice>().off).toEqual([])
})

test.each([
  ['the sender', { onMailFrom: true }, '5.7.1 not your address'],
  ['the sender, only when it knows to whom', { onRcptTo: true }, '5.1.8 unknown sender'],
  ['the sender without saying why', { onMailFrom: true }, 'no'],
])('a mail server that refuses %s turns nobody off: the email waits and says why', async (_, at, words) => {
  let refuses = true
  const answer = (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
    done(refuses ? Object.assign(new Error(words), { responseCode: 550 }) : undefined)
  const mail = await useMail(Object.fromEntries(Object.keys(at).map((name) => [name, answer])))
  const user = await buildReader()
  const order = await buildOrder(api.db, { user: user.id, status: 'delivered' })
  await tellOfOrders(api.db, 'delivered', [order.id])
  await run(async () => (await list())[0]?.said !== null)
  expect(await list()).toMatchObject([{ said: expect.stringContaining(words) }])
  expect((await list())[0]?.state).not.toBe('failed')
  const choice = await admin.get(`/api/users/${user.id}/message-choice/`)
  expect(choice.json<MessageChoice>().off).toEqual([])
  refuses = false
  await run(settled)
  expect(mail.received).toHaveLength(1)
})

test('the link of an email stops them; opening it does not; by hand they are on again', async () => {
  await useMail()
  const user = await buildUser(api.db, { email: 'stop@print.test' })
  const order = await buildOrder(api.db, { user: user.id, status: 'delivered' })
  await tellOfOrders(api.db, 'delivered', [order.id])
  await run(settled)
  const [{ code }] = await api.db<[{ code: string }]>`select code from messages`
  const anybody = api.as(undefined)
  const url = `/api/unsubscribe/${code}/`
  expect((await anybody.get(url)).json()).toMatchObject({ address: 'stop@print.test', is_off: false })
  const click = await anybody.send('POST', url, 'List-Unsubscribe=One-Click', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect([click.statusCode, click.json().is_off]).toEqual([200, true])
  expect((await anybody.get('/api/unsubscribe/01890000-0000-4000-8000-000000000000/')).statusCode).toBe(404)
  const again = await buildOrder(api.db, { user: user.id, status: 'delivered' })
  await tellOfOrders(api.db, 'delivered', [again.id])
  expect(await list(`order=${again.id}`)).toEqual([])
  const choiceUrl = `/api/users/${user.id}/message-choice/`
  const { version } = (await admin.get(choiceUrl)).json<MessageChoice>()
  expect((await admin.patch(choiceUrl, { off: [], version: version - 1 })).statusCode).toBe(409)
  expect((await admin.patch(choiceUrl, { off: ['sms'], version })).json()).toMatchObject({
    off: [{ channel: 'sms', reason: 'asked' }],
  })
})

test('who chose a channel, none, or gave no consent is told accordingly', async () => {
  await useMail()
  await useProvider()
  const user = await buildUser(api.db, { email: 'both@print.test' })
  const order = await buildOrder(api.db, { user: user.id, status: 'delivered' })
  const choose = (fields: object) => admin.patch(`/api/users/${user.id}/message-choice/`, fields)
  const toldBy = async (fact: 'delivered' | 'coins_earned') => {
    await api.db`delete from messages`
    await tellOfOrders(api.db, fact, [order.id])
    return (await list()).map(({ channel }) => channel)
  }
  expect(await toldBy('delivered')).toEqual(['email'])
  await choose({ channel: 'sms' })
  expect(await toldBy('delivered')).toEqual(['sms'])
  expect(await toldBy('coins_earned')).toEqual([])
  await choose({ consent: true })
  expect(await toldBy('coins_earned')).toEqual(['sms'])
  // Until it is sent, they may take it back.
  await choose({ consent: false })
  await run(settled)
  expect(await list()).toMatchObject([{ state: 'dropped', said: expect.stringContaining('does not want') }])
  await choose({ channel: 'none' })
  expect(await toldBy('delivered')).toEqual([])
})

test('quiet hours from a time to the same time are none', async () => {
  const provider = await useProvider()
  for (const clock of ['00:00', '12:00', '23:59']) {
    await setUp('sms', { quiet_from: clock, quiet_until: clock })
    const { id: user } = await buildUser(api.db, { email: null })
    const order = await buildOrder(api.db, { user, status: 'delivered' })
    await tellOfOrders(api.db, 'delivered', [order.id])
    await run(settled)
  }
  expect(provider.received).toHaveLength(3)
})

test('quiet hours wait, over midnight too, and a day later a message is given up', async () => {
  const provider = await useProvider()
  const clock = async (hours: number) =>
    (
      await api.db<[{ at: string }]>`
      select to_char(now() at time zone (select time_zone from shop_clock) + ${hours}::int * interval '1 hour', 'HH24:MI') as at`
    )[0].at
  await setUp('sms', { quiet_from: await clock(-2), quiet_until: await clock(2) })
  const order = await buildOrder(api.db, {
    user: (await buildUser(api.db, { email: null })).id,
    status: 'delivered',
  })
  await tellOfOrders(api.db, 'delivered', [order.id])
  await run(() => true)
  expect(await list()).toMatchObject([{ state: 'queued' }])
  await api.db`update messages set created_at = now() - interval '25 hours'`
  await giveUpOld(api.db)
  expect(await list()).toMatchObject([
    { state: 'failed', said: expect.stringMatching(/Given up after 24 hours/) },
  ])
  // Nor does one go out that a server finds a day late.
  await setUp('sms', { quiet_from: null, quiet_until: null })
  await api.db`update messages set state = 'queued', next_try_at = now()`
  await run(settled)
  expect(await list()).toMatchObject([{ state: 'failed' }])
  expect(provider.received).toEqual([])
})

test('a person sends one again, once at a time, while it is true', async () => {
  const mail = await useMail()
  const order = await orderOf({ status: 'delivered' })
  await tellOfOrders(api.db, 'delivered', [order.id])
  const [first] = await list()
  const again = (id = first?.id) => admin.post(`/api/messages/${id}/send-again/`)
  expect((await again()).statusCode).toBe(409)
  await run(settled)
  const replies = await Promise.all([again(), again()])
  expect(replies.map(({ statusCode }) => statusCode)).toContain(201)
  await run(settled)
  expect(mail.received.length).toBe(1 + replies.filter(({ statusCode }) => statusCode === 201).length)
  await move(order, { status: 'out-for-delivery', note: 'Wrong house' })
  expect((await again()).json().message).toContain('no longer true')
})

test('a reminder says what is owed, once a day, and why it cannot be sent', async () => {
  const user = await buildReader()
  const remind = () => admin.post('/api/messages/', { fact: 'payment_reminder', user: user.id })
  expect((await remind()).statusCode).toBe(422)
  await useMail()
  expect((await remind()).json().message).toContain('no longer true')
  await buildOrder(api.db, { user: user.id, status: 'delivered', amount: 12_300 })
  expect((await remind()).statusCode).toBe(201)
  expect((await remind()).statusCode).toBe(409)
  await run(settled)
  expect((await list())[0]?.text).toContain('₹123.00 is still to be paid')
})

test('nothing is asked of a customer who is deactivated, and it says so', async () => {
  const user = await buildReader()
  const { id: order } = await buildOrder(api.db, { user: user.id, status: 'delivered', amount: 12_300 })
  await admin.patch(`/api/users/${user.id}/`, { is_active: false })
  for (const [key, body] of [
    ['user', { fact: 'payment_reminder', user: user.id }],
    ['order', { fact: 'needs_answer', order }],
  ] as const) {
    const reply = await admin.post('/api/messages/', body)
    const message = 'This customer is deactivated. Activate them first.'
    expect([reply.statusCode, reply.json().errors]).toEqual([422, [{ context: { key }, message }]])
  }
})

test('a reminder asks for no money that is on the account, or was paid too much', async () => {
  await useMail()
  const user = await buildReader()
  const remind = () => admin.post('/api/messages/', { fact: 'payment_reminder', user: user.id })
  await buildOrder(api.db, { user: user.id, status: 'delivered', amount: 12_300 })
  const { id: other } = await buildOrder(api.db, { user: user.id, status: 'delivered', amount: 1_000 })
  const pay = (to: object, amount: number) => admin.post('/api/payments/', { ...to, method: 'cash', amount })
  expect((await pay({ user: user.id }, 100)).statusCode).toBe(201)
  expect((await pay({ order: other }, 13)).statusCode).toBe(201)
  expect((await remind()).statusCode).toBe(201)
  await run(settled)
  expect((await list())[0]?.text).toContain('₹20.00 is still to be paid')
  await api.db`delete from messages`
  await pay({ user: user.id }, 20)
  const refused = await remind()
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_true'])
})

test('plans that end soon are told of once, to who agreed', async () => {
  await useMail()
  const user = await buildReader()
  const plan = await buildSoldPlan(api.db, { user: user.id })
  await api.db`update user_subscription_plans set version = version + 1, ends_on = greatest(starts_on, shop_day(now()) + 2) where id = ${plan.id}`
  await tellOfEndingPlans(api.db)
  expect(await list()).toEqual([])
  await admin.patch(`/api/users/${user.id}/message-choice/`, { consent: true })
  await tellOfEndingPlans(api.db)
  await tellOfEndingPlans(api.db)
  expect(await list()).toMatchObject([{ fact: 'plan_ending', state: 'queued' }])
  await run(settled)
  expect(await list()).toMatchObject([{ state: 'sent' }])
  // Nor by another channel, once the email has stopped these.
  await useProvider()
  await admin.patch(`/api/users/${user.id}/message-choice/`, { off: ['email'] })
  await tellOfEndingPlans(api.db)
  expect(await list()).toHaveLength(1)
})

test('templates name what their fact has and nothing else; a preview fills in the newest record', async () => {
  const { results } = (await admin.get('/api/message-templates/?query=delivered')).json<{
    results: MessageTemplate[]
  }>()
  const template = results.find(({ fact }) => fact === 'delivered')
  const url = `/api/message-templates/${template?.id}/`
  for (const text of ['{invoice_number}', '{user.password}', '{first_name', '}{', '{}', '{__proto__}']) {
    const reply = await admin.patch(url, { body: text })
    expect([text, reply.statusCode, reply.json().errors?.[0]?.context.key]).toEqual([text, 400, 'body'])
  }
  expect((await admin.patch(url, { subject: 'One\r\nBcc: all@print.test' })).statusCode).toBe(400)
  const user = await buildUser(api.db, { first_name: '<b>Kavya</b> {order_number}' })
  const order = await buildOrder(api.db, { user: user.id })
  const texts = { subject: 'For {first_name}', body: 'Order {order_number}', short: '{order_due}' }
  const shown = await admin.post('/api/message-templates/preview/', { fact: 'delivered', ...texts })
  expect(shown.json()).toMatchObject({
    subject: 'For <b>Kavya</b> {order_number}',
    text: `Order ${order.number}`,
    short: '₹46.00',
  })
  // What goes on an account is not to be paid now.
  await api.db`update orders set version = version + 1, pay_by = 'on_account' where id = ${order.id}`
  const later = await admin.post('/api/message-templates/preview/', { fact: 'delivered', ...texts })
  expect(later.json()).toMatchObject({ short: '₹0.00' })
  const saved = await admin.patch(url, { ...texts, version: template?.version })
  expect(saved.json()).toMatchObject({ ...texts, version: (template?.version ?? 0) + 1 })
})

test('what customers type adds no header, tag or link', async () => {
  const mail = await useMail()
  const user = await buildUser(api.db, {
    first_name: 'Eve\r\nBcc: spy@print.test\u202e <script>alert(1)</script> https://evil.test',
    email: 'eve@print.test',
  })
  await api.db`update message_templates set version = version + 1, subject = 'For {first_name}', body = 'Hello {first_name}' where fact = 'delivered'`
  const order = await buildOrder(api.db, { user: user.id, status: 'delivered' })
  await tellOfOrders(api.db, 'delivered', [order.id])
  await run(settled)
  const [{ raw, to } = { raw: '', to: [] }] = mail.received
  expect(to).toEqual(['eve@print.test'])
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  expect(head).not.toMatch(/^Bcc:/im)
  // The plain part has it as text.
  expect(raw.slice(raw.indexOf('<!doctype'))).not.toContain('<script>')
  expect(raw).not.toContain('href="https://evil.test')
})

test('emails are signed where there is a key', async () => {
  const { generateKeyPairSync } = await import('node:crypto')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const mail = await useMail()
  await setUp('email', {
    email: emailSettings(mail.port, { dkim_domain: 'print.test', dkim_selector: 'shop' }),
    dkim_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  const reply = await admin.post(`${await channelUrl('email')}test/`, { to: 'owner@print.test' })
  expect(reply.json()).toMatchObject({ is_accepted: true, said: expect.stringMatching(/taken as 1/) })
  expect(mail.received[0]?.raw).toMatch(/DKIM-Signature:[^]*d=print\.test;[^]*s=shop;/)
  // Without its domain and selector there is no signature, whatever key is kept.
  expect((await setUp('email', { email: emailSettings(mail.port) })).statusCode).toBe(200)
  await admin.post(`${await channelUrl('email')}test/`, { to: 'owner@print.test' })
  expect([mail.received.length, mail.received[1]?.raw.includes('DKIM-Signature')]).toEqual([2, false])
})

test('a signature that would be missing or that nobody could check is refused', async () => {
  const { generateKeyPairSync } = await import('node:crypto')
  const pem = { type: 'pkcs8', format: 'pem' } as const
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem).toString()
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem).toString()
  const signed = { dkim_domain: 'print.test', dkim_selector: 'shop' }
  const refused: [object, object, string][] = [
    [signed, {}, 'dkim_key'],
    [signed, { dkim_key: rsa.slice(0, 400) }, 'dkim_key'],
    [signed, { dkim_key: elliptic }, 'dkim_key'],
    [{ ...signed, dkim_selector: '' }, { dkim_key: rsa }, 'email.dkim_selector'],
    [{ ...signed, dkim_domain: '' }, { dkim_key: rsa }, 'email.dkim_domain'],
    [{}, { dkim_key: rsa }, 'email.dkim_domain'],
  ]
  const url = await channelUrl('email')
  for (const [fields, more, key] of refused) {
    const reply = await admin.patch(url, { email: emailSettings(25, fields), ...more })
    expect([key, reply.statusCode, reply.json().errors?.[0].context.key]).toEqual([key, 400, key])
  }
  const kept = await admin.patch(url, { email: emailSettings(25, signed), dkim_key: rsa })
  expect(kept.json()).toMatchObject({ has_dkim_key: true })
  // What is changed beside it needs no key again, and without its key the signature is none.
  expect((await admin.patch(url, { email: emailSettings(26, signed) })).statusCode).toBe(200)
  const removed = await admin.patch(url, { email: emailSettings(26, signed), dkim_key: null })
  expect(removed.json().errors[0].context.key).toBe('dkim_key')
})

test('a channel is set up step by step, and its secret stays with its server', async () => {
  const url = await channelUrl('sms')
  expect((await admin.patch(url, { is_active: true })).json().code).toBe('not_set_up')
  const refused = (fields: object) =>
    admin.patch(url, { provider: providerSettings('https://sms.test/', fields) })
  expect((await refused({ body: '{token}' })).statusCode).toBe(400)
  expect((await refused({ url: 'https://10.0.0.1/' })).json().errors[0].context.key).toBe('provider.url')
  expect((await refused({ headers: [{ name: 'X-A', value: 'a\r\nb: c' }] })).statusCode).toBe(400)
  await admin.patch(url, { provider: providerSettings('https://sms.test/a'), secret: 'key-2' })
  const elsewhere = await admin.patch(url, { provider: providerSettings('https://other.test/a') })
  expect(elsewhere.json().errors[0].context.key).toBe('secret')
  const tested = await admin.post(`${await channelUrl('whatsapp')}test/`, { to: '9876543210' })
  expect(tested.json().code).toBe('not_set_up')
  const entries = await api.db`select before, after from audit_entries where entity = 'message_channels'`
  expect(JSON.stringify(entries)).not.toContain('key-2')
})

test('without the key of its secret a channel is switched off and says why', async () => {
  await useProvider()
  await api.db`update message_channels set version = version + 1, secret_sealed = '\\x00' where channel = 'sms'`
  const order = await buildOrder(api.db, {
    user: (await buildUser(api.db, { email: null })).id,
    status: 'delivered',
  })
  await tellOfOrders(api.db, 'delivered', [order.id])
  await run(
    async () => (await admin.get(await channelUrl('sms'))).json<MessageChannelSetup>().off_reason !== null,
  )
  expect((await admin.get(await channelUrl('sms'))).json()).toMatchObject({
    is_active: false,
    off_reason: expect.stringMatching(/another key/),
  })
})

test('in a copy the channels are off and what waited is not sent', async () => {
  const provider = await useProvider()
  const order = await buildOrder(api.db, {
    user: (await buildUser(api.db, { email: null })).id,
    status: 'delivered',
  })
  await tellOfOrders(api.db, 'delivered', [order.id])
  expect(await switchAllOff(api.db, 'Copied.')).toEqual(['sms'])
  expect(await dropQueued(api.db, 'Not sent: copied.')).toBe(1)
  await run(() => true)
  expect(await list()).toMatchObject([{ state: 'failed', said: 'Not sent: copied.' }])
  expect(provider.received).toEqual([])
})

test('the log is for who sees customers and prices', async () => {
  const clerk = await buildClerk(api.db, ['customers'])
  const client = api.withToken(await openSession(api.db, clerk.id))
  expect((await client.get('/api/messages/')).statusCode).toBe(403)
  const both = await buildClerk(api.db, ['customers', 'prices'])
  const other = api.withToken(await openSession(api.db, both.id))
  expect((await other.get('/api/messages/')).json<{ results: Message[] }>().results).toEqual([])
  expect((await other.get('/api/message-channels/')).statusCode).toBe(403)
})
