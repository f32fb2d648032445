import { codesPerHour, codeTries, type OrderRequest } from '@our-print/contract/customer/orderRequests.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildUser } from '../../../test/build.ts'
import { hiddenFields } from '../../../test/hiddenFields.ts'
import {
  emailSettings,
  messagesOf,
  openMailServer,
  openProvider,
  providerSettings,
} from '../../../test/messageJobs.ts'
import { makePdf } from '../../../test/pdf.ts'
import { sweepUploads } from '../../orders/orderFiles.queries.ts'
import { claimDue } from '../messages/messages.queries.ts'
import { tellOfOrders } from '../messages/tellFacts.queries.ts'
import { sweep } from './confirmations.queries.ts'

const api = useApi()
const [admin, visitor] = [api.as('admin'), api.as(undefined)]
const { setUp, list, run } = messagesOf(api)

let pdf: Buffer
let provider: Awaited<ReturnType<typeof openProvider>>
let mail: Awaited<ReturnType<typeof openMailServer>>
beforeAll(async () => {
  pdf = await makePdf(2)
  provider = await openProvider()
  mail = await openMailServer()
  await setUp('sms', { provider: providerSettings(provider.url), secret: 'key' })
  await setUp('email', { email: emailSettings(mail.port), is_active: false })
  const { version: _, ...now } = (await admin.get('/api/configurations')).json<Configuration>()
  const saved = await admin.put('/api/configurations', { ...now, order_intake: 'open' })
  expect(saved.statusCode).toBe(200)
})
afterAll(async () => {
  await Promise.all([provider.close(), mail.close()])
})
// All tests ask from one network.
beforeEach(async () => {
  await api.db`update request_confirmations set network = id::text`
})

let phones = 9712300000
const newPhone = () => String(phones++)
function formOf(fields: Record<string, string>, files: Record<string, Buffer> = {}) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  for (const [name, bytes] of Object.entries(files))
    form.append('files', new Blob([new Uint8Array(bytes)]), name)
  return form
}
const send = (url: string, form: FormData) => visitor.upload(url, form, { 'sec-fetch-site': 'same-origin' })
/** What the form has once a file is there. */
const begin = async () =>
  hiddenFields((await send('/order', formOf({ step: 'price' }, { 'a.pdf': pdf }))).body)
const sendForm = (begun: Record<string, string>, who: Record<string, string>) =>
  send('/order', formOf({ ...begun, name: 'Meena Iyer', email: '', step: 'send', ...who }))

type Asked = { page: string; proof: string; id: string; mobile: string }
async function ask(mobile = newPhone(), more: Record<string, string> = {}): Promise<Asked> {
  const reply = await sendForm(await begin(), { mobile, ...more })
  expect([reply.statusCode, reply.body]).toEqual([303, ''])
  const page = String(reply.headers.location)
  const proof = new URL(page, 'http://print.test').searchParams.get('proof') ?? ''
  return { page, proof, id: proof.split('?')[0] ?? '', mobile: `+91${mobile}` }
}
const messageOf = async (id: string) => {
  const [message] = await api.db<{ id: string; state: string; text: string; subject: string }[]>`
    select id, state, text, subject from messages where confirmation_id = ${id} order by fact_version desc limit 1`
  return message
}
/** Sends what waits, and reads the code on the visitor's phone. */
async function codeOf({ id }: Asked): Promise<string> {
  await run(async () => (await messageOf(id))?.state === 'sent')
  const message = await messageOf(id)
  const sent = provider.received
    .map(({ body }) => JSON.parse(body) as { id: string; text: string })
    .findLast((one) => one.id === message?.id)
  return /\d{6}/.exec(sent?.text ?? '')?.[0] ?? 'none'
}
const confirm = ({ proof }: Pick<Asked, 'proof'>, code: string) =>
  send('/order/confirm', formOf({ proof, code, step: 'confirm' }))
const renew = ({ proof }: Asked) => send('/order/confirm', formOf({ proof, step: 'new' }))
/** Quiet hours around this one. */
async function quietNow() {
  const [hours] = await api.db<[{ quiet_from: string; quiet_until: string }]>`
    select to_char(at - interval '2 hours', 'HH24:MI') as quiet_from, to_char(at + interval '2 hours', 'HH24:MI') as quiet_until
    from (select now() at time zone (select time_zone from shop_clock) as at) clock`
  return hours
}
/** Another code of six digits. */
const not = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const requestsOf = async ({ mobile }: Asked) =>
  (await admin.get(`/api/order-requests/?query=${encodeURIComponent(mobile)}`)).json<{
    results: OrderRequest[]
  }>().results
const filesOf = async ({ id }: Asked) =>
  (
    await api.db`select f.id from order_files f join request_confirmations v on f.id = any(v.files) where v.id = ${id}`
  ).length

test('the shop sees a request only when the code from the phone was typed', async () => {
  const asked = await ask()
  const page = await visitor.get(asked.page)
  expect(page.body).toContain(asked.mobile)
  expect(page.body).toMatch(/<input id="code"[^>]*inputmode="numeric" autocomplete="one-time-code"/)
  expect(page.body).not.toContain('<script')
  const open = async () =>
    (await admin.get('/api/profile/')).json<{ requests_open?: number }>().requests_open ?? 0
  const before = await open()
  const code = await codeOf(asked)
  expect(code).toMatch(/^\d{6}$/)
  expect([await requestsOf(asked), await open()]).toEqual([[], before])
  // As a phone in Hindi types it.
  const typed = code.replace(/\d/g, (digit) => String.fromCharCode(0x966 + Number(digit)))
  const reply = await confirm(asked, `${typed.slice(0, 3)} ${typed.slice(3)}`)
  expect(reply.statusCode).toBe(303)
  const [request] = await requestsOf(asked)
  expect((await visitor.get(String(reply.headers.location))).body).toContain(
    `We have your request ${request?.number}`,
  )
  expect(request).toMatchObject({
    status: 'open',
    name: 'Meena Iyer',
    wanted: { title: 'a' },
    files: [{ name: 'a.pdf' }],
  })
  expect(await open()).toBe(before + 1)
})

describe('a code that is', () => {
  const cases: [string, (asked: Asked, code: string) => Promise<string>, RegExp][] = [
    ['wrong', async (_, code) => not(code), /not the code that we sent last/],
    ['empty', async () => '', /not the code that we sent last/],
    [
      'replaced by a newer one',
      async (asked, code) => {
        expect((await renew(asked)).statusCode).toBe(303)
        const next = await codeOf(asked)
        return next === code ? not(code) : code
      },
      /not the code that we sent last/,
    ],
    [
      'replaced by one that was not sent yet',
      async (asked, code) => {
        await renew(asked)
        return code
      },
      /not the code that we sent last/,
    ],
    [
      'exhausted',
      async (asked, code) => {
        for (let tries = 0; tries < codeTries; tries++) await confirm(asked, not(code))
        return code
      },
      /wrong too often/,
    ],
    [
      'expired',
      async (asked, code) => {
        await api.db`update request_confirmations set expires_at = now() where id = ${asked.id}`
        return code
      },
      /has run out/,
    ],
    [
      'someone else’s',
      async () => {
        const other = await ask()
        return codeOf(other)
      },
      /not the code that we sent last/,
    ],
  ]
  test.each(cases)('%s confirms nothing, and says why', async (name, codeToType, words) => {
    const asked = await ask()
    const right = await codeOf(asked)
    const typed = await codeToType(asked, right)
    // One in a million codes is that of the neighbour.
    if (name === 'someone else’s' && typed === right) return
    const reply = await confirm(asked, typed)
    expect([reply.statusCode, reply.body]).toEqual([
      name === 'expired' ? 410 : 400,
      expect.stringMatching(words),
    ])
    expect(await requestsOf(asked)).toEqual([])
  })

  test('used already makes no second request, for nobody', async () => {
    const [asked, other] = [await ask(), await ask()]
    const code = await codeOf(asked)
    await confirm(asked, code)
    const again = await confirm(asked, code)
    expect(again.body).toContain('Thank you')
    expect(await requestsOf(asked)).toHaveLength(1)
    await codeOf(other)
    expect((await confirm({ proof: other.proof.replace(other.id, asked.id) }, code)).statusCode).toBe(403)
  })

  test('typed ten times at once confirms once; wrong ones at once are all counted', async () => {
    const asked = await ask()
    const code = await codeOf(asked)
    const replies = await Promise.all(Array.from({ length: 10 }, () => confirm(asked, code)))
    expect(replies.filter(({ statusCode }) => statusCode === 303)).toHaveLength(1)
    expect(await requestsOf(asked)).toHaveLength(1)
    const other = await ask()
    const right = await codeOf(other)
    await Promise.all(Array.from({ length: 10 }, () => confirm(other, not(right))))
    const [{ tries }] = await api.db<[{ tries: number }]>`
      select tries from request_confirmations where id = ${other.id}`
    expect(tries).toBe(codeTries)
    expect((await confirm(other, right)).statusCode).toBe(400)
  })
})

test('after too many wrong ones a new code works', async () => {
  const asked = await ask()
  const code = await codeOf(asked)
  for (let tries = 0; tries < codeTries; tries++) await confirm(asked, not(code))
  const reply = await renew(asked)
  expect((await visitor.get(String(reply.headers.location))).body).toContain('A new code is on its way')
  expect((await confirm(asked, await codeOf(asked))).statusCode).toBe(303)
})

test('a code is in no table, only its hash with a key, and the log of messages hides it', async () => {
  const asked = await ask()
  const code = await codeOf(asked)
  const [row] = await api.db`select * from request_confirmations where id = ${asked.id}`
  expect(row?.['code_hash']).toHaveLength(32)
  const [logged] = await list('fact=order_code')
  expect(logged).toMatchObject({ user: null, user_name: 'Meena Iyer', address: asked.mobile })
  expect(logged?.text).toContain('••••••')
  expect(JSON.stringify([row, logged])).not.toContain(code)
  expect((await admin.post(`/api/messages/${logged?.id}/send-again/`)).statusCode).toBe(409)
})

test('codes to one phone, and for one network, are few, also at once', { tags: ['proof'] }, async () => {
  const mobile = newPhone()
  const forms = await Promise.all(Array.from({ length: codesPerHour.address + 3 }, () => begin()))
  const replies = await Promise.all(forms.map((begun) => sendForm(begun, { mobile })))
  const statuses = replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
  expect(statuses).toEqual([...Array(codesPerHour.address).fill(303), ...Array(3).fill(429)])
  const first = replies.find(({ statusCode }) => statusCode === 303)
  const proof = new URL(String(first?.headers.location), 'http://print.test').searchParams.get('proof') ?? ''
  expect((await renew({ proof } as Asked)).statusCode).toBe(429)
  const asked = await ask()
  await api.db`
    insert into messages (fact, confirmation_id, about, fact_version, channel, language, state)
    select 'order_code', ${asked.id}, ${asked.id}, 100 + n, 'sms', 'en', 'sent' from generate_series(1, ${codesPerHour.network}::int) n`
  expect((await sendForm(await begin(), { mobile: newPhone() })).statusCode).toBe(429)
})

test('the same form sent twice has one code, and its files make one request', async () => {
  const begun = await begin()
  const mobile = newPhone()
  const replies = await Promise.all([1, 2, 3].map(() => sendForm(begun, { mobile })))
  const ids = replies.map(({ headers }) => /proof=([0-9a-f-]{36})/.exec(String(headers.location))?.[1])
  expect(new Set(ids).size).toBe(1)
  expect(await api.db`select from messages where confirmation_id = ${ids[0] ?? ''}`).toHaveLength(1)
  // Another phone for these files: who confirms first has them.
  const other = await sendForm(begun, { mobile: newPhone() })
  const proofs = [replies[0], other].map(
    (reply) => new URL(String(reply?.headers.location), 'http://print.test').searchParams.get('proof') ?? '',
  )
  const done: number[] = []
  for (const proof of proofs) {
    const code = await codeOf({ id: proof.split('?')[0] } as Asked)
    done.push((await confirm({ proof }, code)).statusCode)
  }
  expect(done).toEqual([303, 409])
})

test('files wait as long as the code, and go with it', async () => {
  const [asked, done] = [await ask(), await ask()]
  await confirm(done, await codeOf(done))
  await api.db`update order_files set created_at = now() - interval '3 days'`
  await sweepUploads(api.db)
  await sweep(api.db)
  expect(await filesOf(asked)).toBe(1)
  await api.db`update request_confirmations set expires_at = now() where id in ${api.db([asked.id, done.id])}`
  await sweep(api.db)
  expect([await filesOf(asked), await filesOf(done)]).toEqual([0, 1])
  expect((await renew(asked)).statusCode).toBe(409)
  expect((await visitor.get(asked.page)).statusCode).toBe(410)
  await api.db`
    update request_confirmations set expires_at = now() - interval '2 hours' where id in ${api.db([asked.id, done.id])}`
  await sweep(api.db)
  expect(await api.db`select from messages where confirmation_id = ${asked.id}`).toEqual([])
  expect((await visitor.get(asked.page)).statusCode).toBe(404)
  expect((await requestsOf(done))[0]?.files).toHaveLength(1)
})

test('a customer’s phone is answered like every other, also one that has stopped messages', async () => {
  const mobile = newPhone()
  const customer = await buildUser(api.db, { mobile: `+91${mobile}` })
  await admin.patch(`/api/users/${customer.id}/message-choice/`, { channel: 'none', off: ['sms'] })
  const [known, unknown] = [await ask(mobile), await ask()]
  const pageOf = async ({ page, mobile }: Asked) =>
    (await visitor.get(page)).body.replaceAll(mobile, '').replaceAll(/value="[^"]*"/g, '')
  expect(await pageOf(known)).toBe(await pageOf(unknown))
  expect((await confirm(known, await codeOf(known))).statusCode).toBe(303)
})

test('a program that asks by the API gets the page of the code, and no request', async () => {
  const mobile = newPhone()
  const request = JSON.stringify({ name: 'A', mobile, wanted: { title: 'Poster', pickup: true } })
  const reply = await visitor.upload('/api/order-requests/', formOf({ request }, { 'p.pdf': pdf }))
  expect([reply.statusCode, reply.json().number]).toEqual([201, null])
  const { searchParams } = new URL(reply.json<{ confirmation: string }>().confirmation)
  const proof = searchParams.get('proof') ?? ''
  const asked = { proof, id: proof.split('?')[0] ?? '', mobile: `+91${mobile}`, page: '' }
  expect(await requestsOf(asked)).toEqual([])
  await confirm(asked, await codeOf(asked))
  expect(await requestsOf(asked)).toHaveLength(1)
})

test('a code is sent in quiet hours, before what waits, and a lost answer is not tried again', async () => {
  const { id: user } = await buildUser(api.db, { email: null })
  const order = await buildOrder(api.db, { user, status: 'delivered' })
  await tellOfOrders(api.db, 'delivered', [order.id])
  const asked = await ask()
  const undo = new Error('undo')
  const claiming = api.db.begin(async (tx) => {
    expect(await claimDue(tx, 'sms', 1)).toMatchObject([{ fact: 'order_code' }])
    throw undo
  })
  await expect(claiming).rejects.toBe(undo)
  await setUp('sms', { ...(await quietNow()) })
  expect(await codeOf(asked)).toMatch(/^\d{6}$/)
  expect(await list('fact=delivered')).toMatchObject([{ state: 'queued' }])
  await api.db`delete from messages where fact = 'delivered'`
  await setUp('sms', { quiet_from: null, quiet_until: null })
  const broken = await openProvider((response) => void response.destroy())
  await setUp('sms', { provider: providerSettings(broken.url), secret: 'key' })
  const lost = await ask()
  await run(async () => (await messageOf(lost.id))?.state === 'failed')
  expect(broken.received).toHaveLength(1)
  await broken.close()
  await setUp('sms', { provider: providerSettings(provider.url), secret: 'key' })
})

test('by email it goes to the email, which is then needed; without a channel the form works without a code', async () => {
  await setUp('sms', { is_active: false })
  await setUp('email', {})
  const mobile = newPhone()
  const refused = await sendForm(await begin(), { mobile })
  expect([refused.statusCode, refused.body.includes('id="email-error"')]).toEqual([400, true])
  const asked = await ask(mobile, { email: 'meena@print.test' })
  await run(async () => (await messageOf(asked.id))?.state === 'sent')
  const raw = mail.received.findLast(({ to }) => to.includes('meena@print.test'))?.raw ?? ''
  const code = /Subject: .*?(\d{6})/.exec(raw)?.[1] ?? ''
  expect(raw).not.toContain('unsubscribe')
  expect((await confirm(asked, code)).statusCode).toBe(303)
  const templates = (await admin.get('/api/message-templates/?query=order_code')).json<{
    results: { id: string }[]
  }>()
  const [template = '', ...inOtherLanguages] = templates.results.map(
    ({ id }) => `/api/message-templates/${id}/`,
  )
  const nameless = await admin.patch(template, { short: 'No code here' })
  expect(nameless.json().errors[0].message).toBe('It must say {code}')
  for (const each of inOtherLanguages) await admin.patch(each, { is_on: false })
  expect((await sendForm(await begin(), { mobile: newPhone(), email: 'a@print.test' })).statusCode).toBe(303)
  await admin.patch(template, { is_on: false })
  expect((await sendForm(await begin(), { mobile: newPhone() })).statusCode).toBe(201)
  await admin.patch(template, { is_on: true })
  await setUp('email', { is_active: false })
  expect((await sendForm(await begin(), { mobile: newPhone() })).statusCode).toBe(201)
})
