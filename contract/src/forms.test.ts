import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { NewPassword } from './people/session.ts'
import { createCoinEntry } from './rewards/coins.ts'
import { CouponForm } from './rewards/coupons.ts'
import { createPlan } from './rewards/plans.ts'
import { listReferrers } from './rewards/referrals.ts'

/** The first validation error of a value, if any. */
const firstError = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

describe('a coupon', () => {
  const form = {
    name: 'Diwali',
    code: 'DIWALI20',
    discount_percentage: 20,
    valid_from: '2026-11-01',
    valid_to: '2026-11-30',
  }
  test.each([
    [{ discount_percentage: 0.01 }, undefined],
    [{ discount_percentage: '0.29' }, undefined],
    [{ discount_percentage: 100 }, undefined],
    [{ discount_percentage: 0 }, 'A discount is above 0 %'],
    [{ discount_percentage: 100.01 }, 'A discount is at most 100 %'],
    [{ discount_percentage: 1.005 }, 'At most two decimal places'],
    [{ discount_percentage: 1.999 }, 'At most two decimal places'],
    [{ valid_to: '2026-11-01' }, undefined],
    [{ valid_to: '2026-10-31' }, 'The end cannot be before the start'],
    [{ code: 'DIWALI 20' }, 'Write the code as one word, without spaces'],
    [{ code: 'DIWALI\u200b20' }, 'The code has a hidden character: type it instead of pasting it'],
    [{ code: 'DIWALI\u0000' }, 'This has a character that cannot be kept'],
    [{ usage_count: 7, given_away: 1 }, undefined],
  ])('with %o', (changes, expected) => {
    expect(firstError(CouponForm, { ...form, ...changes })).toBe(expected)
  })

  test('is by default for everybody and any number of uses; a wrong end is an error of its own field', () => {
    expect(CouponForm.parse(form)).toMatchObject({ one_time_only: false, isfornew: false })
    expect(CouponForm.safeParse({ ...form, valid_to: '2026-10-31' }).error?.issues[0]?.path).toEqual([
      'valid_to',
    ])
  })
})

describe('a plan', () => {
  const form = { name: 'Students', price: 499, pages_per_month: 100, duration_days: 30 }
  test.each([
    [{}, undefined],
    [{ pages_per_month: 1, duration_days: 1 }, undefined],
    [{ pages_per_month: 1_000_000, duration_days: 3650 }, undefined],
    [{ pages_per_month: 0 }, 'At least 1'],
    [{ pages_per_month: 1_000_001 }, 'At most 1000000'],
    [{ duration_days: 3651 }, 'At most 3650'],
    [{ duration_days: undefined }, 'This field is Required'],
    [{ duration_days: 1.5 }, 'This must be a whole number'],
  ])('with %o', (changes, expected) => {
    expect(firstError(createPlan.schema.body, { ...form, ...changes })).toBe(expected)
  })

  test('is active by default', () => {
    expect(createPlan.schema.body.parse(form)).toMatchObject({ is_active: true, description: '' })
  })
})

test.each([
  [0.01, undefined],
  [-0.01, undefined],
  [-12.35, undefined],
  [1_000_000, undefined],
  [-1_000_000, undefined],
  [1_000_000.01, 'This is too much'],
  [-1_000_000.01, 'This is too much'],
  [0, 'This cannot be zero'],
  [0.001, 'At most two decimal places'],
  [-1.999, 'At most two decimal places'],
  ['1', 'This must be a number'],
])('%d coins', (delta, expected) => {
  expect(firstError(createCoinEntry.schema.body, { delta, reason: 'Goodwill' })).toBe(expected)
})

test.each([
  [{}, undefined],
  [{ start: '0', end: '50' }, undefined],
  [{ start: '7', end: '7' }, undefined],
  [{ start: '100', end: '150' }, undefined],
  [{ start: '100', end: '151' }, 'At most 50 rows at once, and the end not before the start'],
  [{ start: '8', end: '7' }, 'At most 50 rows at once, and the end not before the start'],
  [{ start: '-1' }, 'This must be a whole number of at least 0'],
  [{ start: '1x' }, 'This must be a whole number of at least 0'],
  [{ start: '1234567890' }, 'This must be a whole number of at least 0'],
])('referrers with %o', (query, expected) => {
  const result = listReferrers.schema.querystring.safeParse(query)
  expect(result.error?.issues[0]?.message).toBe(expected)
  if (expected?.startsWith('At most')) expect(result.error?.issues[0]?.path).toEqual(['end'])
})

test.each([
  ['', 'This field is Required'],
  [undefined, 'This field is Required'],
  ['123456789', 'At least 10 characters'],
  ['1234567890', undefined],
  // Ten bytes, but five letters.
  ['ééééé', undefined],
  ['x'.repeat(1024), undefined],
  ['x'.repeat(1025), 'At most 1,024 bytes'],
])('the password %s', (password, expected) => {
  expect(firstError(NewPassword, password)).toBe(expected)
})

test('an empty password has one error, not two', () => {
  expect(NewPassword.safeParse('').error?.issues).toHaveLength(1)
})
