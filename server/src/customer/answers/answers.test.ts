import type { InboundAddress } from '@our-print/contract/customer/inboundAddress.ts'
import type { MessageChannelSetup } from '@our-print/contract/customer/messageChannels.ts'
import type { MessageChoice } from '@our-print/contract/customer/messageChoice.ts'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildUser } from '../../../test/build.ts'
import { messagesOf, providerSettings } from '../../../test/messageJobs.ts'
import { tellOfOrders } from '../messages/tellFacts.queries.ts'

const api = useApi()
const [admin, provider] = [api.as('admin'), api.as(undefined)]
const { channelUrl, setUp, list } = messagesOf(api)

const form = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
const json = { 'content-type': 'application/json; charset=utf-8' }
const pathOf = ({ url }: InboundAddress) => new URL(url ?? 'http://none.test').pathname
const makeAddress = async (channel: 'sms' | 'whatsapp' | 'email') =>
  admin.post(`${await channelUrl(channel)}inbound-address/`)
let [sms, whatsapp] = ['', '']
beforeAll(async () => {
  for (const channel of ['sms', 'whatsapp'] as const) {
    const saved = await setUp(channel, { provider: providerSettings('https://sms.test/') })
    expect([saved.statusCode, saved.json()]).toMatchObject([
      200,
      { sender_field: 'From', text_field: 'Body' },
    ])
  }
  sms = pathOf((await makeAddress('sms')).json())
  whatsapp = pathOf((await makeAddress('whatsapp')).json())
})

let phones = 9612300000
const buildPhone = async () => buildUser(api.db, { mobile: `+91${phones++}`, email: null })
const report = (path: string, fields: Record<string, string>) =>
  provider.send('POST', path, new URLSearchParams(fields).toString(), form)
const say = (Body: string, { mobile }: { mobile: string }, path = sms) => report(path, { From: mobile, Body })
const choiceUrl = ({ id }: { id: string }) => `/api/users/${id}/message-choice/`
const offOf = async (user: { id: string }) =>
  (await admin.get(choiceUrl(user))).json<MessageChoice>().off.map(({ channel, reason }) => [channel, reason])

test.each(['STOP', 'stop', ' Stop. ', '"UNSUBSCRIBE"', 'unsubscribe\n'])(
  '%j turns that channel off for that customer, and no message goes by it',
  async (text) => {
    const [user, other] = [await buildPhone(), await buildPhone()]
    expect((await say(text, user)).statusCode).toBe(204)
    expect([await offOf(user), await offOf(other)]).toEqual([[['sms', 'stopped']], []])
    const order = await buildOrder(api.db, { user: user.id, status: 'delivered' })
    await tellOfOrders(api.db, 'delivered', [order.id])
    expect(await list(`order=${order.id}`)).toMatchObject([{ channel: 'whatsapp' }])
    await say(text, user, whatsapp)
    expect(await offOf(user)).toEqual([
      ['sms', 'stopped'],
      ['whatsapp', 'stopped'],
    ])
  },
)

test.each(['Please stop calling', 'STOPPED', 'Thanks!', '', 'constructor', '__proto__', '停止'])(
  'of %j no notice is taken',
  async (text) => {
    const user = await buildPhone()
    expect((await say(text, user)).statusCode).toBe(204)
    expect(await offOf(user)).toEqual([])
  },
)

test('START turns on again what was off by STOP, and nothing that somebody else turned off', async () => {
  const user = await buildPhone()
  await say('STOP', user)
  await say('START', user, whatsapp)
  expect(await offOf(user)).toEqual([['sms', 'stopped']])
  await say('start', user)
  expect(await offOf(user)).toEqual([])
  await admin.patch(choiceUrl(user), { off: ['sms'] })
  await say('STOP', user)
  await say('START', user)
  expect(await offOf(user)).toEqual([['sms', 'asked']])
})

test('what somebody says by the number that they had before they were merged counts', async () => {
  const [kept, other] = [await buildPhone(), await buildPhone()]
  expect((await admin.post(`/api/users/${kept.id}/merge/`, { other: other.id })).statusCode).toBe(201)
  await say('STOP', other)
  expect(await offOf(kept)).toEqual([['sms', 'stopped']])
  await say('START', other)
  expect(await offOf(kept)).toEqual([])
})

test('the history of the customer says that they did it', async () => {
  const user = await buildPhone()
  await say('STOP', user)
  const { results } = (await admin.get(`/api/audit/?entity_id=${user.id}`)).json<{
    results: { actor_email: string; after: { messages_off?: object } }[]
  }>()
  expect(results[0]).toMatchObject({
    actor_email: 'customer@customer.invalid',
    after: { messages_off: { sms: { reason: 'stopped' } } },
  })
})

test('numbers are found in each spelling of providers, inside of what fields the shop named', async () => {
  const national = (mobile: string) => mobile.replace('+91', '')
  const spellings: ((mobile: string) => string)[] = [
    (mobile) => mobile,
    (mobile) => mobile.replace('+', ''),
    (mobile) => `whatsapp:${mobile}`,
    (mobile) => `0${national(mobile)}`,
    (mobile) => `${mobile.slice(0, 3)} ${mobile.slice(3, 8)} ${mobile.slice(8)}`,
  ]
  for (const spell of spellings) {
    const user = await buildPhone()
    await report(sms, { From: spell(user.mobile), Body: 'STOP' })
    expect([spell(user.mobile), await offOf(user)]).toEqual([spell(user.mobile), [['sms', 'stopped']]])
  }
  const saved = await setUp('whatsapp', { sender_field: 'entry.0.from', text_field: 'entry.0.text.body' })
  expect(saved.statusCode).toBe(200)
  const user = await buildPhone()
  const from = Number(user.mobile.slice(1))
  const body = { entry: [{ from, text: { body: 'Stop' } }], object: 'whatsapp' }
  expect((await provider.send('POST', whatsapp, JSON.stringify(body), json)).statusCode).toBe(204)
  expect(await offOf(user)).toEqual([['whatsapp', 'stopped']])
  await report(whatsapp, { 'entry.0.from': user.mobile, 'entry.0.text.body': 'START' })
  expect(await offOf(user)).toEqual([])
  const refused = await setUp('whatsapp', { sender_field: 'a b' })
  expect(refused.json().errors[0].context.key).toBe('sender_field')
})

test('of messages that are reported together each counts, the last one of a number at last', async () => {
  const value = 'entry.0.changes.0.value.messages.0'
  await setUp('whatsapp', { sender_field: `${value}.from`, text_field: `${value}.text.body` })
  const [first, second, third] = [await buildPhone(), await buildPhone(), await buildPhone()]
  const said = ({ mobile }: { mobile: string }, body: string) => ({ from: mobile.slice(1), text: { body } })
  const change = (...messages: object[]) => ({ field: 'messages', value: { messages } })
  const entry = [
    { changes: [change(said(first, 'Where is it?'), said(second, 'STOP')), { value: { statuses: [] } }] },
    { changes: [change(said(third, 'STOP')), change(said(third, 'START'), said(first, 'stop'))] },
  ]
  const sent = await provider.send('POST', whatsapp, JSON.stringify({ entry }), json)
  expect(sent.statusCode).toBe(204)
  expect(await Promise.all([first, second, third].map(offOf))).toEqual([
    [['whatsapp', 'stopped']],
    [['whatsapp', 'stopped']],
    [],
  ])
})

test('known and unknown numbers, and whatever is sent, are answered alike', async () => {
  const known = await buildPhone()
  const bodies: [string, Record<string, string>][] = [
    [new URLSearchParams({ From: known.mobile, Body: 'STOP' }).toString(), form],
    [new URLSearchParams({ From: '+919999999999', Body: 'STOP' }).toString(), form],
    [new URLSearchParams({ From: 'nobody', Body: 'STOP' }).toString(), form],
    ['', form],
    ['%%%&&==', form],
    ['{"From": ', json],
    ['null', json],
    ['[1]', json],
    ['{"From": {"a": 1}, "Body": []}', json],
    ['{"__proto__": {"From": "+919999999999"}}', json],
    ['STOP', { 'content-type': 'text/plain' }],
  ]
  const answers = []
  for (const [body, headers] of bodies) {
    const { statusCode, body: text, headers: sent } = await provider.send('POST', sms, body, headers)
    answers.push([
      statusCode,
      text,
      Object.keys(sent)
        .filter((name) => !/^x-|date/.test(name))
        .toSorted(),
    ])
  }
  expect(answers[0]?.[0]).toBe(204)
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
  expect((await provider.send('POST', sms, 'x'.repeat(70_000), form)).statusCode).toBe(413)
})

test('Meta is shown that the address is the shop’s, by its challenge; a page of somebody else’s making is not', async () => {
  const ask = (path: string, more: Record<string, string>) =>
    provider.get(`${path}?${new URLSearchParams({ 'hub.verify_token': 'any', ...more }).toString()}`)
  const asked = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444' }
  const shown = await ask(whatsapp, asked)
  expect([shown.statusCode, shown.body, shown.headers['content-type']]).toEqual([
    200,
    '1158201444',
    expect.stringContaining('text/plain'),
  ])
  for (const wrong of [
    {},
    { ...asked, 'hub.mode': 'unsubscribe' },
    { ...asked, 'hub.challenge': '<b>1</b>' },
  ])
    expect((await ask(whatsapp, wrong)).statusCode).toBe(404)
  expect((await ask('/inbound/aaaaaaaaaaaaaaaaaaaaaa', asked)).statusCode).toBe(404)
})

test('an address is renewed and revoked, is not in the audit, and is for no email', async () => {
  const url = `${await channelUrl('sms')}inbound-address/`
  const user = await buildPhone()
  const renewed = (await admin.post(url)).json<InboundAddress>()
  expect((await admin.get(url)).json()).toEqual(renewed)
  expect((await say('STOP', user)).statusCode).toBe(404)
  expect(await offOf(user)).toEqual([])
  sms = pathOf(renewed)
  expect((await say('STOP', user)).statusCode).toBe(204)
  expect((await admin.delete(url)).statusCode).toBe(204)
  expect((await admin.delete(url)).statusCode).toBe(404)
  expect((await admin.get(url)).json()).toEqual({ state: 'none', url: null, created_at: null })
  expect((await say('START', user)).statusCode).toBe(404)
  expect((await makeAddress('email')).json().code).toBe('email')
  const entries = await api.db`select before, after from audit_entries where entity = 'message_channels'`
  expect(JSON.stringify(entries)).not.toContain(sms.split('/')[2])
  const shown = (await admin.get('/api/message-channels/')).json<{ results: MessageChannelSetup[] }>()
  expect(JSON.stringify(shown)).not.toContain('/inbound/')
  await api.db`update message_channels set version = version + 1, inbound_sealed = '\\x00' where channel = 'whatsapp'`
  expect((await admin.get(`${await channelUrl('whatsapp')}inbound-address/`)).json()).toMatchObject({
    state: 'lost',
    url: null,
  })
  sms = pathOf((await makeAddress('sms')).json())
})

test('guessing addresses is slowed down, and keeps no provider from its own', async () => {
  const app = await api.startApp({ publicRateLimit: 120 })
  const post = (url: string) =>
    app.inject({
      method: 'POST',
      url,
      payload: 'From=%2B919999999999&Body=STOP',
      headers: form,
      remoteAddress: '203.0.113.9',
    })
  const statuses: number[] = []
  for (let at = 0; at < 25; at++) statuses.push((await post(`/inbound/${'a'.repeat(20)}${at}`)).statusCode)
  expect(statuses).toEqual([...Array(20).fill(404), ...Array(5).fill(429)])
  expect((await post(sms)).statusCode).toBe(204)
  await app.close()
})
