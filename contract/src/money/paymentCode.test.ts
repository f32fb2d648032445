import { afterEach, expect, test } from 'vitest'
import { setCurrency, usualCurrency } from './currency.ts'
import { payeeKind, paymentCode } from './paymentCode.ts'

const nobody = { payee_name: 'Our Print', payee_address: '', payee_iban: '', payee_bic: '' }
afterEach(() => setCurrency(usualCurrency))

const asked = { amount: 1342.5, number: 17 }

test('names payee, amount, currency and order for UPI', () => {
  expect(paymentCode({ ...nobody, payee_address: 'shop@bank' }, asked)).toBe(
    'upi://pay?pa=shop%40bank&pn=Our%20Print&am=1342.50&cu=INR&tn=Order%2017',
  )
})

const inEurope = { ...nobody, payee_iban: 'DE89370400440532013000', payee_bic: 'COBADEFFXXX' }

test('is a credit transfer by EPC069-12 where amounts are in euro and the shop has an IBAN', () => {
  setCurrency('EUR')
  const payee = { ...inEurope, payee_address: 'shop@bank' }
  expect(paymentCode(payee, asked)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'COBADEFFXXX',
    'Our Print',
    'DE89370400440532013000',
    'EUR1342.50',
    '',
    '',
    'Order 17',
  ])
})

test('is nothing without a payee that takes the currency', () => {
  const everything = { ...inEurope, payee_address: 'shop@bank' }
  for (const [code, payee, kind] of [
    ['INR', inEurope, 'upi'],
    ['EUR', { ...nobody, payee_address: 'shop@bank' }, 'iban'],
    ['EUR', nobody, 'iban'],
    ['INR', nobody, 'upi'],
    ['USD', everything, undefined],
  ] as const) {
    setCurrency(code)
    expect([code, payeeKind(), paymentCode(payee, asked)]).toEqual([code, kind, undefined])
  }
})
