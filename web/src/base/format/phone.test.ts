import { expect, test } from 'vitest'
import { matchesPhone } from '../page/matchesPhone.ts'
import { includesFolded, phone } from './format.ts'

test.each([
  ['+919820012345', '+91 98200 12345'],
  ['+912224123456', '+91 22 2412 3456'],
  ['+912532312345', '+912532312345'],
  ['+12125550100', '+12125550100'],
  ['09820012345', '09820012345'],
  ['', ''],
])('%s is shown as %s', (number, shown) => expect(phone(number)).toBe(shown))

test.each(['9820012345', '098200 12345', '0091-98200-12345', '+91 98200 12345', '919820012345'])(
  'typing %s matches the stored phone number',
  (typed) => {
    expect(matchesPhone('+919820012345', typed)).toBe(true)
    expect(matchesPhone('+919820012346', typed)).toBe(false)
  },
)

test('a few digits match no phone number', () => expect(matchesPhone('+919820012345', '12345')).toBe(false))

test('lists in the browser are searched by the server’s rules', () => {
  for (const searchText of ['İ', 'i', 'I', 'ISTANBUL', ' istan\u200bbul '])
    expect(includesFolded('İstanbul', searchText)).toBe(true)
  for (const searchText of ['STRASSE', 'ẞ', 'ß']) expect(includesFolded('Straße', searchText)).toBe(true)
  expect(includesFolded('Café', 'CAFE\u0301')).toBe(true)
  expect(includesFolded('Café de Paris', 'paris cafe')).toBe(true)
  expect(includesFolded('Café', 'caff')).toBe(false)
})
