import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import * as users from '../../people/customers/customers.queries.ts'
import * as coupons from '../../rewards/coupons/coupons.queries.ts'
import * as updateVoucher from '../../rewards/vouchers/updateVoucher.queries.ts'

// Rows from other systems: customers with one phone number in two spellings, and codes that differ only in case.

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
  expect(words.split('\n').slice(1)).toEqual(['strasse', 'élan', '+919820054321'])
})

test('a duplicate voucher code stays marked until it gets another code, and the first one keeps its key', async () => {
  const [client] = await db<[{ id: string }]>`
    insert into clients (name, contact, joined_on, client_type, address) values ('Short', '12345', now(), 1, '{}') returning id`
  const [group] = await db<[{ id: string }]>`
    insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
    values (${client.id}, 'Tea', 0, '2099-12-31', false) returning id`
  const add = (code: string, isDouble = false) => db`
    insert into vouchers (voucher_info_id, client_id, voucher_code, is_double)
    values (${group.id}, ${client.id}, ${code}, ${isDouble})
    on conflict (client_id, code_key) do nothing returning is_double`
  expect(await add('aB3x')).toEqual([{ is_double: false }])
  expect(await add('ab3x')).toEqual([])
  expect(await add('AB3X', true)).toEqual([{ is_double: true }])
  const [double] = await db<[{ id: string }]>`select id from vouchers where voucher_code = 'AB3X'`
  await updateVoucher.update(db, { id: double.id, voucher_code: 'AB3Y' }, undefined)
  expect(await db`select is_double from vouchers where voucher_code = 'AB3Y'`).toEqual([{ is_double: false }])
  expect(await add('ab3y')).toEqual([])
})

test('a coupon with a duplicate code stays marked until it gets another code', async () => {
  const add = (name: string, code: string, isDouble = false) => db`
    insert into coupons (name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew, is_double)
    values (${name}, ${code}, 10, '2026-01-01', '2099-01-01', false, false, ${isDouble})`
  await add('Old', 'SAVE')
  await expect(add('New', 'ＳＡＶＥ')).rejects.toMatchObject({ constraint_name: 'coupons_code_taken' })
  await add('New', 'ＳＡＶＥ', true)
  const [double] = await db<[{ id: string }]>`select id from coupons where name = 'New'`
  const { version, ...coupon } = await coupons.get(db, double.id)
  await coupons.update(db, double.id, { ...coupon, discount_percentage: 20 })
  expect(await db`select is_double from coupons where name = 'New'`).toEqual([{ is_double: true }])
  await coupons.update(db, double.id, { ...coupon, code: 'MORE' })
  expect(await db`select is_double from coupons where name = 'New'`).toEqual([{ is_double: false }])
  await expect(add('Third', 'more')).rejects.toMatchObject({ constraint_name: 'coupons_code_taken' })
})
