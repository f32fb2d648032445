import { readFileSync } from 'node:fs'
import type { ClientBilling, InvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import type { Invoice, InvoiceFacts } from '@our-print/contract/money/invoices.ts'
import { isBetweenStates } from '@our-print/contract/money/taxes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { address, buildClerk, buildClient, buildOrder, buildUser } from '../../../test/build.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { faultsOfCii, faultsOfUbl, isNoRounding } from '../../../test/invoiceRules.ts'
import { seller } from '../../../test/randomInvoices.ts'
import { textOfPdf } from '../../../test/textOfPdf.ts'
import { connect, type Db } from '../../base/database/db.ts'
import { emptyBin } from '../../shop/bin/emptyBin.ts'
import { drawIssued } from './invoiceFiles.ts'
import { next, yearLabel, yearOf } from './invoiceNumbers.queries.ts'
import { add, get, readLines } from './invoices.queries.ts'
import { issueMonths, issueQueued } from './issueDue.ts'
import { issueForOrder } from './issueInvoices.ts'
import { writeCii } from './writeCii.ts'
import { writeUbl } from './writeUbl.ts'

const api = useApi()
const [admin, courier] = [api.as('admin'), api.as('staff')]
const migration = new URL('../../../sql/migrations/0096_series_as_printed.sql', import.meta.url)
const nobody = '01900000-0000-7000-8000-000000000000'

const settings = async () => (await admin.get('/api/invoice-settings')).json<InvoiceSettings>()
const set = async (changes: Partial<InvoiceSettings>) => {
  const reply = await admin.put('/api/invoice-settings', { ...(await settings()), ...changes })
  expect([reply.statusCode, reply.json()]).toMatchObject([200, {}])
}
const order = async ({ client, ...fields }: { client?: string; [field: string]: unknown } = {}) => {
  const built = await buildOrder(api.db, { amount: 118_00, ...fields })
  if (client)
    await api.db`update orders set version = version + 1, client_id = ${client} where id = ${built.id}`
  return built
}
const issue = (body: object, as = admin) => as.post('/api/invoices/', body)
const issued = async (body: object): Promise<Invoice> => {
  const reply = await issue(body)
  expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
  return reply.json()
}
const credit = (id: string, body: object = {}) =>
  admin.post(`/api/invoices/${id}/credit/`, { reason: 'Smudged', ...body })
const due = async (id: string) => (await admin.get(`/api/all-orders/${id}/`)).json<{ due: number }>().due
const refused = (reply: { statusCode: number; json: () => unknown }) => {
  const { code, errors } = reply.json() as { code: string; errors?: { context: { key: string } }[] }
  return [reply.statusCode, code, ...(errors ?? []).map(({ context }) => context.key)]
}
const ofOrder = async (id: string) =>
  (await admin.get(`/api/invoices/?order=${id}`)).json<{ results: InvoiceFacts[] }>().results

test('without a seller nothing is issued', async () => {
  expect(refused(await issue({ order: (await order()).id }))).toEqual([409, 'seller_missing'])
})

describe('an invoice', () => {
  beforeAll(() => set({ seller }))

  test('says who sold what to whom with which tax, and links to its forms', async () => {
    const { id, number } = await order()
    const invoice = await issued({ order: id })
    expect(invoice).toMatchObject({
      kind: 'invoice',
      buyer: 'Anil Mehta',
      seller,
      buyer_data: { city: 'Pune', state: 'Maharashtra' },
      orders: [{ id, number }],
      net: 100,
      tax: 18,
      total: 118,
      credited: 0,
      by: 'Asha Rao',
      taxes: [
        {
          parts: [
            { name: 'CGST', amount: 9 },
            { name: 'SGST', amount: 9 },
          ],
        },
      ],
    })
    expect(invoice.number).toMatch(/^INV\/\d\d-\d\d\/\d+$/)
    expect(invoice.lines.reduce((sum, line) => sum + line.total, 0)).toBeCloseTo(118)
    expect(invoice.lines[0]).toMatchObject({ text: 'Printing: Thesis', code: '998912', rate: 1800 })
    expect((await admin.get(`/api/invoices/${invoice.id}/`)).json()).toMatchObject({ number: invoice.number })
    await expectInvariantsHold(api.db)
  })

  test.each([
    [50, ['50.00', '68.00'], 'Payable on receipt'],
    [130, ['118.00', '0.00'], 'Paid'],
  ])('asks for what is left where ₹%d were paid before it', async (paid, amounts, terms) => {
    const { id } = await order()
    await admin.post('/api/payments/', { order: id, method: 'cash', amount: paid })
    const invoice = await issued({ order: id })
    expect(invoice).toMatchObject({ total: 118, paid: Math.min(paid, 118) })
    const xml = writeUbl(await get(api.db, invoice.id))
    expect(await faultsOfUbl(xml)).toEqual([])
    const [prepaid, due] = ['PrepaidAmount', 'PayableAmount'].map(
      (name) => new RegExp(`<cbc:${name}[^>]*>([\\d.]+)<`).exec(xml.toString())?.[1],
    )
    expect([prepaid, due]).toEqual(amounts)
    expect(xml.toString()).toContain(`<cbc:Note>${terms}</cbc:Note>`)
    expect(await faultsOfCii(writeCii(await get(api.db, invoice.id)))).toEqual([])
    for (const file of [invoice.files.pdf, invoice.files.receipt ?? '']) {
      const text = await textOfPdf(
        (await admin.get(new URL(file).pathname + new URL(file).search)).rawPayload,
      )
      for (const [nth, name] of ['Paid', 'To pay'].entries())
        expect(text.replaceAll('\n', ' ')).toMatch(
          new RegExp(`${name} *${amounts[nth]}|${amounts[nth]} *${name}`),
        )
    }
    const note = (await credit(invoice.id)).json<Invoice>()
    expect(note).toMatchObject({ kind: 'credit_note', total: 118, paid: 0 })
    expect(writeUbl(await get(api.db, note.id)).toString()).not.toContain('PrepaidAmount')
  })

  test('has IGST where it goes to another state', async () => {
    const { id } = await order({ address: { ...address, state: 'Karnataka' } })
    expect((await issued({ order: id })).taxes[0]?.parts).toEqual([{ name: 'IGST', rate: 1800, amount: 18 }])
  })

  test.each([
    ['Maharashtra', 'maha rashtra', false],
    ['Maharashtra', 'Karnataka', true],
    ['', 'Karnataka', false],
    ['Maharashtra', '', false],
  ])('from the state “%s” to “%s” goes to another state: %s', (from, to, expected) => {
    const at = (state: string, country_code = 'IN') => ({ state, country_code, registration: '' })
    expect(isBetweenStates(at(from), at(to))).toBe(expected)
    expect(isBetweenStates(at(from), at(from, 'NP'))).toBe(true)
  })

  test.each([
    ['29AAPFU0939F1ZV', '29 aabcu9603r1zx', 'Karnataka', 'KA', false],
    ['29AAPFU0939F1ZV', '27AABCU9603R1ZX', 'Karnataka', 'Karnataka', true],
    ['29AAPFU0939F1ZV', '', 'Karnataka', 'Goa', true],
    ['29AAPFU0939F1ZV', '27 to come', 'Karnataka', 'Karnataka', false],
  ])('from the GSTIN “%s” to “%s” (%s, %s) goes to another state: %s', (own, other, from, to, expected) => {
    const of = (registration: string, state: string) => ({ registration, state, country_code: 'IN' })
    expect(isBetweenStates(of(own, from), of(other, to))).toBe(expected)
  })

  test('of what is picked up has the tax of the seller’s state', async () => {
    const { buyer_data, taxes } = await issued({ order: (await order({ pickup: true })).id })
    expect(buyer_data).toMatchObject({ name: 'Anil Mehta', address: '', city: '', state: '' })
    expect(taxes[0]?.parts.map(({ name }) => name)).toEqual(['CGST', 'SGST'])
  })

  test('is found with its credit note by kind, payer, day and words', async () => {
    const { id: user } = await buildUser(api.db)
    const of = await order({ user })
    const invoice = await issued({ order: of.id })
    const note = (await credit(invoice.id)).json<Invoice>()
    const both = [note.id, invoice.id]
    for (const [query, ids] of Object.entries({
      '': both,
      'ordering=issued_at': both.toReversed(),
      'kind=invoice': [invoice.id],
      'kind=credit_note': [note.id],
      [`client=${user}`]: [],
      [`from_date=${invoice.day}&to_date=${note.day}`]: both,
      'from_date=2099-01-01': [],
      'to_date=2001-01-01': [],
      'query=smudged': [note.id],
      [`query=${of.number}`]: both,
      'query=nothing of it': [],
    })) {
      const { results } = (await admin.get(`/api/invoices/?user=${user}&${query}`)).json<{
        results: InvoiceFacts[]
      }>()
      expect([query, results.map(({ id }) => id)]).toEqual([query, ids])
    }
  })

  test('of an order is issued once, also by two at once', async () => {
    const { id } = await order()
    const replies = await Promise.all([issue({ order: id }), issue({ order: id })])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await ofOrder(id)).toHaveLength(1)
  })

  test('asks for no more than was said where tax is added to prices since', async () => {
    const { id } = await order({ amount: 100_00 })
    await set({ prices_contain_tax: false })
    expect(await issued({ order: id })).toMatchObject({ total: 100, tax: 15.26, prices_contain_tax: true })
    expect(await due(id)).toBe(100)
    await set({ prices_contain_tax: true })
    await expectInvariantsHold(api.db)
  })

  test('keeps what it says when settings and customers change, and cannot be changed', async () => {
    const invoice = await issued({ order: (await order()).id })
    await set({ seller: { ...seller, name: 'Another shop' } })
    expect((await admin.get(`/api/invoices/${invoice.id}/`)).json()).toMatchObject({ seller })
    await set({ seller })
    await expect(api.db`update invoices set reason = 'x' where id = ${invoice.id}`).rejects.toThrow(
      'append-only',
    )
    await expect(api.db`delete from invoice_lines where invoice_id = ${invoice.id}`).rejects.toThrow(
      'append-only',
    )
  })

  test('keeps the order from another price until it is credited', async () => {
    const { id } = await order({ status: 'confirmed' })
    const invoice = await issued({ order: id })
    const change = () => admin.patch(`/api/all-orders/${id}/`, { copies: 2 })
    expect(refused(await change())).toEqual([409, 'invoiced'])
    const { id: billed_to } = await buildClient(api.db)
    expect(refused(await admin.patch(`/api/all-orders/${id}/`, { billed_to }))).toEqual([409, 'invoiced'])
    expect((await credit(invoice.id)).statusCode).toBe(201)
    expect((await change()).json()).not.toMatchObject({ code: 'invoiced' })
    expect((await issued({ order: id })).total).toBe(118)
    await expectInvariantsHold(api.db)
  })

  test('keeps the company that it names, also where its order is another’s by now', async () => {
    const { id: client } = await buildClient(api.db, { name: 'Invoiced Ltd' })
    const { id } = await order({ client, status: 'confirmed' })
    expect((await credit((await issued({ order: id })).id)).statusCode).toBe(201)
    const moved = await admin.patch(`/api/all-orders/${id}/`, { billed_to: null, pay_by: 'at_door' })
    expect(moved.json()).toMatchObject({ billed_to: null })
    const remove = await admin.delete(`/api/clients/?client_id=${client}`)
    expect([remove.statusCode, remove.json().message]).toEqual([
      409,
      'Invoiced Ltd has orders, quotes, payments or invoices, so it cannot be deleted.',
    ])
    // One that was deleted before this was refused stays unseen, and keeps nothing else from going.
    await api.db`update clients set deleted_at = now() where id = ${client}`
    await api.db`delete from bin where id = ${client}`
    await emptyBin(api.db)
    expect(await api.db`select 1 as is_there from clients where id = ${client}`).toHaveLength(1)
    await api.db`update clients set deleted_at = null where id = ${client}`
    await expectInvariantsHold(api.db)
  })

  test.each([
    [{}, 400, 'order'],
    [{ order: 'x' }, 400, 'order'],
    [{ order: nobody, month: '2026-01' }, 400, 'order'],
    [{ client: nobody, month: '2026-13' }, 400, 'month'],
    [{ client: nobody, month: '2026-01' }, 422, 'client'],
    [{ order: nobody, amount: 5 }, 400, 'amount'],
  ])('asked for by %j is refused', async (body, status, key) => {
    const reply = await issue(body)
    expect(reply.statusCode).toBe(status)
    expect(JSON.stringify(reply.json())).toContain(key)
  })

  test('of a month may have more lines than a statement has parameters', async () => {
    const { id } = await order()
    const [line] = (await issued({ order: id })).lines
    const { amount = 0, net = 0, tax = 0, text = '', code = '', tax_name = '', rate = 0 } = line ?? {}
    const paise = { amount: amount * 100, net: net * 100, tax: tax * 100, discount: 0 }
    const one = { order_id: id, text, code, tax_name, rate, credits: null, ...paise }
    const read = api.db.begin(async (tx) => {
      const number = await next(tx, await settings(), 'invoice')
      const buyer = seller
      const content = { currency: 'INR', seller: buyer, buyer, prices_contain_tax: true, taxes: [] }
      const facts = { month: null, credits: null, reason: '', by: null, user_id: null, client_id: null }
      const { id: client_id } = await buildClient(tx)
      const lines = Array.from({ length: 6000 }, (_, nth) => ({ ...one, text: `Line ${nth}` }))
      const added = await add(tx, { kind: 'invoice', ...facts, client_id, content, lines }, number)
      throw Object.assign(new Error('taken back'), {
        texts: (await readLines(tx, added)).map((each) => each.text),
      })
    })
    const { texts } = await read.catch((error: { texts?: string[] }) => {
      if (error.texts) return { texts: error.texts }
      throw error
    })
    expect([texts.length, texts[0], texts.at(-1)]).toEqual([6000, 'Line 0', 'Line 5999'])
  })

  test('of no order, a cancelled or a free one is refused', async () => {
    expect((await issue({ order: nobody })).statusCode).toBe(404)
    expect(refused(await issue({ order: (await order({ status: 'cancelled' })).id }))).toEqual([
      409,
      'not_allowed',
    ])
    expect(refused(await issue({ order: (await order({ amount: 0 })).id }))).toEqual([
      422,
      'refused',
      'order',
    ])
  })

  test('is of those who may: not couriers, not clerks without the ability', async () => {
    const { id } = await order()
    expect((await issue({ order: id }, courier)).statusCode).toBe(403)
    expect((await courier.get('/api/invoices/')).statusCode).toBe(403)
    const clerk = async (abilities: Parameters<typeof buildClerk>[1]) =>
      api.withToken(await openSession(api.db, (await buildClerk(api.db, abilities)).id))
    expect((await issue({ order: id }, await clerk(['orders', 'prices', 'customers']))).statusCode).toBe(403)
    expect((await issue({ order: id }, await clerk(['invoices', 'prices']))).statusCode).toBe(403)
    expect((await issue({ order: id }, await clerk(['invoices', 'prices', 'customers']))).statusCode).toBe(
      201,
    )
  })
})

describe('a number', () => {
  test('is given once and without a gap to 50 at once from two processes', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, async () => (await order()).id))
    const pools = [connect(api.url, { max: 5 }), connect(api.url, { max: 5 })] as const
    await Promise.all(
      ids.map((id, nth) => pools[nth % 2 ? 1 : 0].begin((tx) => issueForOrder(tx, api.people.admin.id, id))),
    )
    await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })))
    await expectInvariantsHold(api.db)
  })

  test('is not lost with a transaction that is rolled back', async () => {
    const last = async () => (await api.db`select last from invoice_series where prefix = 'INV'`)[0]?.['last']
    const before = await last()
    const { id } = await order()
    await expect(
      api.db.begin(async (tx) => {
        await issueForOrder(tx, null, id)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await last()).toBe(before)
    expect((await issued({ order: id })).number).toMatch(new RegExp(`/${Number(before) + 1}$`))
  })

  test('begins anew with the financial year', () => {
    expect([yearOf('2026-03-31', 4), yearOf('2026-04-01', 4), yearOf('2026-01-01', 1)]).toEqual([
      2025, 2026, 2026,
    ])
    expect([yearLabel(2026, 4), yearLabel(2099, 4), yearLabel(2026, 1)]).toEqual(['26-27', '99-00', '2026'])
  })

  test('has at most 16 characters', async () => {
    await api.db`update invoice_series set last = 9999999 where prefix = 'INV'`
    expect(refused(await issue({ order: (await order()).id }))).toEqual([409, 'series_full'])
    const [count] = await api.db<
      [{ count: number }]
    >`select count(*)::int as count from invoices where prefix = 'INV'`
    await api.db`update invoice_series set last = ${count.count} where prefix = 'INV'`
    await expectInvariantsHold(api.db)
  })

  test('goes on after the last one that begins as it does, when years begin in another month and back', async () => {
    const counters = (db: Db = api.db) =>
      db`select prefix, label, year, last, day from invoice_series order by 1, 2`
    const ends: string[] = []
    for (const year_starts of [4, 1, 4, 1]) {
      await set({ year_starts })
      ends.push((await issued({ order: (await order()).id })).number)
    }
    await set({ year_starts: 4 })
    const sequenceOf = (number = '') => Number(number.split('/').at(-1))
    expect([ends[2], ends[3]].map(sequenceOf)).toEqual([ends[0], ends[1]].map((one) => sequenceOf(one) + 1))
    await expectInvariantsHold(api.db)

    // Counters from before are those that the invoices say; each kind has its own.
    const before = await counters()
    const all = await settings()
    const rolledBack = api.db.begin(async (tx) => {
      await tx`alter table invoice_series drop column label`
      await tx`delete from invoice_series`
      await tx`alter table invoice_series add constraint invoice_series_pkey primary key (prefix, year)`
      await tx`alter table invoices add constraint invoices_sequence check (true)`
      await tx`insert into invoice_series (prefix, year, last, day) select prefix, year, max(sequence) + 9, max(day) from invoices group by 1, 2`
      await tx.unsafe(readFileSync(migration, 'utf8'))
      expect(await counters(tx)).toEqual(before)
      for (const kind of ['invoice', 'credit_note', 'self_billed'] as const) {
        const given = []
        for (const year_starts of [4, 1, 4, 1]) given.push(await next(tx, { ...all, year_starts }, kind))
        const [first, second, third, fourth] = given.map(({ sequence }) => sequence)
        expect([third, fourth]).toEqual([Number(first) + 1, Number(second) + 1])
      }
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
  })
})

describe('a credit note', () => {
  test('takes parts of an invoice and then what is left, to the paisa', async () => {
    const { id } = await order({ status: 'delivered', amount: 100_01 })
    const invoice = await issued({ order: id })
    const [line] = invoice.lines
    const reply = await credit(invoice.id, { lines: [{ line: line?.id, amount: 0.33 }] })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      201,
      { kind: 'credit_note', credits_number: invoice.number, total: 0.33, reason: 'Smudged' },
    ])
    expect(reply.json<Invoice>().number).toMatch(/^CRN\//)
    expect(await due(id)).toBe(99.68)
    await expectInvariantsHold(api.db)
    expect(refused(await credit(invoice.id, { lines: [{ line: line?.id, amount: 100.01 }] }))).toEqual([
      422,
      'refused',
      'lines',
    ])
    const rest = (await credit(invoice.id)).json<Invoice>()
    expect(rest.total).toBe(99.68)
    expect(await due(id)).toBe(0)
    expect(refused(await credit(invoice.id))).toEqual([409, 'credited'])
    expect(refused(await credit(rest.id))).toEqual([409, 'not_allowed'])
    const now = (await admin.get(`/api/invoices/${invoice.id}/`)).json<Invoice>()
    expect(now.credit_notes).toHaveLength(2)
    expect([now.credited, now.lines[0]?.left]).toEqual([100.01, 0])
    await expectInvariantsHold(api.db)
  })

  test('of a part leaves the rest to be paid, also before the delivery', async () => {
    const { id } = await order({ pickup: true })
    const invoice = await issued({ order: id })
    const [{ id: line } = { id: '' }] = invoice.lines
    const twice = [1, 2].map((amount) => ({ line, amount }))
    expect(refused(await credit(invoice.id, { lines: twice }))).toEqual([422, 'refused', 'lines'])
    expect((await credit(invoice.id, { lines: [{ line, amount: 18 }] })).statusCode).toBe(201)
    expect(await due(id)).toBe(100)
    expect(refused(await issue({ order: id }))).toEqual([409, 'invoiced'])
    await expectInvariantsHold(api.db)
  })

  test('is given once where two ask for all', async () => {
    const invoice = await issued({ order: (await order()).id })
    const replies = await Promise.all([credit(invoice.id), credit(invoice.id)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
  })

  test('follows when an order is cancelled', async () => {
    const { id } = await order()
    await issued({ order: id })
    await admin.patch(`/api/all-orders/${id}/`, { status: 'cancelled', note: 'Not needed' })
    expect(await ofOrder(id)).toMatchObject([
      { kind: 'credit_note', reason: 'Order cancelled' },
      { credited: 118 },
    ])
    await expectInvariantsHold(api.db)
  })

  test.each([
    { lines: [] },
    { lines: [{ line: nobody, amount: 1 }] },
    { lines: [{ line: 'x', amount: 1 }] },
    { lines: 1 },
    { reason: '' },
  ])('of %j is refused', async (body) => {
    const invoice = await issued({ order: (await order()).id })
    const reply = await credit(invoice.id, body)
    expect([400, 422]).toContain(reply.statusCode)
    const [{ id: line } = { id: '' }] = invoice.lines
    for (const amount of [0, -1, 1.005, 1e15])
      expect([400, 422]).toContain((await credit(invoice.id, { lines: [{ line, amount }] })).statusCode)
    expect((await admin.get(`/api/invoices/${invoice.id}/`)).json()).toMatchObject({ credited: 0 })
  })
})

describe('a delivered order', () => {
  const deliver = async (id: string) =>
    expect((await admin.patch(`/api/all-orders/${id}/`, { status: 'delivered' })).statusCode).toBe(200)
  const onTheWay = (fields: object = {}) =>
    order({ status: 'out-for-delivery', assigned_user: api.people.staff.id, ...fields })

  test('is invoiced by the shop where the settings say so, once over processes, and credited when it is reopened', async () => {
    const { id: by_hand } = await onTheWay()
    await deliver(by_hand)
    await set({ issue: 'delivery' })
    const { id } = await onTheWay()
    await deliver(id)
    await Promise.all([issueQueued(api.db), issueQueued(api.db), issueQueued(api.db)])
    expect(await ofOrder(id)).toMatchObject([{ kind: 'invoice', total: 118, by: null }])
    expect(await ofOrder(by_hand)).toEqual([])
    await admin.patch(`/api/all-orders/${id}/`, { status: 'out-for-delivery', note: 'Wrong door' })
    expect(await ofOrder(id)).toMatchObject([{ kind: 'credit_note', reason: 'Delivery undone' }, {}])
    await deliver(id)
    await issueQueued(api.db)
    expect((await ofOrder(id)).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note', 'invoice'])
    await set({ issue: 'hand' })
    await expectInvariantsHold(api.db)
  })

  test('that cannot be invoiced keeps no other from its invoice, and gets its own later', async () => {
    await set({ issue: 'delivery' })
    const [broken, whole] = [await onTheWay(), await onTheWay({ amount: 236_00 })]
    for (const { id } of [broken, whole]) await deliver(id)
    await api.db`alter table invoices add constraint broken check (total <> 11800) not valid`
    await expect(issueQueued(api.db)).rejects.toMatchObject({ code: '23514' })
    await api.db`alter table invoices drop constraint broken`
    expect([await ofOrder(broken.id), (await ofOrder(whole.id)).length]).toEqual([[], 1])
    expect(await issueQueued(api.db)).toBe(1)
    expect(await ofOrder(broken.id)).toHaveLength(1)
    await set({ issue: 'hand' })
    await expectInvariantsHold(api.db)
  })

  test('that is reopened before its invoice gets none', async () => {
    await set({ issue: 'delivery' })
    const { id } = await onTheWay()
    await deliver(id)
    await admin.patch(`/api/all-orders/${id}/`, { status: 'out-for-delivery', note: 'Wrong door' })
    await issueQueued(api.db)
    expect(await ofOrder(id)).toEqual([])
    await set({ issue: 'hand' })
  })

  test('of a company is invoiced once a month with all of its orders, over two processes', async () => {
    await set({ issue: 'delivery' })
    const { id: client } = await buildClient(api.db)
    const url = `/api/clients/${client}/billing/`
    const billing = (await admin.get(url)).json<ClientBilling>()
    expect(
      (await admin.put(url, { ...billing, version: undefined, company: 'Another' })).json(),
    ).toMatchObject({
      errors: [{ context: { key: 'company' } }],
    })
    const reply = await admin.put(url, { ...billing, name: 'Acme Ltd', state: 'Goa', monthly: true })
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { monthly: true, version: 2 }])
    expect((await admin.put(url, { ...billing })).statusCode).toBe(409)
    const last = { status: 'delivered', delivered_at: '2026-01-05T10:00:00Z' }
    const first = await order({ client, ...last })
    const second = await order({ client, ...last, amount: 236_00 })
    const later = await onTheWay({ client })
    await deliver(later.id)
    await issueQueued(api.db)
    await Promise.all([issueMonths(api.db), issueMonths(api.db)])
    const [invoice, ...more] = (await admin.get(`/api/invoices/?client=${client}`)).json<{
      results: InvoiceFacts[]
    }>().results
    expect(more).toEqual([])
    expect(invoice).toMatchObject({ total: 354, buyer: 'Acme Ltd', user: null, client, by: null })
    expect(invoice?.orders.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted())
    expect(refused(await issue({ client, month: '2026-01' }))).toEqual([422, 'refused', 'month'])
    expect(refused(await issue({ client, month: '2099-01' }))).toEqual([422, 'refused', 'month'])
    // One of its orders is returned: only that is credited.
    await admin.patch(`/api/all-orders/${first.id}/`, { status: 'out-for-delivery', note: 'Returned' })
    expect((await admin.get(`/api/invoices/${invoice?.id}/`)).json()).toMatchObject({ credited: 118 })
    await set({ issue: 'hand' })
    await expectInvariantsHold(api.db)
  })
})

test('a company whose invoice of the month fails keeps no other waiting', async () => {
  await set({ issue: 'delivery' })
  const companies = await Promise.all([buildClient(api.db), buildClient(api.db)])
  const [first = '', second = ''] = companies.map(({ id }) => id).toSorted()
  for (const client of [first, second]) {
    const url = `/api/clients/${client}/billing/`
    const { company, ...billing } = (await admin.get(url)).json<ClientBilling>()
    await admin.put(url, { ...billing, name: company, state: 'Goa', monthly: true })
    await order({ client, status: 'delivered', delivered_at: '2026-01-05T10:00:00Z' })
  }
  await api.db.unsafe(`alter table invoices add constraint broken check (client_id <> '${first}') not valid`)
  await expect(issueMonths(api.db)).rejects.toMatchObject({ code: '23514' })
  await api.db`alter table invoices drop constraint broken`
  const ofClients = () =>
    api.db`select client_id from invoices where client_id = any(${[first, second]}) order by 1`
  expect(await ofClients()).toEqual([{ client_id: second }])
  await issueMonths(api.db)
  expect(await ofClients()).toHaveLength(2)
  await set({ issue: 'hand' })
})

describe('the forms of an invoice', () => {
  test('are drawn after it is issued, and the same bytes for ever', async () => {
    const invoice = await issued({ order: (await order()).id })
    await drawIssued(api.resources, { error: () => {}, warn: () => {} })
    const read = async (file: keyof Invoice['files']) => {
      const { files } = (await admin.get(`/api/invoices/${invoice.id}/`)).json<Invoice>()
      const path = String(files[file]).replace('http://print.test', '')
      const reply = await api.app.inject({ url: path })
      expect([file, reply.statusCode]).toEqual([file, 200])
      return reply
    }
    const forms = {
      pdf: ['pdf', '%PDF-'],
      receipt: ['pdf', '%PDF-'],
      ubl: ['xml', '<?xml'],
      facturx: ['pdf', '%PDF-'],
    } as const
    for (const [file, [type, start]] of Object.entries(forms) as [
      keyof Invoice['files'],
      [string, string],
    ][]) {
      const first = await read(file)
      expect(first.headers['content-type']).toMatch(new RegExp(`^application/${type}\\b`))
      expect(first.headers['content-disposition']).toContain(`-${file}.${type}`)
      expect(first.rawPayload.subarray(0, 5).toString()).toBe(start)
      await set({ seller: { ...seller, name: 'Later' } })
      expect((await read(file)).rawPayload.equals(first.rawPayload)).toBe(true)
      await set({ seller })
    }
    const path = invoice.files.pdf.replace('http://print.test', '')
    expect((await api.app.inject({ url: path.replace('file=pdf', 'file=receipt') })).statusCode).toBe(403)
    expect((await api.app.inject({ url: path.slice(0, -3) })).statusCode).toBe(403)
    const stored = await api.db`select 1 from invoice_files where invoice_id = ${invoice.id}`
    expect(stored).toHaveLength(4)
  })
})

test('what was issued here has no fault by the rules of others', { tags: ['proof'] }, async () => {
  const rows = await api.db<{ id: string }[]>`
    select id from (select id, row_number() over (partition by kind order by id desc) as nth from invoices) as numbered
    where nth <= 8`
  for (const { id } of rows) {
    const invoice = await get(api.db, id)
    const faults = [...(await faultsOfUbl(writeUbl(invoice))), ...(await faultsOfCii(writeCii(invoice)))]
    expect([invoice.number, faults.filter(isNoRounding)]).toEqual([invoice.number, []])
  }
})

describe('the registers', () => {
  test('agree with the ledger to the paisa', async () => {
    const rows = (await admin.get('/api/registers/sales/?limit=100')).json<{
      results: { kind: string; tax_name: string; net: number; tax: number; total: number }[]
    }>().results
    const paise = (rupees: number) => Math.round(rupees * 100)
    const total = rows.reduce((sum, row) => sum + paise(row.total), 0)
    const [sums] = await api.db<[{ invoiced: number; invoices: number }]>`
      select (select sum(invoiced)::bigint from orders) as invoiced,
        (select sum(case kind when 'invoice' then total else -total end)::bigint from invoices) as invoices`
    expect([total, total]).toEqual([sums.invoiced, sums.invoices])
    expect(rows.every((row) => paise(row.net) + paise(row.tax) === paise(row.total))).toBe(true)
    expect(rows.some(({ kind, total: sum }) => kind === 'credit_note' && sum < 0)).toBe(true)
    for (const query of ['from_date=2099-01-01', 'to_date=2001-01-01', 'query=nothing of it'])
      expect([query, (await admin.get(`/api/registers/sales/?${query}`)).json().count]).toEqual([query, 0])
    const gst = (await admin.get('/api/registers/sales/?query=gst&limit=100')).json().results
    expect(gst).toEqual(rows.filter(({ tax_name }) => tax_name.startsWith('GST')))
  })

  test('of what is owed has all that delivered orders owe', async () => {
    const { id: user } = await buildUser(api.db, { last_name: 'Zubin' })
    const { id } = await order({ status: 'delivered', user })
    const { number } = await issued({ order: id })
    await admin.post('/api/payments/', { order: id, amount: 18, method: 'cash' })
    for (const [query, ids] of Object.entries({ 'query=zubin': [id], [`client=${user}`]: [] })) {
      const { results } = (await admin.get(`/api/registers/outstanding/?${query}`)).json()
      expect([query, results.map((row: { id: string }) => row.id)]).toEqual([query, ids])
    }
    const rows = (await admin.get('/api/registers/outstanding/?limit=100')).json<{
      results: { id: string; due: number }[]
    }>().results
    expect(rows.find((row) => row.id === id)).toMatchObject({
      invoice: number,
      total: 118,
      paid: 18,
      due: 100,
    })
    const [sum] = await api.db<[{ due: number }]>`
      select sum(due)::bigint as due from orders where due > 0 and status = 'delivered'`
    expect(rows.reduce((all, row) => all + Math.round(row.due * 100), 0)).toBe(sum.due)
    const file = await admin.get('/api/registers/outstanding/?format=csv')
    expect(file.body.split('\n')).toHaveLength(rows.length + 2)
  })
})

test('settings that contradict themselves are refused, and so are stale ones', async () => {
  const now = await settings()
  const save = (changes: object) => admin.put('/api/invoice-settings', { ...now, ...changes })
  const work = { ...now.work, printing: { tax: 'Unknown', code: '' } }
  expect(refused(await save({ work }))).toEqual([400, 'invalid', 'work.printing.tax'])
  expect(refused(await save({ series: { invoice: 'A', credit_note: 'A', self_billed: 'B' } }))).toEqual([
    400,
    'invalid',
    'series.credit_note',
  ])
  const [gst] = now.taxes
  const taxes = [{ ...gst, between: [{ name: 'IGST', rate: 1700 }] }, ...now.taxes.slice(1)]
  expect(refused(await save({ taxes }))).toEqual([400, 'invalid', 'taxes.0.between'])
  expect(refused(await save({ taxes: [gst, gst] }))[0]).toBe(400)
  expect(refused(await save({ version: now.version - 1 }))).toEqual([409, 'stale'])
  expect((await courier.get('/api/invoice-settings')).statusCode).toBe(403)
})
