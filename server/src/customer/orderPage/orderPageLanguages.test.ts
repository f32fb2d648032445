import { gzipSync } from 'node:zlib'
import type { OrderLink, OrderPage } from '@our-print/contract/customer/orderPage.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { address, buildUser } from '../../../test/build.ts'
import { englishLeft } from '../../../test/englishLeft.ts'
import { hiddenFields } from '../../../test/hiddenFields.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'
import { until } from '../../../test/until.ts'

const api = useApi()
const [admin, courier, visitor] = [api.as('admin'), api.as('staff'), api.as(undefined)]
let pdf: Buffer
beforeAll(async () => {
  pdf = await makePdf(3, { margin: 2 })
})

const configure = async (fields: Partial<Configuration>) => {
  const { version: _, ...now } = (await admin.get('/api/configurations')).json<Configuration>()
  expect((await admin.put('/api/configurations', { ...now, ...fields })).statusCode).toBe(200)
}
async function takeIn(fields: object = {}): Promise<{ order: Order; path: string }> {
  const user = await buildUser(api.db)
  const form = orderForm({ user: user.id, title: 'Thesis', address, ...fields }, { 'thesis.pdf': pdf })
  const order = (await admin.upload('/api/all-orders/', form)).json<Order>()
  const { url } = (await admin.post(`/api/all-orders/${order.id}/customer-link/`)).json<OrderLink>()
  return { order, path: new URL(url ?? '').pathname }
}
async function checked(path: string): Promise<OrderPage> {
  const json = async () => (await visitor.get(`/api/order-page/${path.split('/')[2]}/`)).json<OrderPage>()
  await visitor.get(path)
  await until('the file is checked', async () => ((await json()).files[0]?.warnings.length ?? 0) > 0)
  return json()
}
const move = async ({ id }: Order, body: object, by = courier) =>
  expect((await by.patch(`/api/all-orders/${id}/`, body)).statusCode).toBe(200)
const send = (path: string, fields: Record<string, string | number | Blob>, headers = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'number' ? String(value) : value)
  return visitor.upload(path, form, { 'sec-fetch-site': 'same-origin', ...headers })
}
const names = [
  'Our Print',
  'Thesis',
  'thesis.pdf',
  'thesis',
  'Ravi',
  'PDF',
  'PNG',
  'JPEG',
  'QR',
  'A4',
  'Letter',
  'dpi',
]

test('the page is in the language of its address, of the browser, or of the shop', async () => {
  const { path } = await takeIn()
  const read = async (query = '', header?: string) => {
    const reply = await visitor.get(path + query, header === undefined ? {} : { 'accept-language': header })
    expect([reply.statusCode, reply.headers['vary']]).toEqual([
      200,
      expect.stringContaining('accept-language'),
    ])
    expect(reply.headers['set-cookie']).toBeUndefined()
    return [reply.headers['content-language'], /<html[^>]*>/.exec(reply.body)?.[0]]
  }
  const [english, hindi, arabic] = [
    ['en', '<html lang="en">'],
    ['hi', '<html lang="hi">'],
    ['ar', '<html lang="ar" dir="rtl">'],
  ]
  expect(await read()).toEqual(english)
  expect(await read('', 'hi-IN,en;q=0.8')).toEqual(hindi)
  expect(await read('?lang=ar', 'hi-IN')).toEqual(arabic)
  expect(await read('?lang=xx', 'fr')).toEqual(english)
  expect(await read('?lang=hi&lang=ar', 'fr')).toEqual(english)
  await configure({ language: 'hi' })
  onTestFinished(() => configure({ language: 'en' }))
  expect(await read('', 'fr')).toEqual(hindi)
  expect(await read('', 'en-GB')).toEqual(english)
  // Programs get English.
  const json = await visitor.get(`/api/order-page/${path.split('/')[2]}/`, { 'accept-language': 'ar' })
  expect(json.json<OrderPage>().steps[0]?.text).toBe('Order taken')
})

test('each language has a tag of its own', async () => {
  const { path } = await takeIn()
  await checked(path)
  const read = (language: string, tag?: string) =>
    visitor.get(path, { 'accept-language': language, ...(tag && { 'if-none-match': tag }) })
  const tags = await Promise.all(
    ['en', 'hi', 'ar'].map(async (each) => String((await read(each)).headers.etag)),
  )
  expect(new Set(tags).size).toBe(3)
  const again = await read('ar', tags[2])
  expect([again.statusCode, again.headers['vary']]).toEqual([304, expect.stringContaining('accept-language')])
  expect((await read('ar', tags[0])).statusCode).toBe(200)
})

test.each(['hi', 'ar'])(
  'nothing of the page is left in English in %s, at each step',
  { tags: ['proof'] },
  async (language) => {
    const { order, path } = await takeIn({
      copies: 2,
      binding: 'spiral',
      promised_at: '2031-01-01T10:00:00Z',
    })
    const left = async (query = '') => {
      const { body } = await visitor.get(`${path}?lang=${language}${query}`)
      expect(gzipSync(body).length).toBeLessThan(10 * 1024)
      return englishLeft(body, names)
    }
    await checked(path)
    const done = ['approve', 'files', 'note', 'recipient', 'cancelled', 'asked', 'again', 'report']
    for (const each of done) expect([each, await left(`&done=${each}`)]).toEqual([each, []])
    await admin.patch(`/api/all-orders/${order.id}/`, { promised_at: '2031-01-02T10:00:00Z' })
    expect(await left()).toEqual([])
    await move(order, { assigned_user: api.people.staff.id }, admin)
    await move(order, { status: 'out-for-delivery' })
    expect(await left()).toEqual([])
    await move(order, { status: 'delivered' })
    expect(await left()).toEqual([])
    expect((await send(`${path}/again?lang=${language}`, { version: 1, message: '' })).statusCode).toBe(303)
    expect(await left()).toEqual([])
    await api.db`update orders set version = version + 1, pay_by = 'on_account' where id = ${order.id}`
    expect(await left()).toEqual([])
    const fetched = await takeIn({ pickup: true, address: null })
    await move(fetched.order, { is_ready: true }, admin)
    expect(englishLeft((await visitor.get(`${fetched.path}?lang=${language}`)).body, names)).toEqual([])
    await move(fetched.order, { status: 'cancelled', note: 'No' }, admin)
    expect(englishLeft((await visitor.get(`${fetched.path}?lang=${language}`)).body, names)).toEqual([])
  },
)

test('a language that was chosen stays through an act, its question and its refusal', async () => {
  const { order, path } = await takeIn()
  const { body } = await visitor.get(`${path}?lang=hi`)
  const forms = [...body.matchAll(/action="([^"]*)"/g)].map(([, address]) => address)
  expect(forms.length).toBeGreaterThan(2)
  for (const each of forms) expect(each).toMatch(/\?lang=hi$/)
  const asked = await send(`${path}/files?lang=hi`, {
    version: order.version,
    place: 1,
    files: new File([new Uint8Array(pdf)], 'thesis.pdf'),
  })
  expect([asked.statusCode, englishLeft(asked.body, names)]).toEqual([200, []])
  expect(asked.body).toContain(`action="${path}/confirm?lang=hi"`)
  expect(asked.body).toContain('किनारे से 5 मि.मी.')
  const noted = await send(`${path}/note?lang=hi`, { version: order.version, note: 'Ring' })
  expect(noted.headers.location).toBe(`${path}?lang=hi&done=note`)
  const stale = await send(`${path}/cancel?lang=hi`, { version: order.version })
  expect([stale.statusCode, englishLeft(stale.body, names)]).toEqual([409, []])
  expect(stale.body).toContain('इस बीच आपका ऑर्डर बदल गया है')
  expect(stale.body).toContain(`href="${path}?lang=hi"`)
  // The history is for the office.
  await checked(path)
  const { findings = '' } = hiddenFields((await visitor.get(`${path}?lang=hi`)).body)
  await send(`${path}/approve?lang=hi`, { version: 2, findings })
  const { history } = (await admin.get(`/api/all-orders/${order.id}/`)).json<Order>()
  expect(history?.at(-1)?.note).toContain('content within 5 mm of the edge')
})

test('a page that is not there, and a refusal without a translation, are told in the language, too', async () => {
  const missing = await visitor.get('/o/AAAAAAAAAAAAAAAAAAAAAA', { 'accept-language': 'ar' })
  expect([missing.statusCode, englishLeft(missing.body, names)]).toEqual([404, []])
  expect(missing.body).toContain('dir="rtl"')
  const { path } = await takeIn()
  const odd = await send(`${path}/note?lang=ar`, { version: 1, note: 'x', colour: 'red' })
  expect([odd.statusCode, englishLeft(odd.body, names)]).toEqual([400, []])
  expect(odd.body).toContain('<span lang="en" dir="ltr">This field is not known</span>')
  await configure({ language: 'hi' })
  onTestFinished(() => configure({ language: 'en' }))
  expect((await visitor.get('/o/AAAAAAAAAAAAAAAAAAAAAA')).body).toContain('<html lang="hi">')
})
