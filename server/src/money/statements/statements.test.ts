import { setCurrency, usualCurrency } from '@our-print/contract/money/currency.ts'
import type { Payment } from '@our-print/contract/money/payments.ts'
import type { Statement, StatementLine } from '@our-print/contract/money/statements.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder } from '../../../test/build.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { until } from '../../../test/until.ts'
import { readMigrations } from '../../base/database/sqlFiles.ts'
import { reverse } from '../payments/reversals.queries.ts'
import { readDay, readDirection, readPaise } from './readStatement.ts'
import { layoutOf, matchColumns, missingIn } from './statementColumns.ts'
import { lockMethod } from './statementMatches.queries.ts'

const api = useApi()
const admin = api.as('admin')
afterEach(() => expectInvariantsHold(api.db))
afterEach(() => setCurrency(usualCurrency))

const day = '2026-02-10'
const at = (date: string) => `${date}T06:00:00Z`

async function pay(amount: number, more: object = {}): Promise<Payment> {
  const order = await buildOrder(api.db, { amount: amount * 100 })
  const reply = await admin.post('/api/payments/', {
    order: order.id,
    method: 'upi',
    amount,
    happened_at: at(day),
    ...more,
  })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<Payment>()
}

async function send(content: string, query = 'method=upi', headers = {}) {
  const form = new FormData()
  form.append('file', new Blob([content]), 'upi.csv')
  const reply = await admin.upload(`/api/statements/?${query}`, form, headers)
  return { status: reply.statusCode, body: reply.json<Statement>(), text: reply.body }
}

const lines = async (query = '') =>
  (await admin.get(`/api/statement-lines/?limit=100&${query}`)).json<{ results: StatementLine[] }>().results
const unstated = async (query = '') =>
  (await admin.get(`/api/payments/?in_statement=false&${query}`))
    .json<{ results: Payment[] }>()
    .results.map(({ id }) => id)

/** Whether a session waits for the lock of another one. */
const isWaiting = async () => {
  const [{ waiting }] = await api.db<[{ waiting: number }]>`
    select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return waiting > 0
}

const everything = () => api.db`
  select (select count(*) from statement_lines)::int as lines, (select sum(version) from statement_lines)::int as versions,
    (select count(*) from statements)::int as statements, (select count(*) from audit_entries)::int as audit,
    (select count(*) from event_queue)::int as events, (select count(*) from payments)::int as payments`

test('lines are matched by reference, else by amount and day; unsure ones are proposed, and both rests are a list of work', async () => {
  const byReference = await pay(101, { reference: '432100000001' })
  const byWord = await pay(101, { reference: 'Pay432100000002', happened_at: at('2026-02-09') })
  const byOrder = await pay(103, { happened_at: at('2026-02-08') })
  const byDay = await pay(104)
  const [twin, other] = [await pay(105), await pay(105)]
  const near = await pay(106, { happened_at: at('2026-02-12') })
  const clash = await pay(107, { reference: '432100000099' })
  const missing = await pay(108)
  const back = await pay(109)
  const refund = await admin.post('/api/payments/', {
    order: back.order,
    method: 'upi',
    amount: -9,
    happened_at: at(day),
  })
  const file = [
    'Account;Our Print;;;',
    ';;;;',
    'Txn Date;Narration;UTR No.;Credit;Debit',
    `10/02/2026;from Asha;432100000001;"101.00";`,
    `10/02/2026;UPI/pay432100000002/asha@bank;;101.00;`,
    `10/02/2026;Order ${byOrder.order_number} thank you;;103,00;`,
    '10-Feb-2026;from Ravi;;104;',
    '10-Feb-2026;from Mira;;105;',
    '10-Feb-2026;from Mira;;105;',
    '10-Feb-26;late;;106;',
    '10-Feb-26;another one;432100000077;107;',
    '10/02/2026;interest;;3.21;',
    '2026-02-10;back;;;9.00',
    '10/02/2026;first;;109;',
    'Closing balance;;;1,00,000.00;',
    '10/02/2026;both ways;;5;6',
    '10/02/2026;nothing;;0;',
  ].join('\r\n')
  const { status, body, text } = await send(file)
  expect(status, text).toBe(200)
  expect(body).toMatchObject({ added: 11, known: 0, skipped_count: 3, matched: 6, proposed: 4, open: 1 })
  expect(body.columns.map(({ field }) => field)).toEqual(['day', 'text', 'reference', 'credit', 'debit'])
  expect(body.skipped).toEqual([
    { line: 15, text: 'Closing balance', reason: 'There is no day that can be read' },
    { line: 16, text: '10/02/2026 both ways', reason: 'There is no amount that can be read' },
    { line: 17, text: '10/02/2026 nothing', reason: 'The amount is zero' },
  ])
  const found = Object.fromEntries(
    (await lines()).map((line) => [`${line.text} ${line.reference}`.trim(), line]),
  )
  const matched = {
    'from Asha 432100000001': byReference,
    'UPI/pay432100000002/asha@bank': byWord,
    [`Order ${byOrder.order_number} thank you`]: byOrder,
    'from Ravi': byDay,
    first: back,
    back: refund.json<Payment>(),
  }
  for (const [name, payment] of Object.entries(matched))
    expect(found[name], name).toMatchObject({ state: 'matched', payment: payment.id, matched_by_name: null })
  expect(found.late).toMatchObject({ state: 'proposed', payment: near.id })
  expect(found['another one 432100000077']).toMatchObject({ state: 'proposed', payment: clash.id })
  const proposed = await lines('state=proposed&query=Mira')
  expect(new Set(proposed.map(({ payment }) => payment))).toEqual(new Set([twin.id, other.id]))
  expect(found.interest).toMatchObject({ state: 'open', payment: null, amount: 3.21 })
  expect(await lines('state=todo')).toHaveLength(5)
  for (const query of ['from_date=2026-02-11', 'to_date=2026-02-09']) expect(await lines(query)).toEqual([])
  // A proposal is no match yet, and a payment after the last day of the statement is not missed.
  expect(new Set(await unstated())).toEqual(new Set([twin.id, other.id, clash.id, missing.id]))
  expect(await unstated('method=card')).toEqual([])

  const before = await everything()
  const again = await send(file)
  expect(again.body).toMatchObject({ id: null, added: 0, known: 11, matched: 6, proposed: 4, open: 1 })
  expect(await everything()).toEqual(before)
})

test('one amount column is signed by a column that says Cr or Dr', async () => {
  const withdrawn = await pay(301, { method: 'card' })
  const came = await pay(302, { method: 'card' })
  const file = [
    'Date,Particulars,Amount,Dr / Cr,Balance',
    '10/02/2026,to the landlord,301.00,DR,1.00',
    '10/02/2026,from Asha,302.00,Cr.,303.00',
    '10/02/2026,signed already,-7.00,Debit,296.00',
    '10/02/2026,who knows,303.00,,0.00',
    '10/02/2026,against itself,-304.00,CR,0.00',
  ].join('\n')
  const { body, text } = await send(file, 'method=card')
  expect(
    body.columns.map(({ field }) => field),
    text,
  ).toEqual(['day', 'text', 'amount', 'direction', ''])
  expect(body.skipped).toEqual([
    { line: 5, text: '10/02/2026 who knows', reason: 'It does not say Cr or Dr' },
    { line: 6, text: '10/02/2026 against itself', reason: 'There is no amount that can be read' },
  ])
  const found = Object.fromEntries((await lines('method=card')).map((line) => [line.text, line]))
  expect(found).toMatchObject({
    'to the landlord': { amount: -301, state: 'open', payment: null },
    'from Asha': { amount: 302, state: 'matched', payment: came.id },
    'signed already': { amount: -7 },
  })
  expect(await unstated('method=card')).toEqual([withdrawn.id])
})

test('a reference is the same with the zeros of a bank before it, and in the groups of an app', async () => {
  const [one, other] = [
    await pay(321, { method: 'card', reference: '4123 4567-8901' }),
    await pay(321, { method: 'card', reference: '412345678902' }),
  ]
  await pay(321, { method: 'card', reference: '000' })
  const rows = ['10/02/2026,0000412345678902,321.00', '10/02/2026,412345678901,321.00', '10/02/2026,0,321.00']
  await send(['Date,UTR,Credit', ...rows].join('\n'), 'method=card')
  const found = (await lines('method=card&state=matched')).map(({ payment }) => payment)
  expect(found).toEqual(expect.arrayContaining([one.id, other.id]))
  expect((await lines('method=card')).find(({ reference }) => reference === '0')?.state).toBe('proposed')
})

test('what failed is no payment, and a dash is no amount', async () => {
  const failed = await pay(311, { method: 'card' })
  const file = [
    'Txn Date,Details,Status,Paid In,Paid Out',
    '10/02/2026,tried,FAILED,311.00,-',
    '10/02/2026,waits,Pending,312.00,-',
    '10/02/2026,came,SUCCESS,313.00,-',
    '10/02/2026,left,Completed,—,314.00',
  ].join('\n')
  const reason = 'It did not go through'
  expect((await send(file, 'method=card')).body.skipped).toEqual([
    { line: 2, text: '10/02/2026 tried', reason },
    { line: 3, text: '10/02/2026 waits', reason },
  ])
  const found = Object.fromEntries((await lines('method=card')).map((line) => [line.text, line.amount]))
  expect(found).toMatchObject({ came: 313, left: -314 })
  expect(found).not.toHaveProperty('tried')
  expect(await unstated('method=card')).toContain(failed.id)
})

test('a file is read whatever stands above its header, and with quotation marks in its texts', async () => {
  const rows = ['10/02/2026;from "Asha" Stores;;5,00', '10/02/2026;"Rent; paid";7,00;']
  const file = ['A BANK, 12 MG Road, Pune, MH, 411001', '', 'Date;Narration;Withdrawal;Deposit', ...rows]
  expect((await send(file.join('\n'), 'method=card')).body).toMatchObject({ added: 2, skipped_count: 0 })
  const found = Object.fromEntries((await lines('method=card')).map((line) => [line.text, line.amount]))
  expect(found).toMatchObject({ 'from "Asha" Stores': 5, 'Rent; paid': -7 })
})

test('a column named Type is no direction where it says how was paid, or where two columns have the amounts', async () => {
  const fieldsOf = async (...rows: string[]) =>
    (await send(rows.join('\n'), 'method=upi&check=true')).body.columns.map(({ field }) => field)
  const row = '10/02/2026,'
  expect(await fieldsOf('Date,Transaction Type,Amount', `${row}UPI,5`, `${row}NEFT,6`)).toEqual([
    'day',
    '',
    'amount',
  ])
  expect(await fieldsOf('Date,Transaction Type,Amount', `${row},5`, `${row}credit,6`)).toEqual([
    'day',
    'direction',
    'amount',
  ])
  expect(await fieldsOf('Date,Type,Deposit,Withdrawal', `${row}CR,5,`)).toEqual([
    'day',
    '',
    'credit',
    'debit',
  ])
})

test('a column that says Cr or Dr is read where it could only be left out before', async () => {
  const head = 'Date,Amount,Cr/Dr,Branch'
  const check = async () =>
    (await send(`${head}\n10/02/2026,5,DR,Pune`, 'method=upi&check=true')).body.columns.map(
      ({ field }) => field,
    )
  const columns = { date: 'day', amount: 'amount', crdr: '', branch: '' }
  const known = await api.db`select columns, month_first from statement_layouts where method = 'upi'`
  await api.db`
    insert into statement_layouts (method, columns, month_first) values ('upi', ${api.db.json(columns)}, false)
    on conflict (method) do update set columns = excluded.columns`
  expect(await check()).toEqual(['day', 'amount', '', ''])
  const [migration] = (await readMigrations()).filter(({ name }) => name.startsWith('0061'))
  await api.db.unsafe(migration?.text ?? '')
  expect(await check()).toEqual(['day', 'amount', 'direction', ''])
  const [kept] = await api.db`select columns from statement_layouts where method = 'upi'`
  expect(kept).toEqual({ columns: { date: 'day', amount: 'amount', branch: '' } })
  for (const row of known)
    await api.db`update statement_layouts set columns = ${row['columns']} where method = 'upi'`
})

test.each([
  ['CR', 'credit'],
  ['Cr.', 'credit'],
  [' credit ', 'credit'],
  ['C', 'credit'],
  ['DR', 'debit'],
  ['Debit', 'debit'],
  ['d', 'debit'],
  ['UPI', undefined],
  ['', undefined],
])('%j is the direction %j', (cell, direction) => expect(readDirection(cell)).toBe(direction))

test('a file that overlaps the last one adds only what is new; its columns are remembered', async () => {
  const first = ['Wann,Was,Wieviel', '03/04/2026,a,10.00', '03/04/2026,a,10.00'].join('\n')
  const unnamed = await send(first, 'method=bank_transfer&check=true')
  expect(unnamed.body).toMatchObject({ id: null, missing: ['day', 'amount'], added: 0 })
  expect((await send(first, 'method=bank_transfer')).status).toBe(400)
  // One of the two columns would be lost.
  expect((await send(first, 'method=bank_transfer&fields=day,amount,amount')).status).toBe(400)
  const check = await send(first, 'method=bank_transfer&fields=day,text,amount&month_first=true&check=true')
  expect(check.body).toMatchObject({ id: null, missing: [], added: 2 })
  expect(await lines('method=bank_transfer')).toEqual([])
  const chosen = await send(first, 'method=bank_transfer&fields=day,text,amount&month_first=true')
  expect(chosen.body).toMatchObject({ added: 2, open: 2 })
  expect((await lines('method=bank_transfer')).map(({ day }) => day)).toEqual(['2026-03-04', '2026-03-04'])
  const wider = await send(`${first}\n03/05/2026,a,10.00\n03/04/2026,a,10.00`, 'method=bank_transfer')
  expect(wider.body).toMatchObject({ added: 2, known: 2, month_first: true })
})

test('lines that were exported here are known when they are read again', async () => {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const hostile = [
    '=1+1',
    '+91 2',
    '-x; =2',
    '@y',
    '\t=z',
    'a "b", c',
    'two\n=lines',
    '＝w;-v',
    'Opening, day',
  ]
  const rows = hostile.map((text, at) => `2024-05-06,${at - 4.5},${cell(text)},${cell(`${text}${at}`)}`)
  const first = await send(`date,amount,utr,narration\n${rows.join('\n')}\n`, 'method=upi')
  expect(first.body).toMatchObject({ added: hostile.length, skipped: [] })
  const query = 'format=csv&method=upi&from_date=2024-05-06&to_date=2024-05-06'
  const csv = (await admin.get(`/api/statement-lines/?${query}`)).body
  expect((await send(csv, 'method=upi')).body).toMatchObject({
    missing: [],
    added: 0,
    known: hostile.length,
    skipped: [],
  })
  // By its names alone, without what is remembered of other files.
  expect((await send(csv, 'method=card')).body).toMatchObject({ added: hostile.length, skipped: [] })
})

test('two people who send one file at once add it once', async () => {
  const file = 'date,amount,description\n2026-03-01,77.00,once\n'
  const both = await Promise.all([send(file, 'method=card'), send(file, 'method=card')])
  expect(both.map(({ body }) => body.added).toSorted((a, b) => a - b)).toEqual([0, 1])
})

describe('a statement that was read wrongly', () => {
  const takeBack = (id: string | null | undefined, as = admin) =>
    as.post(`/api/statements/${id}/take-back/`, {})

  test('is taken back with its lines and matches, once, and read again', async () => {
    const payment = await pay(321, { reference: 'UTR321321321' })
    await send('Date,Amount\n11/02/2026,5.00\n', 'method=upi')
    const file = 'Date,UTR,Withdrawn,Paid in\n10/02/2026,UTR321321321,,321\n10/02/2026,X,9.5,\n'
    const wrong = await send(file, 'method=upi&fields=day,reference,credit,debit')
    expect(wrong.body).toMatchObject({ added: 2 })
    expect((await lines('query=UTR321321321'))[0]).toMatchObject({ amount: -321, state: 'open' })
    const other = (await lines()).length - 2
    const first = await takeBack(wrong.body.id)
    expect([first.statusCode, first.json()]).toMatchObject([200, { taken_back: 2 }])
    expect(await lines()).toHaveLength(other)
    const again = await takeBack(wrong.body.id)
    expect([again.statusCode, again.json().code]).toEqual([409, 'taken_back'])
    const right = await send(file, 'method=upi&fields=day,reference,debit,credit')
    expect(right.body).toMatchObject({ added: 2, known: 0 })
    const [line] = await lines('query=UTR321321321')
    expect(line).toMatchObject({
      amount: 321,
      payment: payment.id,
      state: 'matched',
      statement: right.body.id,
    })
    expect((await takeBack(right.body.id)).json()).toMatchObject({ taken_back: 2 })
    expect(await unstated('limit=100')).toContain(payment.id)
    expect((await admin.get(`/api/payments/${payment.id}/`)).json()).toMatchObject({ reversed_by: null })
    const [entry] = await api.db`
      select actor, after ->> 'taken_back_by' as by from audit_entries
      where entity = 'statements' and entity_id = ${right.body.id} and action = 'update'`
    expect(entry).toEqual({ actor: api.people.admin.id, by: api.people.admin.id })
  })

  test('has no line to decide on any more, also for who decides at the same time', async () => {
    const { body } = await send('Date,Amount\n10/02/2026,654.00\n', 'method=upi')
    const [line] = (await lines()).filter(({ amount }) => amount === 654)
    const decided = api.db.begin(async (tx) => {
      await lockMethod(tx, 'upi')
      await tx`update statements set taken_back_at = now(), taken_back_by = ${api.people.admin.id} where id = ${body.id}`
      await tx`delete from statement_lines where statement_id = ${body.id}`
      const reply = admin.post(`/api/statement-lines/${line?.id}/set-aside/`, { reason: 'Fee' })
      await until('it waits', isWaiting)
      return { reply }
    })
    expect((await (await decided).reply).statusCode).toBe(404)
  })

  test('is taken back by who has the statements, and only one that is there', async () => {
    const { body } = await send('Date,Amount\n10/02/2026,655.00\n', 'method=upi')
    expect((await takeBack(body.id, api.as('staff'))).statusCode).toBe(403)
    expect((await takeBack('01900000-0000-7000-8000-000000000000')).statusCode).toBe(404)
    expect((await takeBack(body.id)).statusCode).toBe(200)
  })
})

describe('what a person decides', () => {
  async function openLine(amount: number, method = 'upi') {
    const { body, text } = await send(
      `date,amount,description\n${day},${amount},line ${amount}\n`,
      `method=${method}`,
    )
    expect(body.added, text).toBe(1)
    const [line] = await lines(`query=line ${amount}`)
    if (!line) throw new Error('The line is missing')
    return line
  }
  const act = (id: string, verb: string, body: object = {}) =>
    admin.post(`/api/statement-lines/${id}/${verb}/`, body)

  test('a payment that is entered late is matched when asked, by hand or by the rules', async () => {
    const line = await openLine(211)
    expect((await act(line.id, 'match')).statusCode).toBe(400)
    const nobody = '01900000-0000-7000-8000-000000000000'
    expect((await act(line.id, 'match', { payment: nobody })).statusCode).toBe(422)
    const payment = await pay(211, { happened_at: at('2026-02-25') })
    const could = await admin.get(`/api/payments/?could_be=${line.id}`)
    expect(could.json<{ results: Payment[] }>().results.map(({ id }) => id)).toEqual([payment.id])
    const matched = await act(line.id, 'match', { payment: payment.id, version: line.version })
    expect(matched.json()).toMatchObject({ state: 'matched', matched_by_name: expect.any(String) })
    expect((await act(line.id, 'match', { payment: payment.id })).statusCode).toBe(409)
    expect((await act(line.id, 'set-aside', { reason: 'x', version: line.version })).statusCode).toBe(409)
    expect((await act(line.id, 'reopen')).json()).toMatchObject({ state: 'open', payment: null })
    const soon = await pay(211)
    const again = await admin.post('/api/statements/match/', { method: 'upi' })
    expect(again.statusCode).toBe(200)
    expect((await lines('query=line 211'))[0]).toMatchObject({ state: 'matched', payment: soon.id })
    const [entry] = await api.db`
      select action from audit_entries where entity = 'statement_lines' and entity_id = ${line.id} limit 1`
    expect(entry).toMatchObject({ action: 'update' })
  })

  test('what is proposed is matched by saying so', async () => {
    const payment = await pay(215, { happened_at: at('2026-02-12') })
    const line = await openLine(215)
    expect(line).toMatchObject({ state: 'proposed', payment: payment.id })
    expect((await act(line.id, 'match')).json()).toMatchObject({ state: 'matched', payment: payment.id })
  })

  test('what was undone is not matched to the same payment again, but by a person', async () => {
    const payment = await pay(217)
    const line = await openLine(217)
    expect(line).toMatchObject({ state: 'matched', payment: payment.id })
    expect((await act(line.id, 'reopen')).json()).toMatchObject({ state: 'open' })
    await send('date,amount,description\n2026-02-11,218,later\n')
    await admin.post('/api/statements/match/', { method: 'upi' })
    expect((await lines('query=line 217'))[0]).toMatchObject({ state: 'open', payment: null })
    expect((await act(line.id, 'match', { payment: payment.id })).json()).toMatchObject({ state: 'matched' })
  })

  test('what is no payment is set aside with a note', async () => {
    const { id } = await openLine(212)
    expect((await act(id, 'set-aside', { reason: ' ' })).statusCode).toBe(400)
    expect((await act(id, 'set-aside', { reason: 'Interest' })).json()).toMatchObject({
      state: 'set_aside',
      note: 'Interest',
    })
    expect((await act(id, 'set-aside', { reason: 'Interest' })).statusCode).toBe(409)
    expect((await act(id, 'reopen')).json()).toMatchObject({ state: 'open', note: '' })
    expect((await act(id, 'reopen')).statusCode).toBe(409)
  })

  test('a line is no payment of another amount or method, or of another line', async () => {
    const line = await openLine(213)
    const [less, cash, fitting] = [await pay(212), await pay(213, { method: 'cash' }), await pay(213)]
    for (const { id } of [less, cash])
      expect((await act(line.id, 'match', { payment: id })).statusCode).toBe(422)
    const both = await Promise.all([1, 2].map(() => act(line.id, 'match', { payment: fitting.id })))
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    await send(`date,amount,description\n${day},213,second 213\n`)
    const [second] = await lines('query=second 213')
    expect((await act(second?.id ?? '', 'match', { payment: fitting.id })).statusCode).toBe(409)
  })

  test('a payment that is reversed leaves its line open', async () => {
    const payment = await pay(214)
    const line = await openLine(214)
    expect(line).toMatchObject({ state: 'matched', payment: payment.id })
    const reversed = await admin.post(`/api/payments/${payment.id}/reverse/`, { reason: 'Other order' })
    expect(reversed.statusCode).toBe(201)
    expect((await lines('query=line 214'))[0]).toMatchObject({ state: 'open', payment: null })
    expect((await act(line.id, 'match', { payment: payment.id })).statusCode).toBe(422)
  })

  test.each(['a statement is read', 'its line is matched by hand'])(
    'a payment that is being reversed while %s is no line of it',
    async (what) => {
      const payment = await pay(207, { reference: what })
      const file = `Date,Narration,UTR,Credit\n10/02/2026,from Asha,${what === 'a statement is read' ? what : ''},207`
      if (what !== 'a statement is read') {
        await pay(207)
        await send(file)
      }
      const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
      const { promise: isReversed, resolve: reversed } = Promise.withResolvers<void>()
      const actor = { ...api.people.admin, is_superuser: true } as Parameters<typeof reverse>[1]
      const reversing = api.db.begin(async (tx) => {
        await reverse(tx, actor, payment.id, 'Twice')
        reversed()
        await isRead
      })
      await isReversed
      const line = (await lines('')).find(({ amount }) => amount === 207)
      const asking =
        what === 'a statement is read'
          ? send(file)
          : admin.post(`/api/statement-lines/${line?.id}/match/`, { payment: payment.id })
      // It waits for the reversal, or has answered wrongly by then.
      await Promise.race([asking, until('it waits', isWaiting)])
      read()
      await reversing
      await asking
      expect(await lines('')).not.toContainEqual(expect.objectContaining({ payment: payment.id }))
    },
  )

  test('cash has no statement, and delivery staff see none', async () => {
    for (const method of ['cash', 'account', 'cheque'])
      expect((await send('date,amount\n', `method=${method}`)).status).toBe(400)
    expect((await api.as('staff').get('/api/statement-lines/')).statusCode).toBe(403)
  })
})

test.each([
  ['2026-11-24', '2026-11-24'],
  ['24/11/26', '2026-11-24'],
  ['24.11.2026 10:30', '2026-11-24'],
  ['24-Nov-2026', '2026-11-24'],
  ['4 September 26', '2026-09-04'],
  ['Nov 24, 2026', '2026-11-24'],
  ['November 4 2026 10:30 PM', '2026-11-04'],
  ['Nov 24 10:30', undefined],
  ['Rem 24, 2026', undefined],
  ['31/02/2026', undefined],
  ['Total', undefined],
])('the day %s', (cell, day) => {
  expect(readDay(cell, false)).toBe(day)
})

test.each([
  ['1,23,456.50', 12345650],
  ['₹ 342.5', 34250],
  ['Rs. 20', 2000],
  ['1.234,56', 123456],
  ['1.234.567', 123456700],
  ['1.234', undefined],
  ['(20.00)', -2000],
  ['20.00 Dr', -2000],
  ['20.00 Cr', 2000],
  ['20.00(Dr)', -2000],
  ['20.00 (Cr.)', 2000],
  ['-0.07', -7],
  ['₹ -342.50', -34250],
  ['Rs. -20', -2000],
  ['INR −20.00', -2000],
  ['₹ (20.00)', -2000],
  ['+ ₹20', 2000],
  ['20-', -2000],
  ['20-30', undefined],
  ['(20.00', undefined],
  ['₹20₹30', undefined],
  ['-0', 0],
  ['0.125', undefined],
  ['1e5', undefined],
  ['12,34', 1234],
  ['99999999999', undefined],
  ['', undefined],
])('the amount %s', (cell, paise) => {
  expect(readPaise(cell)).toBe(paise)
})

test.each([
  ['EUR', '€ 342,50', 34250],
  ['EUR', '342.5 EUR', 34250],
  ['EUR', '-€20.00', -2000],
  ['EUR', '₹ 342.5', undefined],
  ['EUR', 'Rs. 20', undefined],
  ['EUR', '20.00 INR', undefined],
  ['INR', '€ 342.5', undefined],
  ['IDR', '20.00 IDR', 2000],
  ['IDR', 'IDR 20.00 Dr', -2000],
  ['INR', '20.00 inr', 2000],
  ['SEK', '12,50 kr', 1250],
  ['SEK', '12kr50', undefined],
  ['BRL', 'R$ 12,50', 1250],
  ['XCG', 'Cg. 12.50', 1250],
])('in a shop in %s, %s', (code, cell, paise) => {
  setCurrency(code)
  expect(readPaise(cell)).toBe(paise)
})

test('columns are what they were the last time, else what their names say; the second of two is left out', () => {
  const header = ['Date', 'Value Dt', 'UTR', 'Amount', 'constructor']
  expect(matchColumns(header, { utr: '' })).toEqual(['day', '', '', 'amount', ''])
  expect(matchColumns(header, { date: 'text' })).toEqual(['text', 'day', 'reference', 'amount', ''])
  expect(missingIn(['text'])).toEqual(['day', 'amount'])
  for (const field of ['amount', 'credit', 'debit'] as const) expect(missingIn(['day', field])).toEqual([])
  const columns = [{ name: '', field: 'text' } as const, { name: 'UTR No.', field: 'reference' } as const]
  expect(layoutOf(columns)).toEqual({ utrno: 'reference' })
})
