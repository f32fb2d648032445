import { describe, expect, test } from 'vitest'
import fc from '../../../../test/fastCheck.ts'
import { phoneVariants, toE164 } from './phones.ts'

describe('a number in E.164', () => {
  test.each([
    '9820012345',
    '98200 12345',
    '098200-12345',
    '0091 98200 12345',
    '+91 98200 12345',
    '+91 (0) 98200 12345',
    '919820012345',
    'tel:+91-98200-12345',
    '\u202a+91\u00a098200\u00a012345\u202c',
    '９８２００１２３４５',
    '+९१ ९८२०० १२३४५',
    '٩٨٢٠٠١٢٣٤٥',
    '۹۸۲۰۰۱۲۳۴۵',
    '௯௮௨௦௦ ௧௨௩௪௫',
    '๙๘๒๐๐ ๑๒๓๔๕',
  ])('%s is one and the same', (typed) => {
    expect(toE164(typed, 'IN')).toBe('+919820012345')
  })

  test.each([
    ['022 2412 3456', 'IN', '+912224123456'],
    ['2412345', 'IN', '+912412345'],
    ['112233', 'IN', '+91112233'],
    ['+1 212 555 0100', 'IN', '+12125550100'],
    ['(212) 555-0100', 'US', '+12125550100'],
    ['011 91 98200 12345', 'US', '+919820012345'],
    ['06 1234 5678', 'IT', '+390612345678'],
    // A country code that is not assigned.
    ['+999 123456', 'IN', '+999123456'],
    ['+91 123456789012345', 'IN', '+91123456789012345'],
    // Numbers of the large demo shop.
    ['+911000012345', 'IN', '+911000012345'],
    ['+919000001234', 'IN', '+919000001234'],
  ] as const)('%s in %s is %s', (typed, region, number) => {
    expect(toE164(typed, region)).toBe(number)
  })

  test.each([
    '1-----',
    '12345',
    '+91 12345',
    '1'.repeat(16),
    '1'.repeat(21),
    '',
    '+',
    '0',
    'abc',
    '1-800-FLOWERS',
    '98200 12345 ext 5',
    '98200+12345',
  ])('%j is none', (typed) => expect(toE164(typed, 'IN')).toBeUndefined())

  test('the result stays the same when it is parsed again', () => {
    const typed = fc.tuple(
      fc.constantFrom('', '+', '0', '00', '+91', '0091'),
      fc.stringMatching(/^\d{4,17}$/),
    )
    fc.assert(
      fc.property(
        typed,
        fc.constantFrom(...(['IN', 'US', 'IT', 'RU', 'DE'] as const)),
        ([prefix, digits], region) => {
          const number = toE164(prefix + digits, region)
          if (number === undefined) return
          expect(number).toMatch(/^\+[1-9]\d{6,17}$/)
          expect(toE164(number, region)).toBe(number)
        },
      ),
    )
  })
})

describe('the variants of a search', () => {
  const stored = '+919820012345'
  test.each([
    '98200',
    '9820012345',
    '98200 123',
    '098200',
    '0 98200 12',
    '0091982',
    '+91 98200-12345',
    '919820012345',
    '12345',
    '00 12345',
  ])('%s finds the number', (query) => {
    expect([query, ...phoneVariants(query, 'IN')].some((one) => stored.includes(one))).toBe(true)
  })

  test('a number that is stored as typed is found by its other spellings', () => {
    for (const query of ['+91 98200 12345', '098200 12345', '00919820012345']) {
      expect(phoneVariants(query, 'IN')).toContain('9820012345')
    }
  })

  test('words have no variants', () => {
    for (const query of ['anil', '12', '50%', '98200x', '2024'])
      expect(phoneVariants(query, 'IN')).toEqual([])
  })
})
