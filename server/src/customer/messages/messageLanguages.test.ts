import type { Language } from '@our-print/contract/customer/languages.ts'
import type { MessageChoice } from '@our-print/contract/customer/messageChoice.ts'
import { factKinds, factRow, type Placeholder } from '@our-print/contract/customer/messageFacts.ts'
import type { MessagePreview, MessageTemplate } from '@our-print/contract/customer/messageTemplates.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildUser } from '../../../test/build.ts'
import { messagesOf, openProvider, providerSettings } from '../../../test/messageJobs.ts'
import { textsIn } from '../languages/texts.ts'
import { emailPage, renderMessage } from './renderMessage.ts'
import { tellOfOrders } from './tellFacts.queries.ts'

const api = useApi()
const admin = api.as('admin')
const { setUp, list, run } = messagesOf(api)
let provider: Awaited<ReturnType<typeof openProvider>>
beforeEach(async () => {
  await api.db`delete from messages`
  provider = await openProvider()
  expect((await setUp('sms', { provider: providerSettings(provider.url), secret: 'key-1' })).statusCode).toBe(
    200,
  )
})
afterEach(() => provider.close())

const templates = async (query = '') =>
  (await admin.get(`/api/message-templates/?limit=100&${query}`)).json<{ results: MessageTemplate[] }>()
    .results
const configure = async (fields: Partial<Configuration>) => {
  const { version: _, ...now } = (await admin.get('/api/configurations')).json<Configuration>()
  expect((await admin.put('/api/configurations', { ...now, ...fields })).statusCode).toBe(200)
}
const choose = async (user: { id: string }, fields: Partial<MessageChoice>) => {
  const reply = await admin.patch(`/api/users/${user.id}/message-choice/`, fields)
  expect([reply.statusCode, reply.json()]).toMatchObject([200, fields])
}
const settled = async () => (await list()).every(({ state }) => state !== 'queued' && state !== 'sending')
/** What a customer gets for an order that was taken or delivered. */
async function tell(user: { id: string }, fact: 'order_taken' | 'delivered', change?: object) {
  const status = fact === 'delivered' ? 'delivered' : 'confirmed'
  const order = await buildOrder(api.db, { user: user.id, status })
  if (change) await admin.patch(`/api/all-orders/${order.id}/`, change)
  await tellOfOrders(api.db, fact, [order.id])
  await run(settled)
  return (await list(`order=${order.id}`)).map(({ text }) => text ?? '')
}
const withoutIsolates = (text = '') => text.replace(/[\u2068\u2069]/g, '')

test('each language has a template of each fact, with the placeholders of English', async () => {
  const english = await templates('language=en')
  expect(english).toHaveLength(factKinds.length)
  for (const language of ['hi', 'ar'] as const) {
    const own = await templates(`language=${language}`)
    const namesIn = ({ subject, body, short }: MessageTemplate) =>
      [subject, body, short].map((text) => (text.match(/\{\w+\}/g) ?? []).toSorted())
    const ofFacts = (rows: MessageTemplate[]) =>
      Object.fromEntries(rows.map((row) => [row.fact, namesIn(row).slice(1)]))
    expect(ofFacts(own)).toEqual(ofFacts(english))
    const latin = own.flatMap(({ subject, body, short }) =>
      [subject, body, short].filter((text) => /[A-Za-z]{2}/.test(text.replace(/\{\w+\}/g, ''))),
    )
    expect(latin).toEqual([])
  }
})

test('a customer is told in their language, else in the shop’s', async () => {
  const user = await buildUser(api.db, { email: null })
  const starts = async () => withoutIsolates((await tell(user, 'delivered'))[0]).replace(/\d+/, 'N')
  const delivered: Record<Language, RegExp> = {
    en: /your order #N was delivered/,
    hi: /आपका ऑर्डर #N पहुँचा दिया गया है/,
    ar: /تم تسليم طلبك رقم N/,
  }
  expect((await admin.get(`/api/users/${user.id}/message-choice/`)).json()).toMatchObject({ language: null })
  expect(await starts()).toMatch(delivered.en)
  await configure({ language: 'hi' })
  expect(await starts()).toMatch(delivered.hi)
  await choose(user, { language: 'ar' })
  expect(await starts()).toMatch(delivered.ar)
  await choose(user, { language: 'en' })
  expect(await starts()).toMatch(delivered.en)
  await choose(user, { language: null })
  expect(await starts()).toMatch(delivered.hi)
  await configure({ language: 'en' })
  const refused = await admin.patch(`/api/users/${user.id}/message-choice/`, { language: 'xx' })
  expect(refused.statusCode).toBe(400)
})

test('amounts, times and the page behind the link are of the language', async () => {
  const user = await buildUser(api.db, { email: null })
  const fields = { promised_at: '2031-11-24T13:00:00Z' }
  const sent = () => (JSON.parse(provider.received.at(-1)?.body ?? '{}') as { text: string }).text
  const [english = ''] = await tell(user, 'order_taken', fields)
  expect(english).toContain('promised for 24 Nov 2031, 18:30')
  expect(sent()).toMatch(/\/o\/[\w-]{22}$/)
  await choose(user, { language: 'hi' })
  await tell(user, 'order_taken', fields)
  const hindi = sent()
  expect(hindi).toContain('24 नव')
  const link = /http:\/\/print\.test(\/o\/\S+)$/.exec(hindi)?.[1] ?? ''
  expect(link).toMatch(/\?lang=hi$/)
  expect((await api.as(undefined).get(link)).body).toContain('<html lang="hi">')
})

test('a shop’s own template is said in its language alone, and one that is off tells nothing', async () => {
  const user = await buildUser(api.db, { email: null })
  await choose(user, { language: 'hi' })
  const template = (await templates('language=hi')).find(({ fact }) => fact === 'delivered')
  const url = `/api/message-templates/${template?.id}/`
  expect((await admin.patch(url, { short: 'लीजिए {first_name}' })).statusCode).toBe(200)
  expect((await tell(user, 'delivered'))[0]).toMatch(/^लीजिए /)
  await choose(user, { language: 'en' })
  expect((await tell(user, 'delivered'))[0]).toContain('was delivered')
  await choose(user, { language: 'hi' })
  await admin.patch(url, { is_on: false })
  expect(await tell(user, 'delivered')).toEqual([])
})

test('a preview is filled in as its language writes amounts', async () => {
  await buildOrder(api.db, { user: (await buildUser(api.db)).id })
  const texts = { fact: 'order_taken', subject: 'x', body: '{order_total}', short: '{promised}' }
  const preview = async (body: object) =>
    (await admin.post('/api/message-templates/preview/', { ...texts, ...body })).json<MessagePreview>()
  expect((await preview({})).short).toBe('as soon as we can')
  expect((await preview({ language: 'hi' })).short).toBe('जितनी जल्दी हो सके')
})

test('a hostile name in an Arabic message is text, and turns nothing around it', async () => {
  const first_name = 'Eve\u202e\u2069\u2067\r\n<b>\u0627 {order_link}'
  const user = await buildUser(api.db, { first_name, email: null })
  await choose(user, { language: 'ar' })
  const arabic = (await templates('language=ar')).find(({ fact }) => fact === 'delivered')
  await admin.patch(`/api/message-templates/${arabic?.id}/`, { short: 'مرحبا {first_name}، شكرا' })
  await tell(user, 'delivered')
  const { text } = JSON.parse(provider.received.at(-1)?.body ?? '{}')
  expect(text).toBe('مرحبا \u2068Eve <b>\u0627 {order_link}\u2069، شكرا')
})

test('every link of every template is the plain address, in each language and part', async () => {
  const url = 'https://print.test/o/x_y-'
  const found = new Set<string>()
  for (const { fact, language, ...template } of await templates()) {
    const own = factRow(fact).placeholders
    const values = Object.fromEntries(own.map((name) => [name, name.endsWith('_link') ? url : 'x']))
    const links = own.filter((name) => name.endsWith('_link'))
    const texts = [template.body, template.short, ...links.map((name) => `{${name}}`)]
    for (const text of texts) {
      const named = links.filter((name) => text.includes(`{${name}}`))
      for (const name of named) found.add(`${name} ${language}`)
      const rendered = renderMessage(
        fact,
        { subject: '', body: text, short: text },
        values as Record<Placeholder, string>,
        textsIn(language),
      )
      const hrefs = [...rendered.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
      expect([fact, language, hrefs]).toEqual([fact, language, named.map(() => url)])
      for (const part of [rendered.text, rendered.short])
        expect(part.match(/https?:\S+/g) ?? []).toEqual(named.map(() => url))
    }
  }
  expect(found.size).toBe(2 * 3)
})

test('an Arabic email goes from right to left, with each value isolated and escaped', () => {
  const values = { first_name: '\u202e<i>Eve</i>', order_link: 'https://print.test/o/x?lang=ar' } as Record<
    Placeholder,
    string
  >
  const template = { subject: 'مرحبا {first_name}', body: 'مرحبا {first_name}\n\n{order_link}', short: '' }
  const rendered = renderMessage('delivered', template, values, textsIn('ar'))
  expect(rendered.subject).toBe('مرحبا \u2068<i>Eve</i>\u2069')
  expect(rendered.html).toContain('<b>\u2068&lt;i&gt;Eve&lt;/i&gt;\u2069</b>')
  // A mail program would take what follows an address for a part of it.
  expect(rendered.text).toMatch(/\n\nhttps:\/\/print\.test\/o\/x\?lang=ar$/)
  expect(emailPage(rendered, '', 'ar')).toContain('<html lang="ar" dir="rtl">')
  expect(rendered.html.match(/<p dir="rtl"/g)).toHaveLength(2)
  const marked = { ...template, body: 'See <https://shop.test/?a=1&b=2>, "https://shop.test/x".' }
  const { html } = renderMessage('delivered', marked, values, textsIn('en'))
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    'https://shop.test/?a=1&amp;b=2',
    'https://shop.test/x',
  ])
  const english = renderMessage('delivered', template, { ...values, first_name: 'Eve' }, textsIn('en'))
  expect(english.subject).toBe('مرحبا Eve')
  expect(english.html).not.toContain('dir=')
})
