import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { describePhones, migrate, migrationNames } from './migrate.ts'

// A shop from before phones were kept in E.164 and codes and searches were folded, brought up to date.

const { db } = useDatabase({ migrated: false })
const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`

beforeAll(async () => {
  await db`create table migrations (name text primary key, at timestamptz not null default now())`
  for (const name of (await migrationNames()).filter((name) => name < '0022')) {
    await db.unsafe(await readFile(new URL(`../../migrations/${name}`, import.meta.url), 'utf8'))
    await db`insert into migrations (name) values (${name})`
  }
  const mobiles = [
    '9820012345',
    '09820012345',
    '+919820054321',
    '9820054321',
    '112233',
    '+19820012345',
    '00000',
  ]
  for (const [index, mobile] of mobiles.slice(0, 6).entries()) {
    await db`
      insert into users (id, first_name, mobile, created_at)
      values (${id(index)}, 'ÉLAN', ${mobile}, ${`2026-01-0${index + 1}T00:00:00Z`})`
  }
  // The database of a shop that never was ours may hold anything that its checks let through.
  await db`insert into clients (name, contact, joined_on, client_type, address) values ('Short', '12345', now(), 1, '{}')`
  await db`insert into leads (name, mobile, message) values ('Lead', '00919820012345', 'Hello')`
  await db`
    insert into staff_users (email, full_name, mobile, password_hash)
    values ('a@print.test', 'A', '9820012345', ''), ('b@print.test', 'B', '09820012345', '')`
  await db`update configurations set contact = jsonb_set(contact, '{phone}', '"022-2412 3456"')`
  await db`
    insert into orders (id, title, user_id, pdf_page_count, copies, color, sides, paper_size, binding, pickup, amount)
    values (${id(50)}, 'Straße', ${id(0)}, 1, 1, 'bw', 'single', 'A4', 'none', true, 100)`
  // What a rename at an unlucky moment has left.
  await db`update order_search set words = 'an old name'`
  const [client] = await db<[{ id: string }]>`select id from clients`
  const [group] = await db<[{ id: string }]>`
    insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
    values (${client.id}, 'Tea', 0, '2099-12-31', false) returning id`
  await db`
    insert into vouchers (voucher_info_id, client_id, voucher_code)
    select ${group.id}, ${client.id}, code from unnest('{aB3x,AB3X,other}'::text[]) code`
  await db`
    insert into coupons (name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew)
    values ('Old', 'SAVE', 10, '2026-01-01', '2099-01-01', false, false),
      ('New', 'ＳＡＶＥ', 20, '2026-01-01', '2099-01-01', false, false)`
  await migrate(db)
})

test('each number is kept in E.164; of two customers with one number the older has it, and the other names them', async () => {
  expect(await db`select id, mobile, double_of from users order by id`).toEqual([
    { id: id(0), mobile: '+919820012345', double_of: null },
    { id: id(1), mobile: '09820012345', double_of: id(0) },
    { id: id(2), mobile: '+919820054321', double_of: null },
    { id: id(3), mobile: '9820054321', double_of: id(2) },
    { id: id(4), mobile: '+91112233', double_of: null },
    { id: id(5), mobile: '+19820012345', double_of: null },
  ])
  expect(await db`select mobile from staff_users order by email`).toEqual([
    { mobile: '+919820012345' },
    { mobile: '09820012345' },
  ])
  expect(await db`select mobile from leads`).toEqual([{ mobile: '+919820012345' }])
  expect(await db`select contact from clients`).toEqual([{ contact: '12345' }])
  expect(await db`select contact ->> 'phone' as phone from configurations`).toEqual([
    { phone: '+912224123456' },
  ])
  expect(await describePhones(db)).toEqual([
    'Customers with the phone number of another one: 2. Their pages name the other one.',
    'Phone numbers that are kept as they were typed, as they cannot be right: 2',
  ])
})

test('who gets a number of their own is no double any more', async () => {
  await db`update users set mobile = '+919820099999' where id = ${id(3)}`
  expect(await db`select double_of from users where id = ${id(3)}`).toEqual([{ double_of: null }])
  await db`update users set first_name = 'X' where id = ${id(1)}`
  expect(await db`select double_of from users where id = ${id(1)}`).toEqual([{ double_of: id(0) }])
})

test('what orders are found by is written anew, with the number as it is kept now', async () => {
  const [{ words }] = await db<[{ words: string }]>`select words from order_search where order_id = ${id(50)}`
  expect(words.split('\n').slice(1)).toEqual(['strasse', 'élan', '+919820012345'])
})

test('codes that have become one stay both; nothing is added beside them until one has another code', async () => {
  const codes = () => db`select voucher_code, is_double from vouchers order by voucher_code`
  expect(await codes()).toEqual([
    { voucher_code: 'AB3X', is_double: true },
    { voucher_code: 'aB3x', is_double: false },
    { voucher_code: 'other', is_double: false },
  ])
  const add = (code: string) => db`
    insert into vouchers (voucher_info_id, client_id, voucher_code)
    select id, client_id, ${code} from voucher_infos on conflict (client_id, code_key) do nothing returning 1`
  expect(await add('ab3x')).toEqual([])
  await db`update vouchers set voucher_code = 'AB3Y' where voucher_code = 'AB3X'`
  expect(await add('ab3y')).toEqual([])
  expect(await db`select name, is_double from coupons order by name`).toEqual([
    { name: 'New', is_double: true },
    { name: 'Old', is_double: false },
  ])
})
