import { describe, expect, test } from 'vitest'
import fc from '../../../test/fastCheck.ts'
import type { Configuration } from '../shop/configurations.ts'
import { discountInPaise, planPages, priceInPaise, subscriptionPriceInPaise, toPaise } from './price.ts'

const configuration: Configuration = {
  price_per_page: { bw: { single: 0.01, double: 0.5 }, color: { single: 8, double: 6.25 } },
  paper_factor: { A4: 1, A3: 2.5, Letter: 1.005 },
  binding: { none: 0, staple: 0.05, spiral: 30.1, hard: 120 },
  delivery_fee: 40.35,
  usual_lines: [],
  client_types: [],
  coins_per_100_rupees: 5,
  claims_per_referral: 1,
  proof_of_delivery: 'optional',
  courier_scans: 'own',
  unpaid_delivery: 'always',
  payment_methods: [],
  credit_limit_customer: 0,
  credit_limit_company: 0,
  payee_name: '',
  payee_address: '',
  payee_iban: '',
  payee_bic: '',
  customer_cancels: 'asks',
  order_intake: 'off',
  language: 'en',
  opening_hours: {
    sun: { opens: '', closes: '' },
    mon: { opens: '09:00', closes: '20:00' },
    tue: { opens: '09:00', closes: '20:00' },
    wed: { opens: '09:00', closes: '20:00' },
    thu: { opens: '09:00', closes: '20:00' },
    fri: { opens: '09:00', closes: '20:00' },
    sat: { opens: '09:00', closes: '20:00' },
  },
  holidays: [],
  arrival_windows: [],
  keep_positions: false,
  shop_latitude: null,
  shop_longitude: null,
  job_tickets: false,
  auto_print: false,
  auto_printer: null,
  contact: { name: '', phone: '', email: '', address: '' },
  version: 1,
}
const page = {
  pages: 1,
  copies: 1,
  color: 'bw',
  sides: 'single',
  paper_size: 'A4',
  binding: 'none',
  pickup: true,
} as const

/** The exact value of n / d, half up. */
const halfUp = (n: bigint, d: bigint) => Number((2n * n + d) / (2n * d))

describe('rounding half a paisa up', () => {
  test.each([
    [1, 50, 1],
    [3, 50, 2],
    [1, 49.99, 0],
    [250, 0.2, 1],
    [250, 0.19, 0],
    [1005, 10, 101],
    [1004, 10, 100],
    [100, 0.5, 1],
    [4600, 12.5, 575],
  ])('%i paise at %d %% are %i off', (amount, percentage, expected) => {
    expect(discountInPaise(amount, percentage)).toBe(expected)
  })

  test.each([
    // 1 page at 1 paisa on paper of 2.5 is 2.5 paise.
    [{ ...page, paper_size: 'A3' }, 3],
    [{ ...page, paper_size: 'A3', pages: 3 }, 8],
    // 100 × 1.005 is 100.5, but 100.49999… in floating point.
    [{ ...page, paper_size: 'Letter', pages: 100 }, 101],
    [{ ...page, paper_size: 'Letter', pages: 99 }, 99],
  ] as const)('%o costs %i', (options, expected) => {
    expect(priceInPaise(options, configuration)).toBe(expected)
  })

  test('any discount equals exact arithmetic', () => {
    const isExact = (amount: number, hundredths: number) =>
      discountInPaise(amount, hundredths / 100) === halfUp(BigInt(amount) * BigInt(hundredths), 10_000n)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000_000 }), fc.integer({ min: 1, max: 10_000 }), isExact),
    )
  })

  test('any printing price equals exact arithmetic', () => {
    const isExact = (pages: number, copies: number, paise: number, thousandths: number) => {
      const changed = {
        ...configuration,
        price_per_page: { ...configuration.price_per_page, bw: { single: paise / 100, double: 0 } },
        paper_factor: { ...configuration.paper_factor, A3: thousandths / 1000 },
      }
      const exact = halfUp(BigInt(pages * copies * paise) * BigInt(thousandths), 1000n)
      return priceInPaise({ ...page, pages, copies, paper_size: 'A3' }, changed) === exact
    }
    const upTo = (max: number) => fc.integer({ min: 1, max })
    fc.assert(fc.property(upTo(500), upTo(100), upTo(1000), upTo(5000), isExact))
  })
})

test.each([
  [0, 3],
  [3, 24],
  [1, 10],
])('with %i of 3 pages in colour, mixed printing costs %i rupees', (color_pages, rupees) => {
  const prices = {
    ...configuration,
    price_per_page: { bw: { single: 1, double: 1 }, color: { single: 8, double: 8 } },
  }
  expect(priceInPaise({ ...page, pages: 3, color: 'mixed', color_pages }, prices)).toBe(rupees * 100)
})

test('a price is printing, binding per copy, and delivery unless picked up', () => {
  const order = { ...page, color: 'color', sides: 'double', pages: 3, copies: 2, binding: 'spiral' } as const
  expect(priceInPaise(order, configuration)).toBe(3 * 2 * 625 + 2 * 3010)
  expect(priceInPaise({ ...order, pickup: false }, configuration)).toBe(3 * 2 * 625 + 2 * 3010 + 4035)
  expect(priceInPaise({ ...order, color: 'bw' }, configuration)).toBe(3 * 2 * 50 + 2 * 3010)
})

test('a plan pays only for the printing', () => {
  expect(subscriptionPriceInPaise({ binding: 'staple', copies: 3, pickup: false }, configuration)).toBe(
    15 + 4035,
  )
  expect(subscriptionPriceInPaise({ binding: 'none', copies: 3, pickup: true }, configuration)).toBe(0)
  expect(planPages({ pages: 7, copies: 3 })).toBe(21)
})

test('rupees become whole paise', () => {
  expect([0.01, 1.15, 4.35, 8.2, 19.99, 1_000_000.05].map(toPaise)).toEqual([
    1, 115, 435, 820, 1999, 100_000_005,
  ])
})
