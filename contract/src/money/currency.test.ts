import { afterEach, expect, test } from 'vitest'
import { amountSign, currency, isCurrency, setCurrency, usualCurrency } from './currency.ts'

afterEach(() => setCurrency(usualCurrency))

test('is rupees until it is set', () => {
  expect([currency(), amountSign()]).toEqual(['INR', '₹'])
  setCurrency('EUR')
  expect([currency(), amountSign()]).toEqual(['EUR', '€'])
})

test.each([
  ['INR', '₹'],
  ['GBP', '£'],
  ['AUD', '$'],
  ['CHF', 'CHF\u00a0'],
  ['SEK', 'kr\u00a0'],
  ['BRL', 'R$'],
])('the sign before amounts in %s', (code, sign) => {
  setCurrency(code)
  expect(amountSign()).toBe(sign)
})

test.each([
  ['INR', true],
  ['EUR', true],
  ['eur', false],
  // Without decimals, with three, in no list, no code at all.
  ['JPY', false],
  ['KWD', false],
  ['XXQ', false],
  ['rupees', false],
  ['', false],
])('%s can be the currency of a shop: %s', (code, can) => expect(isCurrency(code)).toBe(can))
