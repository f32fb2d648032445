import type { CustomerImport } from '@our-print/contract/people/customerImports.ts'
import { csvParse } from 'd3-dsv'
import { afterEach, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildUser } from '../../../test/build.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { until } from '../../../test/until.ts'
import { delimiterOf } from '../../base/csv/csvTable.ts'
import { sweepSkippedCustomers } from './customerImports.queries.ts'
import { matchColumns } from './importColumns.ts'

const api = useApi()
const admin = api.as('admin')
afterEach(() => expectInvariantsHold(api.db))

let made = 0
/** A number that no other test has. */
const number = () => `98201${String(++made).padStart(5, '0')}`

type Bytes = string | Buffer

async function send(content: Bytes, query = '', { name = 'customers.csv', headers = {} } = {}) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  const reply = await admin.upload(`/api/users/import/${query}`, form, headers)
  return { status: reply.statusCode, body: reply.json<CustomerImport>(), text: reply.body }
}

const byMobile = async (mobile: string) => {
  const reply = await admin.get(`/api/users/?query=${mobile}`)
  return reply.json<{ results: Record<string, unknown>[] }>().results[0]
}

const everything = () => api.db`
  select (select count(*) from users)::int as users, (select count(*) from customer_imports)::int as imports,
    (select count(*) from audit_entries)::int as audit, (select sum(version) from users)::int as versions,
    (select count(*) from event_queue)::int as events, (select count(*) from customer_addresses)::int as addresses`

test('customers are imported with addresses, tags and notes, and every skipped line says why', async () => {
  const [one, two, three] = [number(), number(), number()]
  const known = await buildUser(api.db, { email: 'known@example.com' })
  const file = [
    'Customer Name;Phone No.;E-Mail;Address;City;State;Pin Code;Group;Remarks;Balance',
    `Anita Devi Hegde;0${one};Anita@Example.com;"12, MG Road";Pune;Maharashtra;411001;School, VIP;"Pays ""late""\nalways";7`,
    `Ravi;+91 ${two};;Old Town;;;;;;`,
    ';98;;;;;;;;',
    `No number;;;;;;;;;`,
    `Bad mail;${three};nowhere;;;;;;;`,
    `Again;${one};;;;;;;;`,
    `Known;${known.mobile};;;;;;;;`,
    `Other;${three};KNOWN@example.com;;;;;;;`,
    'Short;9.82E+09;;;;;;;;',
    '',
  ].join('\r\n')
  const { status, body, text } = await send(file)
  expect(status, text).toBe(200)
  expect(body.columns.map(({ name, field }) => [name, field])).toEqual([
    ['Customer Name', 'name'],
    ['Phone No.', 'mobile'],
    ['E-Mail', 'email'],
    ['Address', 'line1'],
    ['City', 'city'],
    ['State', 'state'],
    ['Pin Code', 'pincode'],
    ['Group', 'tags'],
    ['Remarks', 'notes'],
    ['Balance', ''],
  ])
  expect(body.columns[0]?.samples).toEqual(['Anita Devi Hegde', 'Ravi', ''])
  expect(body).toMatchObject({ created: 2, updated: 0, unchanged: 0, skipped_count: 7, missing: [] })
  expect(body.skipped.map(({ line, reason }) => [line, reason])).toEqual([
    [5, 'The phone number does not have 6 to 15 digits after its country code'],
    [6, 'There is no phone number'],
    [7, 'The email is not an email address'],
    [8, 'Line 2 has the same phone number'],
    [9, 'A customer has this phone number already'],
    [10, 'A customer has this email already'],
    [11, 'A spreadsheet has shortened this phone number: its digits are lost'],
  ])
  const anita = await byMobile(one)
  expect(anita).toMatchObject({
    first_name: 'Anita Devi',
    last_name: 'Hegde',
    mobile: `+91${one}`,
    email: 'anita@example.com',
    tags: ['school', 'vip'],
    notes: 'Pays "late"\nalways',
  })
  const addresses = (await admin.get(`/api/users/${String(anita?.['id'])}/addresses/`)).json()
  expect(addresses.results[0].address).toMatchObject({
    line1: '12, MG Road',
    pincode: '411001',
    country: 'India',
  })
  expect((await byMobile(two))?.['notes']).toBe('Address: Old Town')
  const told = await api.db`
    select entity, after ->> 'created' as created from audit_entries
    where entity_id = ${body.id} or entity = 'users' and action = 'insert' and after ->> 'mobile' = ${`+91${one}`}`
  expect(told).toEqual([{ entity: 'customer_imports', created: '2' }])
  const events = await api.db`
    select name from event_queue where entity = 'customer' union all select name from events where entity = 'customer'`
  expect(events.filter(({ name }) => name === 'customer.imported')).toHaveLength(1)
})

test('a check changes nothing and says the same', async () => {
  const file = `first name,surname,mobile\nA,B,${number()}\nC,D,12\n`
  const before = await everything()
  const check = await send(file, '?check=true')
  expect(await everything()).toEqual(before)
  expect(check.body).toMatchObject({ id: null, created: 1, skipped_count: 1 })
  const { body } = await send(file)
  expect({ ...body, id: null }).toEqual(check.body)
})

test('the same file twice changes nothing', async () => {
  const file = `name,mobile,email,tags\nAnil Rao,${number()},a${made}@example.com,x\nBina,${number()},,\n`
  await send(file)
  for (const doubles of ['skip', 'fill', 'overwrite']) {
    const [{ versions, users }] = (await everything()) as unknown as [{ versions: number; users: number }]
    const { body } = await send(file, `?doubles=${doubles}`)
    expect(body).toMatchObject({
      created: 0,
      updated: 0,
      ...(doubles === 'skip' ? { skipped_count: 2 } : { unchanged: 2, skipped_count: 0 }),
    })
    expect(await everything()).toMatchObject([{ versions, users }])
  }
})

test('what is known is filled or overwritten', async () => {
  const mobile = number()
  const { id } = await buildUser(api.db, { first_name: 'Old', last_name: '', mobile: `+91${mobile}` })
  const get = async () => (await admin.get(`/api/users/${id}/`)).json()
  const file = `first name,last name,mobile,email,notes,tags\nNew,Name,${mobile},new${made}@example.com,Hello,a;b\n`
  expect((await send(file, '?doubles=fill')).body).toMatchObject({ created: 0, updated: 1, skipped_count: 0 })
  expect(await get()).toMatchObject({
    first_name: 'Old',
    last_name: 'Name',
    email: `new${made}@example.com`,
    notes: 'Hello',
    tags: ['a', 'b'],
  })
  await api.db`
    update users set version = version + 1, double_of = ${(await buildUser(api.db)).id} where id = ${id}`
  const again = `first name,last name,mobile,email,notes\nNewest,,${number()},new${made - 1}@example.com,\n`
  expect((await send(again, '?doubles=overwrite')).body).toMatchObject({ updated: 1 })
  expect(await get()).toMatchObject({
    first_name: 'Newest',
    last_name: 'Name',
    mobile: `+91982010${String(made).padStart(4, '0')}`,
    notes: 'Hello',
    double_of: null,
  })
  const two = await buildUser(api.db)
  const both = `name,mobile,email\nWho,${two.mobile},new${made - 1}@example.com\n`
  expect((await send(both, '?doubles=overwrite')).body.skipped[0]?.reason).toContain('two customers')
})

test('a number of a merged customer is that of the kept one', async () => {
  const [kept, other] = [await buildUser(api.db), await buildUser(api.db)]
  await admin.post(`/api/users/${kept.id}/merge/`, { other: other.id })
  const file = `name,mobile,notes\nWho,${other.mobile},Also here\n`
  expect((await send(file)).body.skipped[0]?.reason).toBe('A customer has this phone number already')
  expect((await send(file, '?doubles=overwrite')).body).toMatchObject({ updated: 1 })
  expect((await admin.get(`/api/users/${kept.id}/`)).json()).toMatchObject({
    first_name: 'Who',
    mobile: kept.mobile,
    notes: 'Also here',
  })
})

test('columns that no name tells are said by hand', async () => {
  const file = `Wer,Wo,Womit\nAnita Hegde,Pune,${number()}\n`
  const check = await send(file, '?check=true')
  expect(check.body).toMatchObject({ missing: ['name', 'mobile'], created: 0, skipped: [] })
  expect((await send(file)).status).toBe(400)
  const said = await send(file, '?fields=name,,mobile')
  expect(said.body).toMatchObject({
    created: 1,
    columns: [{ field: 'name' }, { field: '' }, { field: 'mobile' }],
  })
  expect((await send(file, '?fields=name,nonsense')).status).toBe(400)
})

const text = (mobile: string) => `Name;Mobile;City\nJosé Peña;${mobile};Köln\n`
const utf16 = (mobile: string, mark: string) => Buffer.from(mark + text(mobile), 'utf16le')

describe('encodings and delimiters', () => {
  test.each<[string, (mobile: string) => Bytes]>([
    ['UTF-8', text],
    ['UTF-8 with a mark', (mobile) => `\uFEFF${text(mobile)}`],
    ['UTF-16 LE', (mobile) => utf16(mobile, '\uFEFF')],
    ['UTF-16 BE', (mobile) => utf16(mobile, '\uFEFF').swap16()],
    ['UTF-16 LE without a mark', (mobile) => utf16(mobile, '')],
    ['UTF-16 BE without a mark', (mobile) => utf16(mobile, '').swap16()],
    ['Latin-1', (mobile) => Buffer.from(text(mobile), 'latin1')],
    [
      'Latin-1 far behind',
      (mobile) => Buffer.from(`Name;Mobile\n${'x;1\n'.repeat(20_000)}José Peña;${mobile}\n`, 'latin1'),
    ],
    ['tabs', (mobile) => text(mobile).replaceAll(';', '\t')],
    ['bars and CR', (mobile) => text(mobile).replaceAll(';', '|').replaceAll('\n', '\r')],
    ['commas in quotes', (mobile) => `"Name, or so",Mobile,Name\nx,${mobile},José Peña\n`],
    ['a line that says the delimiter', (mobile) => `sep=;\n${text(mobile)}`],
    ['blank lines before', (mobile) => `\n\n${text(mobile)}\n\n`],
  ])('%s', async (_, encode) => {
    const mobile = number()
    const { body, text: answer } = await send(encode(mobile))
    expect(body.created, answer).toBe(1)
    expect(await byMobile(mobile)).toMatchObject({ first_name: 'José', last_name: 'Peña' })
  })

  test.each([
    ['nothing', '', 'The file is empty'],
    ['a PDF', '%PDF-1.7\n', 'PDF'],
    ['a spreadsheet', 'PK\u0003\u0004', 'save it as CSV'],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x01, 0x10]), 'not a CSV'],
    ['an open quote', 'name,mobile\n"x,1\n', 'has no end'],
  ])('%s is refused', async (_, content, message) => {
    const reply = await send(content)
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(message)])
  })

  test('a file with only a header has no customers', async () => {
    expect((await send('name,mobile\n')).body).toMatchObject({ created: 0, skipped_count: 0 })
    expect((await send('name,mobile\n', '', { name: 'customers.pdf' })).status).toBe(400)
  })
})

test('the skipped lines are a file that spreadsheets can open, for 30 days', async () => {
  const { body } = await send('name,mobile\n=1+1,12\n"two\nlines",13\n')
  const url = `/api/customer-imports/${String(body.id)}/skipped/`
  const rows = csvParse((await admin.get(`${url}?format=csv`)).body.replace(/^\uFEFF/, ''))
  expect(rows.map(({ line, customer }) => [line, customer])).toEqual([
    ['2', "'=1+1 12"],
    ['3', 'two lines 13'],
  ])
  expect((await admin.get(`${url}?query=lines`)).json().count).toBe(1)
  const last = (await admin.get(`${url}?ordering=-id&limit=1`)).json().results
  expect(last).toMatchObject([{ line: 3 }])
  await api.db`update customer_imports set at = now() - interval '31 days' where id = ${body.id}`
  await sweepSkippedCustomers(api.db)
  expect((await admin.get(url)).json().count).toBe(0)
})

test('a list that was exported here can be imported again', async () => {
  const { id } = await buildUser(api.db, { first_name: '=1+1', email: `formula${++made}@example.com` })
  const notes = 'Wants:\n- matt;-glossy\n ＋ rush\n=1'
  expect((await admin.patch(`/api/users/${id}/`, { notes })).statusCode).toBe(200)
  const csv = (await admin.get('/api/users/?format=csv')).body
  const { body } = await send(csv, '?doubles=fill')
  expect(body).toMatchObject({ created: 0, updated: 0, skipped_count: 0 })
  expect(body.unchanged).toBeGreaterThan(5)
  expect((await send(csv, '?doubles=overwrite')).body).toMatchObject({ created: 0, updated: 0 })
  expect((await admin.get(`/api/users/${id}/`)).json()).toMatchObject({ first_name: '=1+1', notes })
})

test('of imports at once each customer is created once', async () => {
  const file = `name,mobile\n${Array.from({ length: 500 }, () => `Anil,${number()}`).join('\n')}\n`
  const replies = await Promise.all([send(file), send(file)])
  expect(replies.map(({ body }) => body.created).toSorted((a, b) => a - b)).toEqual([0, 500])
  const headers = { 'idempotency-key': 'import-1' }
  const more = `name,mobile\nOnce,${number()}\n`
  const [first, again] = [await send(more, '', { headers }), await send(more, '', { headers })]
  expect(again.body).toEqual(first.body)
})

test('a customer who is changed while a file is read gets both, and the count is true', async () => {
  const { id, mobile } = await buildUser(api.db, { first_name: 'Old' })
  const { imported } = await api.db.begin(async (tx) => {
    await tx`update users set version = version + 1, email = 'meanwhile@print.test' where id = ${id}`
    const imported = send(`name,mobile,notes\nNew,${mobile},From the file\n`, '?doubles=overwrite')
    await until('it waits', async () => {
      const waiting = await api.resources.quickPool`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length > 0
    })
    return { imported }
  })
  expect((await imported).body).toMatchObject({ updated: 1, unchanged: 0 })
  const changed = { first_name: 'New', email: 'meanwhile@print.test', notes: 'From the file' }
  expect((await admin.get(`/api/users/${id}/`)).json()).toMatchObject(changed)
})

test('a field that two columns are said to be is refused: one of them would be lost', async () => {
  const file = `name,mobile,remarks,gst\nAnil,${number()},Pays late,27AAA\n`
  const { status, text } = await send(file, '?fields=name,mobile,notes,notes')
  expect([status, JSON.parse(text).errors[0].context.key]).toEqual([400, 'fields'])
  expect((await send(file, '?fields=name,mobile,,')).status).toBe(200)
})

test('names of columns in many spellings', () => {
  expect(matchColumns(['E-mail ID', 'PHONE', 'Prénom', 'Straße', 'Name', 'Mobile', 'Zip/Code', ''])).toEqual([
    'email',
    'mobile',
    'first_name',
    'line1',
    '',
    '',
    'pincode',
    '',
  ])
  expect(delimiterOf('"a;b;c",d\n1;2;3;4')).toBe(',')
  expect(delimiterOf('just one')).toBe(',')
})

test('what is no whole address is kept behind notes of any length', async () => {
  const mobile = number()
  const notes = 'x'.repeat(2000)
  await send(`name,mobile,notes,address\nLong,${mobile},${notes},12 MG Road\n`)
  const [made] = (await admin.get(`/api/users/?query=${mobile}`)).json().results
  expect(made.notes).toBe(`${notes}\nAddress: 12 MG Road`)
})
