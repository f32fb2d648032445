import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import * as users from '../../people/customers/customers.queries.ts'

// Customers with one phone number in two spellings, from another system, and codes that differ only in case.

const { db } = useDatabase()

test('a customer who gets another phone number is no longer a duplicate', async () => {
  const [first] = await db<[{ id: string }]>`
    insert into users (first_name, mobile) values ('Anil', '+919820012345') returning id`
  const [second] = await db<[{ id: string }]>`
    insert into users (first_name, mobile, double_of) values ('Anil', '09820012345', ${first.id}) returning id`
  const doubleOf = async () => {
    const [row] = await db<
      [{ double_of: string | null }]
    >`select double_of from users where id = ${second.id}`
    return row.double_of
  }
  await users.update(db, second.id, { first_name: 'X' })
  expect(await doubleOf()).toBe(first.id)
  await users.update(db, second.id, { mobile: '+919820099999' })
  expect(await doubleOf()).toBeNull()
})

test('the search text of an order is folded and has the mobile number as stored', async () => {
  const [{ id }] = await db<[{ id: string }]>`
    insert into users (first_name, mobile) values ('ÉLAN', '+919820054321') returning id`
  const [{ words }] = await db<[{ words: string }]>`
    with added as (
      insert into orders (title, user_id, pdf_page_count, copies, color, sides, paper_size, binding, pickup, amount)
      values ('Straße', ${id}, 1, 1, 'bw', 'single', 'A4', 'none', true, 100) returning orders)
    select order_search_words(added.orders, u) as words from added, users u where u.id = ${id}`
  expect(words.split('\n').slice(1)).toEqual(['strasse', 'elan', '+919820054321'])
})

test('voucher codes of a company that differ only in case are one code', async () => {
  const [client] = await db<[{ id: string }]>`
    insert into clients (name, contact, joined_on, client_type, address) values ('Short', '12345', now(), 1, '{}') returning id`
  const [group] = await db<[{ id: string }]>`
    insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
    values (${client.id}, 'Tea', 0, '2099-12-31', false) returning id`
  const add = (code: string) => db`
    insert into vouchers (voucher_info_id, client_id, voucher_code) values (${group.id}, ${client.id}, ${code})
    on conflict (client_id, code_key) do nothing returning voucher_code`
  expect(await add('aB3x')).toEqual([{ voucher_code: 'aB3x' }])
  expect(await add('ab3x')).toEqual([])
})

test('coupons whose codes differ only in width and case are one code', async () => {
  const add = (code: string) => db`
    insert into coupons (name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew)
    values ('Sale', ${code}, 10, '2026-01-01', '2099-01-01', false, false)`
  await add('Save')
  await expect(add('ＳＡＶＥ')).rejects.toMatchObject({ constraint_name: 'coupons_code_taken' })
})
