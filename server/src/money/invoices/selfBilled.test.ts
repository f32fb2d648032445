import type { ClientBilling, InvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import type { Invoice, InvoiceFacts } from '@our-print/contract/money/invoices.ts'
import type { VoucherStatement } from '@our-print/contract/rewards/voucherStatements.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildClient, buildOrder, buildUser, buildVouchers } from '../../../test/build.ts'
import { expectInvariantsHold, findBrokenInvariants } from '../../../test/invariants.ts'
import { faultsOfCii, faultsOfFacturX, faultsOfUbl } from '../../../test/invoiceRules.ts'
import { seller } from '../../../test/randomInvoices.ts'
import { readXml } from '../../../test/readInvoices.ts'
import { textOfPdf } from '../../../test/textOfPdf.ts'
import { get } from './invoices.queries.ts'
import { issueMonths } from './issueDue.ts'
import { writeCii } from './writeCii.ts'
import { writeUbl } from './writeUbl.ts'

// Self-billed invoices: what the shop owes companies for their vouchers.

const api = useApi()
const admin = api.as('admin')
const nobody = '01900000-0000-7000-8000-000000000000'

const settings = async () => (await admin.get('/api/invoice-settings')).json<InvoiceSettings>()
const monthsAgo = async (n: number) => {
  const [row] = await api.db<[{ month: string }]>`
    select to_char(shop_day(now()) - ${n} * interval '1 month', 'YYYY-MM') as month`
  return row.month
}
const price = (client: string, agreed_price: number) =>
  admin.post(`/api/clients/update/?client_id=${client}`, { agreed_price })
/** Sells codes of a voucher so many months ago, at noon of the tenth day. */
async function sell(group: string, months: number, codes = 1) {
  const { id: user_id } = await buildUser(api.db)
  const ids: string[] = []
  for (let nth = 0; nth < codes; nth++) {
    const reply = await admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id: group })
    expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
    ids.push(reply.json<{ id: string }>().id)
  }
  await api.db`update purchased_vouchers set version = version + 1,
    purchased_at = date_trunc('month', shop_day(now())) - ${months} * interval '1 month' + interval '228 hours'
    where id = any(${ids}::uuid[])`
  return ids
}
/** Voids a sale so many months ago, on the twelfth day. */
async function voidSale(id: string | undefined, months: number) {
  expect((await admin.post('/api/void-purchased-voucher/', { id, reason: 'Torn' })).statusCode).toBe(200)
  await api.db`update purchased_vouchers set version = version + 1,
    voided_at = date_trunc('month', shop_day(now())) - ${months} * interval '1 month' + interval '276 hours'
    where id = ${id ?? null}`
}
/** A company with two vouchers, of which codes came a year ago and cost 12.50 each. */
async function company(name = 'Blue Bakery') {
  const { id: client } = await buildClient(api.db, { name })
  const codes = (of: string) => Array.from({ length: 6 }, (_, nth) => `${of}${nth}-${client.slice(-6)}`)
  const { id: cake } = await buildVouchers(api.db, {
    client,
    voucher_codes: codes('C'),
    voucher_detail: 'Free cake',
  })
  const { id: tea } = await buildVouchers(api.db, {
    client,
    voucher_codes: codes('T'),
    voucher_detail: 'Tea',
  })
  await api.db`update voucher_moves set at = at - interval '1 year' where client_id = ${client}`
  await price(client, 12.5)
  return { client, cake, tea }
}
const issue = (client: string, month: string, as = admin) =>
  as.post(`/api/clients/${client}/voucher-invoice/`, { month })
async function issued(client: string, month: string): Promise<Invoice> {
  const reply = await issue(client, month)
  expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
  return reply.json()
}
const statement = async (client: string, month: string) =>
  (await admin.get(`/api/clients/${client}/voucher-statement/?month=${month}`)).json<VoucherStatement>()
const credit = (id: string, body: object = {}) =>
  admin.post(`/api/invoices/${id}/credit/`, { reason: 'Wrong price', ...body })
const listed = async (query: string) =>
  (await admin.get(`/api/invoices/?${query}`)).json<{ results: InvoiceFacts[] }>().results
const refused = (reply: { statusCode: number; json: () => unknown }) => {
  const { code, message } = reply.json() as { code: string; message: string }
  return [reply.statusCode, code, message]
}

test('without a name of the shop nothing is issued', async () => {
  const { client, cake } = await company()
  await sell(cake, 1)
  expect(refused(await issue(client, await monthsAgo(1)))).toEqual([
    409,
    'seller_missing',
    'Say first who sells: Configuration, Invoices.',
  ])
})

describe('a self-billed invoice', () => {
  beforeAll(async () => {
    const reply = await admin.put('/api/invoice-settings', { ...(await settings()), seller })
    expect(reply.statusCode).toBe(200)
  })

  test('says what the statement says, the company sells and the shop buys', async () => {
    const { client, cake, tea } = await company()
    const url = `/api/clients/${client}/billing/`
    const { company: _, ...billing } = (await admin.get(url)).json<ClientBilling>()
    await admin.put(url, { ...billing, name: 'Blue Bakery Ltd', address: '1 Lake Road', city: 'Goa' })
    await sell(cake, 2, 2)
    await price(client, 9.99)
    await sell(cake, 2)
    const [voided] = await sell(tea, 2, 2)
    await voidSale(voided, 2)
    await sell(tea, 1)
    const month = await monthsAgo(2)
    const stated = await statement(client, month)
    expect(stated).toMatchObject({ due: 44.98, invoice: null })
    const invoice = await issued(client, month)
    expect(invoice).toMatchObject({
      kind: 'self_billed',
      client,
      user: null,
      month: `${month}-01`,
      seller: { name: 'Blue Bakery Ltd', address: '1 Lake Road', city: 'Goa' },
      buyer: 'Our Print',
      buyer_data: seller,
      counterparty: 'Blue Bakery Ltd',
      orders: [],
      net: 44.98,
      tax: 0,
      total: 44.98,
      by: 'Asha Rao',
      files: { receipt: null },
    })
    expect(invoice.number).toMatch(/^SBI\/\d\d-\d\d\/\d+$/)
    expect(invoice.lines.map(({ text, order, total, rate }) => [text, order, total, rate])).toEqual([
      ['Free cake, 3 codes', null, 34.99, 0],
      ['Tea, 1 code', null, 9.99, 0],
    ])
    expect(invoice.lines.map(({ total }) => total)).toEqual(stated.lines.map(({ due }) => due))
    const { id, number } = invoice
    expect(await statement(client, month)).toEqual({ ...stated, invoice: { id, number } })
    expect(await statement(client, await monthsAgo(1))).toMatchObject({ due: 9.99, invoice: null })
    await expectInvariantsHold(api.db)
    // The check itself: a sale that moves into the month makes more due than was invoiced.
    await expect(
      api.db.begin(async (tx) => {
        await tx`update purchased_vouchers set version = version + 1, purchased_at = purchased_at - interval '1 month'
          where purchased_at = (select max(purchased_at) from purchased_vouchers where client_id = ${client})
            and client_id = ${client}`
        throw new Error(Object.keys(await findBrokenInvariants(tx)).join())
      }),
    ).rejects.toThrow(/^self-billed invoices$/)
  })

  test('stays what it was when a sale is voided since: that is of the month in which it is', async () => {
    const { client, cake, tea } = await company()
    const [first, second] = await sell(cake, 2, 2)
    await sell(tea, 1, 2)
    const [sold, next] = [await monthsAgo(2), await monthsAgo(1)]
    const { id, number } = await issued(client, sold)
    await voidSale(first, 1)
    await voidSale(second, 0)
    expect(await statement(client, sold)).toMatchObject({ due: 25, invoice: { id, number } })
    // What is taken off is a line below zero.
    const after = await issued(client, next)
    expect(after.lines.map(({ text, total }) => [text, total])).toEqual([
      ['Free cake, -1 code', -12.5],
      ['Tea, 2 codes', 25],
    ])
    expect(after.total).toBe(12.5)
    const document = readXml(writeUbl(await get(api.db, after.id)).toString('utf8'))
    const texts = (name: string) =>
      [...document.getElementsByTagName(name)].map(({ textContent }) => textContent)
    expect([texts('cbc:InvoicedQuantity'), texts('cbc:PriceAmount')]).toEqual([
      ['-1', '1'],
      ['12.50', '25.00'],
    ])
    await expectInvariantsHold(api.db)
  })

  test('is issued once to ten at once, and its number has no gap', async () => {
    const { client, cake } = await company()
    await sell(cake, 1)
    const month = await monthsAgo(1)
    const replies = await Promise.all(Array.from({ length: 10 }, () => issue(client, month)))
    const [made, ...others] = replies.toSorted((one, other) => one.statusCode - other.statusCode)
    expect(made?.statusCode).toBe(201)
    const number = made?.json<Invoice>().number ?? ''
    for (const reply of others)
      expect(refused(reply)).toEqual([
        409,
        'invoiced',
        `This month is in invoice ${number} already. Credit that one first.`,
      ])
    expect(await listed(`client=${client}&kind=all`)).toHaveLength(1)
    // What only the database refuses.
    await expect(api.db`
      insert into invoices (kind, prefix, year, sequence, number, day, client_id, buyer, month, net, tax, total, content)
      select kind, prefix, year, 99, 'x', day, client_id, buyer, month, net, tax, total, content from invoices
      where number = ${number}`).rejects.toThrow('invoices_self_billed_once')
    await expectInvariantsHold(api.db)
  })

  test('is refused for a month that is not over, where nothing is due, and where sales only went back', async () => {
    const { client, cake } = await company()
    const [sale] = await sell(cake, 2)
    expect(refused(await issue(client, await monthsAgo(0)))).toEqual([
      422,
      'refused',
      'This month is not over yet',
    ])
    expect(refused(await issue(client, await monthsAgo(1)))).toEqual([
      422,
      'refused',
      'Nothing is due for the vouchers of this month',
    ])
    await voidSale(sale, 1)
    expect(refused(await issue(client, await monthsAgo(1)))).toEqual([
      422,
      'refused',
      'More sales were voided in this month than made: credit the invoice of the month in which they were sold',
    ])
    expect((await issue(nobody, await monthsAgo(1))).statusCode).toBe(404)
    for (const month of ['2026-13', 'x', '']) expect((await issue(client, month)).statusCode).toBe(400)
  })

  test('is of who may issue invoices', async () => {
    const { client, cake } = await company()
    await sell(cake, 1)
    const month = await monthsAgo(1)
    expect((await issue(client, month, api.as('staff'))).statusCode).toBe(403)
    const clerk = async (abilities: Parameters<typeof buildClerk>[1]) =>
      api.withToken(await openSession(api.db, (await buildClerk(api.db, abilities)).id))
    expect((await issue(client, month, await clerk(['vouchers', 'prices', 'customers']))).statusCode).toBe(
      403,
    )
    expect((await issue(client, month, await clerk(['invoices', 'customers']))).statusCode).toBe(403)
    expect((await issue(client, month, await clerk(['invoices', 'prices', 'customers']))).statusCode).toBe(
      201,
    )
  })

  test('is credited as a whole or in parts, and as a whole credited it can be issued again', async () => {
    const { client, cake, tea } = await company()
    const [sale] = await sell(cake, 2)
    await sell(tea, 1, 3)
    await voidSale(sale, 1)
    const month = await monthsAgo(1)
    const invoice = await issued(client, month)
    expect(invoice.total).toBe(25)
    const tea3 = invoice.lines.find(({ total }) => total > 0)?.id
    expect(refused(await credit(invoice.id, { lines: [{ line: tea3, amount: 25.01 }] }))).toEqual([
      422,
      'refused',
      'No more of the invoice is left to credit',
    ])
    const part = await credit(invoice.id, { lines: [{ line: tea3, amount: 10 }] })
    expect([part.statusCode, part.json()]).toMatchObject([
      201,
      { kind: 'self_billed_credit', total: 10, credits_number: invoice.number, client },
    ])
    expect((await issue(client, month)).statusCode).toBe(409)
    const note = (await credit(invoice.id)).json<Invoice>()
    expect(note).toMatchObject({ total: 15, seller: { name: 'Blue Bakery' }, buyer: 'Our Print' })
    expect(note.number).toMatch(/^SBI\//)
    expect(refused(await credit(invoice.id))).toContain('credited')
    expect(refused(await credit(note.id))).toContain('not_allowed')
    expect(await statement(client, month)).toMatchObject({ due: 25, invoice: null })
    const replies = await Promise.all([issue(client, month), issue(client, month)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
    const again = replies.find(({ statusCode }) => statusCode === 201)?.json<Invoice>()
    expect(await statement(client, month)).toMatchObject({ invoice: { id: again?.id } })
    await expectInvariantsHold(api.db)
  })

  test('is no sale: registers, the monthly invoice and what is owed do not know it', async () => {
    const { client, cake } = await company()
    await sell(cake, 1)
    const month = await monthsAgo(1)
    const { id: order } = await buildOrder(api.db, {
      amount: 118_00,
      status: 'delivered',
      delivered_at: `${month}-05T10:00:00Z`,
    })
    await api.db`update orders set version = version + 1, client_id = ${client} where id = ${order}`
    const figures = async () => ({
      sales: (await admin.get('/api/registers/sales/?limit=100')).json(),
      outstanding: (await admin.get(`/api/registers/outstanding/?client=${client}`)).json(),
      account: (await admin.get(`/api/clients/${client}/statement/`)).json(),
      dashboard: (await admin.get('/api/dashboard/')).body.replace(/"as_of" : "[^"]+"/, ''),
      invoices: await listed(''),
    })
    const other = await buildOrder(api.db, { amount: 59_00 })
    expect((await admin.post('/api/invoices/', { order: other.id })).statusCode).toBe(201)
    const before = await figures()
    expect(before.sales.count).toBeGreaterThan(0)
    const invoice = await issued(client, month)
    await credit(invoice.id)
    const { id } = await issued(client, month)
    expect(await figures()).toEqual(before)
    // The invoice of its orders for the same month stands beside it, and is issued by the shop itself, too.
    const url = `/api/clients/${client}/billing/`
    const { company: _, ...billing } = (await admin.get(url)).json<ClientBilling>()
    await admin.put(url, { ...billing, monthly: true })
    await issueMonths(api.db)
    expect(await listed(`client=${client}`)).toMatchObject([
      { kind: 'invoice', month: `${month}-01`, total: 118 },
    ])
    const kinds = async (query: string) => (await listed(`client=${client}&${query}`)).map(({ kind }) => kind)
    expect(await kinds('kind=purchases')).toEqual(['self_billed', 'self_billed_credit', 'self_billed'])
    expect(await kinds('kind=self_billed_credit')).toEqual(['self_billed_credit'])
    expect(await kinds('kind=all')).toHaveLength(4)
    expect((await listed('kind=all&query=blue bak')).some((one) => one.id === id)).toBe(true)
    expect(await listed('kind=purchases&query=our print')).toEqual([])
    const file = await admin.get(`/api/invoices/?kind=purchases&query=${invoice.number}&format=csv`)
    expect(file.body.split('\n')[1]).toContain('self_billed')
    await expectInvariantsHold(api.db)
  })

  test('has a PDF, UBL and Factur-X without a fault by the rules of others, and so has its credit note', {
    tags: ['proof'],
  }, async () => {
    const { client, cake, tea } = await company('Blue & Co')
    const url = `/api/clients/${client}/billing/`
    const month = await monthsAgo(1)
    const codes: [string, string][] = []
    for (const registration of ['', '29AABCU9603R1ZX']) {
      const { company: _, ...billing } = (await admin.get(url)).json<ClientBilling>()
      await admin.put(url, { ...billing, registration })
      if (registration === '') {
        const [sale] = await sell(cake, 2)
        await sell(tea, 1, 2)
        await voidSale(sale, 1)
      }
      const invoice = await issued(client, month)
      const note = (await credit(invoice.id)).json<Invoice>()
      for (const { id, files } of [invoice, note]) {
        const row = await get(api.db, id)
        const ubl = writeUbl(row)
        expect([await faultsOfUbl(ubl), await faultsOfCii(writeCii(row))]).toEqual([[], []])
        const form = async (file: string) =>
          (await api.app.inject({ url: file.replace('http://print.test', '') })).rawPayload
        expect((await form(files.ubl)).equals(ubl)).toBe(true)
        expect(await faultsOfFacturX(await form(files.facturx))).toEqual([])
        const text = await textOfPdf(await form(files.pdf))
        for (const words of ['Self-billed', 'Blue & Co', 'Our Print', 'Tea, 2 codes', row.number])
          expect(text).toContain(words)
        expect(text).not.toMatch(/Order|null/)
        const root = readXml(ubl.toString('utf8'))
        const { documentElement } = root
        const type = root.querySelector('InvoiceTypeCode, CreditNoteTypeCode')
        codes.push([documentElement.localName, type?.textContent ?? ''])
      }
    }
    expect(codes.slice(0, 2)).toEqual([
      ['Invoice', '389'],
      ['CreditNote', '261'],
    ])
    expect(codes.slice(2)).toEqual(codes.slice(0, 2))
  })

  test('has a series of its own, which who does not know it leaves as it is', async () => {
    const now = await settings()
    expect(now.series).toEqual({ invoice: 'INV', credit_note: 'CRN', self_billed: 'SBI' })
    const save = (series: object) =>
      admin.put('/api/invoice-settings', { ...now, version: undefined, series })
    for (const series of [
      { ...now.series, self_billed: 'INV' },
      { ...now.series, self_billed: 'CRN' },
      { ...now.series, self_billed: 'SBIL' },
      { invoice: 'SBI', credit_note: 'CRN' },
    ]) {
      const reply = await save(series)
      expect([400, 422]).toContain(reply.statusCode)
      expect(reply.body).toContain('series.self_billed')
    }
    expect((await save({ ...now.series, self_billed: 'B2' })).statusCode).toBe(200)
    expect((await save({ invoice: 'INV', credit_note: 'CRN' })).json()).toMatchObject({
      series: { self_billed: 'B2' },
    })
    const { client, cake } = await company()
    await sell(cake, 1)
    expect((await issued(client, await monthsAgo(1))).number).toMatch(/^B2\/.*\/1$/)
  })
})
