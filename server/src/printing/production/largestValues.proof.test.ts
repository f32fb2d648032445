import { mostRupees } from '@our-print/contract/values.ts'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { address, buildOrder, buildUser } from '../../../test/build.ts'
import { buildPrinter, buildPrintJob, buildStockItem } from '../../../test/buildPrinting.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'

// The largest values that requests may have, entered again and again: no sum of them ends a list for everybody.

const api = useApi()
const admin = api.as('admin')

/** The largest order: 20 files of 5,000 pages, 1,000 times. */
const [pages, copies] = [100_000, 1000]
/** So many make more than an integer of the database holds. */
const times = 22

async function expectAnswers(urls: string[]) {
  for (const url of urls) expect([url, (await admin.get(url)).statusCode]).toEqual([url, 200])
}

test('of impressions, sheets and costs', async () => {
  const printer = await buildPrinter(api.db, { click_bw: 100_000, click_color: 100_000 })
  const paper = await buildStockItem(api.db, { is_default: true })
  await admin.post(`/api/stock/${paper.id}/entries/`, { kind: 'delivery', quantity: 1, price: 10_000 })
  const { id } = await buildOrder(api.db)
  await api.db`update orders set version = version + 1, ${api.db({ copies, impressions: pages, binding: 'hard' })}
    where id = ${id}`
  const { version: _, ...costs } = (await admin.get('/api/production-costs/')).json()
  const binding = { none: 10_000, staple: 10_000, spiral: 10_000, hard: 10_000 }
  expect((await admin.put('/api/production-costs/', { ...costs, binding })).statusCode).toBe(200)
  const job = { order: id, printer: printer.id, color: 'color', impressions: pages, copies } as const
  for (let made = 0; made < times; made++) {
    await buildPrintJob(api.db, {
      ...job,
      color_impressions: pages,
      cover: true,
      impressions_wasted: made % 2,
    })
    await buildPrintJob(api.db, { ...job, state: 'held' })
  }
  const all = ['by=day', 'by=printer'].map((query) => `/api/production/?${query}`)
  await expectAnswers([
    ...all,
    ...all.map((url) => `${url}&format=csv`),
    ...['order', 'customer', 'company', 'month'].map((by) => `/api/margins/?by=${by}&query=e`),
    '/api/production-summary/',
    `/api/all-orders/${id}/production/`,
    `/api/print-jobs/of-order/${id}/`,
    `/api/print-jobs/proposal/?order=${id}`,
    '/api/print-jobs/',
    '/api/floor/',
    '/api/stock/',
    '/api/stock-warnings/?paper_size=A4&sheets=100000000',
  ])
  const [day] = (await admin.get('/api/production/')).json().results
  expect(day).toMatchObject({ printed: times * pages * copies - times / 2, wasted: times / 2 })
  await api.db`select recount_production()`
  expect((await admin.get('/api/production/')).json().results[0]).toEqual(day)
})

test('of what is in stock, and of days that it lasts', async () => {
  const { id } = await buildStockItem(api.db, { paper_size: 'A3', is_default: true })
  const enter = (body: object) => admin.post(`/api/stock/${id}/entries/`, body)
  for (let made = 0; made < 3; made++)
    await enter({ kind: 'delivery', quantity: 1_000_000_000, price: mostRupees })
  // Three thousand million sheets, of which one was used today.
  await buildPrintJob(api.db, { paper_size: 'A3', impressions: 1 })
  expect((await admin.get(`/api/stock/${id}/`)).json()).toMatchObject({
    amount: 2_999_999_999,
    used_recently: 1,
    days_left: 2_999_999_999,
  })
  await expectAnswers(['/api/stock/', '/api/stock-warnings/'])
  const dear = await enter({ kind: 'delivery', quantity: 10, price: 100_000.01 })
  expect([dear.statusCode, dear.json().errors]).toEqual([
    400,
    [{ message: 'At most ₹10,000 for one sheet or side', context: { key: 'price' } }],
  ])
  expect((await enter({ kind: 'delivery', quantity: 10, price: 100_000 })).statusCode).toBe(201)
})

test('of coins', async () => {
  const { id } = await buildUser(api.db)
  const configuration = (await admin.get('/api/configurations')).json()
  await admin.put('/api/configurations', { ...configuration, coins_per_100_rupees: mostRupees })
  const order = await buildOrder(api.db, { user: id, status: 'out-for-delivery', amount: mostRupees * 100 })
  await admin.patch(`/api/all-orders/${order.id}/`, { status: 'delivered' })
  await expectAnswers([
    '/api/users/',
    `/api/users/${id}/`,
    `/api/get-user-coin-info/?user_id=${id}`,
    '/api/all-orders/',
  ])
  expect((await admin.get(`/api/users/${id}/`)).json().coins).toBeGreaterThan(mostRupees)
  expect((await admin.patch(`/api/users/${id}/`, { first_name: 'Rich' })).statusCode).toBe(200)
  await admin.put('/api/configurations', configuration)
})

test('an order that costs more than anything may is refused with a sentence', async () => {
  const configuration = (await admin.get('/api/configurations')).json()
  const dear = { bw: { single: 1e6, double: 1e6 }, color: { single: 1e6, double: 1e6 } }
  await admin.put('/api/configurations', { ...configuration, price_per_page: dear, delivery_fee: 0 })
  const user = (await buildUser(api.db)).id
  const create = (copies: number) =>
    makePdf(1).then((pdf) =>
      admin.upload('/api/all-orders/', orderForm({ user, title: 'Dear', address, copies }, { 'a.pdf': pdf })),
    )
  const refused = await create(101)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { message: 'This would cost more than ₹10,00,00,000. Order less at once.' },
  ])
  expect((await create(100)).json()).toMatchObject({ amount: mostRupees })
  await expectAnswers(['/api/all-orders/'])
  await admin.put('/api/configurations', configuration)
})
