import { expect, test } from 'vitest'
import { paymentCode } from './paymentCode.ts'

const nobody = { payee_name: 'Our Print', payee_address: '', payee_iban: '', payee_bic: '' }
const asked = { amount: 1342.5, number: 17 }

test('names payee, amount, currency and order for UPI', () => {
  expect(paymentCode({ ...nobody, payee_address: 'shop@bank' }, asked)).toBe(
    'upi://pay?pa=shop%40bank&pn=Our%20Print&am=1342.50&cu=INR&tn=Order%2017',
  )
})

test('is a credit transfer by EPC069-12 where the shop has an IBAN', () => {
  const payee = { ...nobody, payee_iban: 'DE89370400440532013000', payee_bic: 'COBADEFFXXX' }
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

test('is nothing without a payee', () => expect(paymentCode(nobody, asked)).toBeUndefined())
