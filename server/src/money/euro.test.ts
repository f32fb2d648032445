import type { OrderLink, OrderPage } from '@our-print/contract/customer/orderPage.ts'
import { setCurrency, usualCurrency } from '@our-print/contract/money/currency.ts'
import type { InvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import type { Invoice, InvoiceFile } from '@our-print/contract/money/invoices.ts'
import type { Upload } from '@our-print/contract/orders/orderFiles.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Quote } from '@our-print/contract/orders/quotes.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { address, buildStaff, buildUser } from '../../test/build.ts'
import { faultsOfCii, faultsOfUbl, isNoRounding } from '../../test/invoiceRules.ts'
import { orderForm } from '../../test/orderForm.ts'
import { makePdf } from '../../test/pdf.ts'
import { readCii, readUbl, readXml } from '../../test/readInvoices.ts'
import { textOfPdf } from '../../test/textOfPdf.ts'
import { get } from './invoices/invoices.queries.ts'
import { writeCii } from './invoices/writeCii.ts'

// A shop whose amounts are in euro, as CURRENCY=EUR makes it.

const api = useApi()
const [admin, visitor] = [api.as('admin'), api.as(undefined)]
const iban = 'DE89370400440532013000'
const rupees = /₹|INR|\bRs\b/

let pdf: Buffer
let order: Order

beforeAll(async () => {
  setCurrency('EUR')
  pdf = await makePdf(3)
  const { version: _, ...now } = (await admin.get('/api/configurations')).json<Configuration>()
  const paidBy = { payee_name: 'Our Print', payee_address: 'shop@bank', payee_iban: iban }
  expect((await admin.put('/api/configurations', { ...now, ...paidBy })).statusCode).toBe(200)
  const settings = (await admin.get('/api/invoice-settings')).json<InvoiceSettings>()
  const seller = { ...settings.seller, name: 'Our Print', country_code: 'DE', registration: 'DE123456789' }
  expect((await admin.put('/api/invoice-settings', { ...settings, seller })).statusCode).toBe(200)
  const user = (await buildUser(api.db)).id
  const lines = [{ text: 'Typing', quantity: 2, price: 10.5 }]
  const form = orderForm({ user, title: 'Thesis', address, lines }, { 'thesis.pdf': pdf })
  const reply = await admin.upload('/api/all-orders/', form)
  expect([reply.statusCode, reply.json()]).toMatchObject([201, { payable: 67 }])
  order = reply.json()
})
afterAll(() => setCurrency(usualCurrency))

const linkOf = async ({ id }: Order) =>
  (await admin.post(`/api/all-orders/${id}/customer-link/`)).json<OrderLink>().url?.split('/').at(-1)

test('a customer reads euro in each language, and pays by a transfer in euro', async () => {
  const code = await linkOf(order)
  const page = await visitor.get(`/api/order-page/${code}/`)
  const lines = page.json<OrderPage>().payment_code?.split('\n') ?? []
  expect([lines[0], lines[6], lines[7]]).toEqual(['BCD', iban, 'EUR67.00'])
  for (const language of ['en', 'hi', 'ar']) {
    const { body } = await visitor.get(`/o/${code}?lang=${language}`)
    expect(body).toMatch(/€\s?67\.00|67\.00\s?€/)
    expect(body).not.toMatch(rupees)
  }
})

test('an invoice is in euro on paper and by EN 16931', { tags: ['proof'] }, async () => {
  const reply = await admin.post('/api/invoices/', { order: order.id })
  expect([reply.statusCode, reply.json()]).toMatchObject([201, { currency: 'EUR', total: 67 }])
  const { id, files } = reply.json<Invoice>()
  const bytesOf = async (file: InvoiceFile) =>
    (await visitor.get(new URL(String(files[file]), 'http://shop').href.replace('http://shop', '')))
      .rawPayload
  for (const file of ['pdf', 'receipt', 'facturx'] as const) {
    const text = await textOfPdf(await bytesOf(file))
    expect(text).toMatch(/Total EUR\s+67\.00|67\.00Total EUR/)
    expect(text).not.toMatch(rupees)
  }
  const ubl = await bytesOf('ubl')
  const cii = writeCii(await get(api.db, id))
  expect([...(await faultsOfUbl(ubl)), ...(await faultsOfCii(cii))].filter(isNoRounding)).toEqual([])
  const xml = [ubl.toString('utf8'), cii.toString('utf8')] as const
  const [byUbl, byCii] = [readUbl(readXml(xml[0])), readCii(readXml(xml[1]))]
  expect([byUbl.currency, byCii.currency, byUbl.payable]).toEqual(['EUR', 'EUR', '67.00'])
  const units = [...xml.join('').matchAll(/currencyID="(\w+)"/g)].map(([, unit]) => unit)
  expect([...new Set(units)]).toEqual(['EUR'])
  expect(xml.join('')).not.toMatch(rupees)
})

test('a quote and what is refused or asked say euro', async () => {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(pdf)]), 'cards.pdf')
  const { id: upload } = (await admin.upload('/api/order-uploads/', form)).json<Upload>()
  const asked = { user: order.user, title: 'Cards', address, uploads: [upload] }
  const quote = (await admin.post('/api/quotes/', { order: asked })).json<Quote>()
  const paper = await textOfPdf((await admin.get(`/api/quotes/${quote.id}/pdf/`)).rawPayload)
  expect(paper).toMatch(/To pay\s+EUR 46\.00/)
  expect(paper).not.toMatch(rupees)

  const onAccount = { ...asked, uploads: undefined, pay_by: 'on_account', copies: 500 }
  const refused = await admin.upload('/api/all-orders/', orderForm(onAccount, { 'cards.pdf': pdf }))
  expect([refused.statusCode, refused.body]).toEqual([
    422,
    expect.stringMatching(/With this order €[\d,.]+ would/),
  ])
})

test('an approval says euro, in what is limited and in what would change', async () => {
  await buildStaff(api.db, { is_superuser: true })
  const { limits } = (await admin.get('/api/approval-rule/')).json<{ limits: object }>()
  const limit = (refunds: number) => admin.put('/api/approval-rule/', { limits: { ...limits, refunds } })
  expect((await limit(1000)).statusCode).toBe(200)
  const pay = (amount: number) => admin.post('/api/payments/', { order: order.id, amount, method: 'cash' })
  expect((await pay(2067)).statusCode).toBe(201)
  expect((await pay(-1007)).json()).toMatchObject({
    summary: 'Pay back €1,007.00 (cash)',
    changes: [{ before: '€2,067.00', after: '€1,060.00' }],
  })
  expect((await limit(2000)).json()).toMatchObject({
    changes: [{ before: 'Two people above €1,000', after: 'Two people above €2,000' }],
  })
})
