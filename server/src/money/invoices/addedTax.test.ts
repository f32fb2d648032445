import type { OrderLink, OrderPage } from '@our-print/contract/customer/orderPage.ts'
import type { Output } from '@our-print/contract/endpoint.ts'
import { addTax, chargesOf, priceCharges } from '@our-print/contract/money/charges.ts'
import type { ClientBilling, InvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import type { Invoice } from '@our-print/contract/money/invoices.ts'
import { partsByName } from '@our-print/contract/money/taxes.ts'
import type { getTaxRules } from '@our-print/contract/money/taxRules.ts'
import type { Upload } from '@our-print/contract/orders/orderFiles.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { priceOrder } from '@our-print/contract/orders/priceOrder.ts'
import type { Quote } from '@our-print/contract/orders/quotes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import fc from '../../../../test/fastCheck.ts'
import { useApi } from '../../../test/api.ts'
import { address, buildClient, buildCoupon, buildStaff, buildUser } from '../../../test/build.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'
import { textOfPdf } from '../../../test/textOfPdf.ts'
import { issueMonths, issueQueued } from './issueDue.ts'
import { sumByOrder, taxAsSaid } from './issueInvoices.ts'

const api = useApi()
const admin = api.as('admin')

const settings = async () => (await admin.get('/api/invoice-settings')).json<InvoiceSettings>()
const set = async (changes: Partial<InvoiceSettings>) => {
  const reply = await admin.put('/api/invoice-settings', { ...(await settings()), ...changes })
  expect([reply.statusCode, reply.json()]).toMatchObject([200, {}])
}
const add = () => set({ prices_contain_tax: false })
const contain = () => set({ prices_contain_tax: true })

let pdf: Buffer
let taxes: InvoiceSettings['taxes']
beforeAll(async () => {
  pdf = await makePdf(3)
  const now = await settings()
  taxes = now.taxes
  const { seller } = now
  await set({ seller: { ...seller, name: 'Our Print', state: 'Karnataka' }, prices_contain_tax: false })
})

const takeIn = async (fields: object = {}) => {
  const user = (await buildUser(api.db)).id
  const order = { user, title: 'Thesis', address, ...fields }
  return admin.upload('/api/all-orders/', orderForm(order, { 'thesis.pdf': pdf }))
}
/** Of ₹46: three pages and the delivery. */
const taken = async (fields: object = {}) => {
  const reply = await takeIn(fields)
  expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
  return reply.json<Order>()
}
const url = ({ id }: { id: string }) => `/api/all-orders/${id}/`
const read = async (order: { id: string }) => (await admin.get(url(order))).json<Order>()
const change = (order: Order, body: object) => admin.patch(url(order), body)
const issued = async (body: object): Promise<Invoice> => {
  const reply = await admin.post('/api/invoices/', body)
  expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
  return reply.json()
}
const refused = (reply: { statusCode: number; json: () => unknown }) => {
  const { errors } = reply.json() as { errors?: { context: { key: string } }[] }
  return [reply.statusCode, ...(errors ?? []).map(({ context }) => context.key)]
}
const deliver = async (order: Order, body: object = {}) => {
  await change(order, { assigned_user: (await buildStaff(api.db)).id })
  await change(order, { status: 'out-for-delivery' })
  return change(order, { status: 'delivered', ...body })
}

describe('a price to which tax is added', () => {
  test('is said with it from the intake to the invoice', async () => {
    await set({ issue: 'delivery' })
    const order = await taken()
    const said = { amount: 46, discount: 0, tax: 8.28, payable: 54.28, due: 54.28 }
    expect(order).toMatchObject({ ...said, payment_status: 'unpaid' })
    const link = await admin.post(`${url(order)}customer-link/`)
    const code = link.json<OrderLink>().url?.split('/').at(-1)
    const page = await api.as(undefined).get(`/api/order-page/${code}/`)
    expect(page.json<OrderPage>()).toMatchObject(said)
    const drawn = (await api.as(undefined).get(`/o/${code}`)).body
    expect(drawn.replaceAll(/<[^>]*>/g, ' ')).toMatch(/Amount +₹46\.00 +Tax +₹8\.28 +To pay +₹54\.28/)
    const csv = (await admin.get('/api/all-orders/?format=csv')).body.split('\r\n')
    expect([csv[0]?.endsWith(',tax'), csv[1]?.endsWith(',8.28')]).toEqual([true, true])

    await api.db`update configurations set version = version + 1, unpaid_delivery = 'never'`
    expect(refused(await deliver(order, { payment: { method: 'cash', amount: 46 } }))).toEqual([
      422,
      'payment',
    ])
    const paid = await change(order, { status: 'delivered', payment: { method: 'cash' } })
    expect(paid.json()).toMatchObject({ paid: 54.28, due: 0, payment_status: 'paid' })
    await issueQueued(api.db)
    const [invoice] = (await admin.get(`/api/invoices/?order=${order.id}`)).json<{ results: Invoice[] }>()
      .results
    expect(invoice).toMatchObject({ net: 46, tax: 8.28, total: 54.28 })
    expect(await read(order)).toMatchObject({ paid: 54.28, due: 0, payment_status: 'paid' })
    await expectInvariantsHold(api.db)
    await set({ issue: 'hand' })
    await api.db`update configurations set version = version + 1, unpaid_delivery = 'always'`
  })

  test('is taxed by the prices it was made of: those of its quote, or of the day of its change', async () => {
    const { work } = await settings()
    await set({ work: { ...work, delivery: { ...work.delivery, tax: 'No tax' } } })
    const priced = (single: number) =>
      api.db`
        with kept as (insert into past_prices (price_per_page, paper_factor, binding, delivery_fee, until)
          select price_per_page, paper_factor, binding, delivery_fee, clock_timestamp() from configurations)
        update configurations set version = version + 1,
          price_per_page = jsonb_set(price_per_page, '{bw,single}', ${single}::text::jsonb)`
    const upload = await admin.upload('/api/order-uploads/', orderForm(undefined, { 'thesis.pdf': pdf }))
    const { id: file } = upload.json<Upload>()
    const asked = { user: (await buildUser(api.db)).id, title: 'Thesis', address, uploads: [file] }
    const quote = (await admin.post('/api/quotes/', { order: asked })).json<Quote>()
    const order = await taken()
    expect([quote.tax, order.tax]).toEqual([1.08, 1.08])
    await priced(20)
    const confirmed = (await admin.post(`/api/quotes/${quote.id}/confirm/`, {})).json<Order>()
    expect(confirmed).toMatchObject({ amount: 46, tax: 1.08 })
    const dearer = (await change(order, { notes: 'Twice', copies: 2, prices: 'today' })).json<Order>()
    expect(dearer).toMatchObject({ amount: 160, tax: 21.6, payable: 181.6 })
    expect(await issued({ order: confirmed.id })).toMatchObject({
      net: 46,
      tax: 1.08,
      prices_contain_tax: false,
    })
    expect(await issued({ order: order.id })).toMatchObject({
      net: 160,
      tax: 21.6,
      prices_contain_tax: false,
    })
    const back = (await change(await taken(), { copies: 2, prices: 'today' })).json<Order>()
    await priced(2)
    expect((await change(back, { copies: 1, prices: 'order_day' })).json()).toMatchObject({ amount: 100 })
    expect(await issued({ order: back.id })).toMatchObject({ net: 100, tax: 10.8, prices_contain_tax: false })
    await set({ work })
    await expectInvariantsHold(api.db)
  })

  test('has it on what a coupon, lines and a price by hand leave', async () => {
    const { code: coupon_code } = await buildCoupon(api.db)
    const lines = [{ text: 'Lamination', quantity: 2, price: 7.35 }]
    const order = await taken({ coupon_code, lines })
    expect(order).toMatchObject({ amount: 60.7, discount: 6.07, tax: 9.83, payable: 64.46 })
    const body = { price_by_hand: 50, price_by_hand_reason: 'Regular' }
    expect((await change(order, body)).json()).toMatchObject({ discount: 5, tax: 8.1, payable: 53.1 })
    expect(await issued({ order: order.id })).toMatchObject({ net: 45, tax: 8.1, total: 53.1 })
  })

  test('counts with it on an account', async () => {
    await api.db`update configurations set version = version + 1, credit_limit_customer = 5427`
    expect(refused(await takeIn({ pay_by: 'on_account' }))).toEqual([422, 'pay_by'])
    await api.db`update configurations set version = version + 1, credit_limit_customer = 5428`
    expect(await taken({ pay_by: 'on_account' })).toMatchObject({ due: 54.28 })
  })

  test('is in a quote, its PDF and the order that it becomes', async () => {
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(pdf)]), 'thesis.pdf')
    const upload = (await admin.upload('/api/order-uploads/', form)).json<Upload>().id
    const user = (await buildUser(api.db)).id
    const order = { user, title: 'Thesis', address, uploads: [upload] }
    const quote = (await admin.post('/api/quotes/', { order })).json<Quote>()
    expect(quote).toMatchObject({ amount: 46, tax: 8.28, payable: 54.28 })
    const text = await textOfPdf((await admin.get(`/api/quotes/${quote.id}/pdf/`)).rawPayload)
    expect(text).toMatch(/Tax Rs 8\.28\s+To pay Rs 54\.28/)
    await contain()
    const confirmed = await admin.post(`/api/quotes/${quote.id}/confirm/`, {})
    expect(confirmed.json()).toMatchObject({ tax: 8.28, payable: 54.28, due: 54.28 })
    await add()
  })

  test('keeps it, or contains it, as it was said, unless it is priced by today', async () => {
    const price = async (order: Order) =>
      (await admin.post(`${url(order)}price/`, { copies: 2 })).json<Output<typeof priceOrder>>()
    const added = await taken()
    await contain()
    const contained = await taken()
    expect(contained).toMatchObject({ tax: 0, payable: 46 })
    expect(await price(added)).toMatchObject({
      order_day: { tax: 9.36, payable: 61.36 },
      today: { payable: 52 },
    })
    await add()
    expect(await price(contained)).toMatchObject({
      now: { tax: 0 },
      order_day: { tax: 0, payable: 52 },
      today: { tax: 9.36, payable: 61.36 },
    })
    const invoice = await issued({ order: contained.id })
    expect(invoice).toMatchObject({ prices_contain_tax: true, tax: 7.02, total: 46 })
    await set({
      taxes: [
        { name: 'GST 18%', parts: [{ name: 'VAT', rate: 1000 }], between: [] },
        { name: 'GST 5%', parts: [], between: [] },
      ],
    })
    expect(await issued({ order: added.id })).toMatchObject({
      prices_contain_tax: true,
      tax: 4.93,
      total: 54.28,
    })
    await set({ taxes })
    await expectInvariantsHold(api.db)
  })

  test.each([false, true])(
    'loses with a refund exactly what is refunded; invoiced: %s',
    async (isInvoiced) => {
      const order = await taken()
      await deliver(order, { payment: { method: 'cash' } })
      if (isInvoiced) await issued({ order: order.id })
      for (const amount of [11.11, 0.01, 43.16]) {
        const complaint = await admin.post(`${url(order)}complaints/`, { reason: 'damaged', text: 'Torn' })
        expect([complaint.statusCode, complaint.json()]).toMatchObject([201, {}])
        const { id } = complaint.json<{ id: string }>()
        const before = await read(order)
        const reply = await admin.post(`/api/complaints/${id}/resolve/`, {
          resolution: 'refund',
          amount,
          method: 'account',
        })
        expect([reply.statusCode, reply.json()]).toMatchObject([200, { paid_back: amount }])
        const after = await read(order)
        expect([after.due, Math.round(((before.paid ?? 0) - (after.paid ?? 0)) * 100)]).toEqual([
          0,
          Math.round(amount * 100),
        ])
        await expectInvariantsHold(api.db)
      }
      expect(await read(order)).toMatchObject({ paid: 0, due: 0, payment_status: 'paid' })
    },
  )

  test('of many orders in one invoice is what was said of each', async () => {
    const billed_to = (await buildClient(api.db)).id
    const billing = `/api/clients/${billed_to}/billing/`
    const { company: _, ...known } = (await admin.get(billing)).json<ClientBilling>()
    expect((await admin.put(billing, { ...known, monthly: true })).statusCode).toBe(200)
    const orders = []
    for (const price of [1.03, 1.03, 7.77]) {
      const order = await taken({ billed_to, lines: [{ text: 'Typing', quantity: 1, price }] })
      expect((await deliver(order)).statusCode).toBe(200)
      await api.db`update orders set version = version + 1, delivered_at = now() - interval '40 days' where id = ${order.id}`
      orders.push(order)
    }
    await issueMonths(api.db)
    for (const order of orders) {
      const now = await read(order)
      expect([now.due, now.payable]).toEqual([order.due, order.payable])
    }
    const [{ id }] = (await admin.get(`/api/invoices/?client=${billed_to}`)).json<{ results: [Invoice] }>()
      .results
    const invoice = (await admin.get(`/api/invoices/${id}/`)).json<Invoice>()
    expect(invoice.total).toBeCloseTo(orders.reduce((sum, { payable }) => sum + (payable ?? 0), 0))
    await expectInvariantsHold(api.db)
  })

  test('is computed elsewhere by rules that everybody who takes orders may read', async () => {
    const rules = async () => (await api.as('staff').get('/api/tax-rules')).json<Output<typeof getTaxRules>>()
    expect(await rules()).toMatchObject({
      rules: { seller: { state: 'Karnataka', country_code: 'IN' }, work: { printing: { tax: 'GST 18%' } } },
    })
    await contain()
    expect(await rules()).toEqual({ rules: null })
    await add()
  })
})

const rate = fc.integer({ min: 0, max: 10_000 })
const anyRules = fc.record({ first: rate, second: rate, one: rate }).map(({ first, second, one }) => ({
  seller: { state: 'Karnataka', country_code: 'IN' },
  taxes: [
    {
      name: 'two',
      parts: [
        { name: 'A', rate: Math.floor(first / 2) },
        { name: 'B', rate: Math.floor(second / 2) },
      ],
      between: [],
    },
    { name: 'one', parts: [{ name: 'C', rate: one }], between: [] },
  ],
  work: {
    printing: { tax: 'two' },
    binding: { tax: 'one' },
    delivery: { tax: 'two' },
    extras: { tax: 'one' },
  },
}))
const paise = fc.integer({ min: 0, max: 10_000_000 })
const anyOrder = fc.record({
  prices: fc.record({ printing: paise, binding: paise, delivery: paise }),
  lines: fc.array(
    fc.record({ quantity: fc.integer({ min: 1, max: 50 }), price: paise.map((each) => each / 100) }),
    {
      maxLength: 3,
    },
  ),
  byHand: fc.option(paise),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  /** Said by other rules, or contained. */
  tax: fc.option(fc.option(paise), { nil: undefined }),
})

test('an invoice asks for what was said of each order, whatever the lines, rates and discounts', () => {
  fc.assert(
    fc.property(anyRules, fc.array(anyOrder, { minLength: 1, maxLength: 3 }), (rules, orders) => {
      const parts = partsByName(rules.taxes, false)
      const some = orders.map(({ prices, lines, byHand, part, tax }, nth) => {
        const charges = chargesOf(prices, lines)
        const amount = byHand ?? charges.reduce((sum, { price }) => sum + price, 0)
        const price = { amount, discount: Math.floor(amount * part) }
        const id = String(nth)
        const added = addTax(charges, price, rules, rules.seller)
        const listed = priceCharges(charges, price).map((charge) => ({
          order_id: id,
          text: charge.kind,
          code: '',
          tax: rules.work[charge.kind].tax,
          amount: charge.amount,
          discount: charge.discount,
        }))
        const isFree = amount === price.discount
        return {
          id,
          ...price,
          tax: isFree || tax === undefined ? added : tax,
          listed,
          isToday: tax === undefined,
        }
      })
      const listed = some.flatMap((order) => order.listed)
      const { priced, taxed, prices_contain_tax } = taxAsSaid(some, listed, parts)
      const costs = sumByOrder(
        priced.map(({ order_id }, nth) => ({ order_id, ...(taxed.lines[nth] ?? { net: 0, tax: 0 }) })),
      )
      for (const { id, amount, discount, tax } of some)
        expect(costs.get(id) ?? 0).toBe(amount - discount + (tax ?? 0))
      if (some.length === 1 && some[0]?.isToday) expect(prices_contain_tax).toBe(false)
      expect(taxed.net + taxed.tax).toBe(taxed.total)
    }),
    { numRuns: 300 },
  )
})
