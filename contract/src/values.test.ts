import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PaidAmount } from './money/payments.ts'
import { createCoinEntry } from './rewards/coins.ts'
import { CouponForm } from './rewards/coupons.ts'
import {
  Address,
  asFlag,
  asNumber,
  Coins,
  Day,
  DayOrTime,
  Email,
  Flag,
  Id,
  Ids,
  limitParameter,
  Mobile,
  offsetParameter,
  optionalText,
  queryParameter,
  Rupees,
  text,
  Version,
} from './values.ts'

const forbiddenCharacter = 'This has a character that cannot be kept'
const required = 'This field is Required'
const notADay = 'This is not a day (YYYY-MM-DD)'
const id = '01890000-0000-7000-8000-000000000000'
const idTimes = (count: number) => Array.from({ length: count }, () => id)

/** The result of parsing a value: [the parsed value], or the first error. */
function parse(schema: z.ZodType, value: unknown): unknown {
  const { success, data, error } = schema.safeParse(value)
  return success ? [data] : error?.issues[0]?.message
}

const number = asNumber(z.number().max(10))

test.each<[string, z.ZodType, unknown, unknown]>([
  ['a number in Hindi', number, '-१.५', [-1.5]],
  ['a number in Arabic', number, ' ٣٫٢٥ ', [3.25]],
  ['text is trimmed', text(3), ' abc ', ['abc']],
  ['text', text(3), 'abcd', 'At most 3 characters'],
  ['text', text(3), '  ', required],
  ...['\u200B', '\u2060', '\u00AD', '\u3164', '\u2800', '\uFE0F', ' \u200B \uFEFF '].flatMap(
    (unseen): [string, z.ZodType, unknown, unknown][] => [
      ['text that nobody sees', text(3), unseen, required],
      ['optional text that nobody sees', optionalText(9), unseen, ['']],
    ],
  ),
  ['text with an invisible character', text(3), 'a\u200Db', ['a\u200Db']],
  ['text', text(3), undefined, required],
  ['text', text(3), 7, 'This must be text'],
  ['text', text(3), 'a\0', forbiddenCharacter],
  ['optional text', optionalText(3), '  ', ['']],
  ['optional text', optionalText(3), ' abc ', ['abc']],
  ['optional text', optionalText(3), 'abcd', 'At most 3 characters'],
  ['optional text', optionalText(3), 'a\0', forbiddenCharacter],
  ['an id', Id, id, [id]],
  [
    'an id in upper case',
    Id,
    '0189ABCD-0000-7000-8000-00000000000E',
    ['0189abcd-0000-7000-8000-00000000000e'],
  ],
  ['an id', Id, undefined, required],
  ['an id', Id, '', required],
  ['an id', Id, 'x', 'This is not an id'],
  ['the first day', Day, '1900-01-01', ['1900-01-01']],
  ['the last day', Day, '2100-01-01', ['2100-01-01']],
  ['a day', Day, '1899-12-31', 'This is not a day between 1900-01-01 and 2100-01-01'],
  ['a day', Day, '2100-01-02', 'This is not a day between 1900-01-01 and 2100-01-01'],
  ['a day', Day, '2026-02-29', 'This is not a day between 1900-01-01 and 2100-01-01'],
  ['a day', Day, '2026-13-01', 'This is not a day between 1900-01-01 and 2100-01-01'],
  ['a leap day', Day, '2024-02-29', ['2024-02-29']],
  ['a day', Day, 'x2026-01-01', notADay],
  ['a day', Day, '2026-01-012', notADay],
  ['a day', Day, '2026-1-1', notADay],
  ['rupees', Rupees, 0, [0]],
  ['rupees', Rupees, 0.29, [0.29]],
  ['rupees', Rupees, 1_000_000.07, [1_000_000.07]],
  ['rupees', Rupees, 100_000_000, [100_000_000]],
  ['rupees', Rupees, 100_000_000.01, 'This is too much'],
  ['rupees', Rupees, -0.01, 'This cannot be negative'],
  ['rupees', Rupees, 0.001, 'At most two decimal places'],
  ['rupees', Rupees, 9.999, 'At most two decimal places'],
  ['rupees', Rupees, undefined, required],
  ['rupees', Rupees, '5', 'This must be a number'],
  ['coins', Coins, 0.001, 'At most two decimal places'],
  ['a flag', Flag, 'true', [true]],
  ['a flag', Flag, 'false', [false]],
  ['a limit', limitParameter, '1', [1]],
  ['a limit', limitParameter, '100', [100]],
  ['a limit', limitParameter, '0', 'At least 1'],
  ['a limit', limitParameter, '101', 'At most 100'],
  ['a limit', limitParameter, '1x', 'This must be a whole number'],
  ['a limit', limitParameter, 'x1', 'This must be a whole number'],
  ['an offset', offsetParameter, '0', [0]],
  ['an offset', offsetParameter, '100000000', [100_000_000]],
  ['an offset', offsetParameter, '100000001', 'At most 100000000'],
  ['a query', queryParameter, 'x'.repeat(200), ['x'.repeat(200)]],
  ['a query', queryParameter, 'x'.repeat(201), 'At most 200 characters'],
  ['a query', queryParameter, 'a\0', 'This has a character that cannot be searched'],
  ['an email', Email, ' Asha@Print.Test ', ['asha@print.test']],
  ['an email', Email, ' ', required],
  ['an email', Email, undefined, required],
  ['an email', Email, 'asha@', 'This is not an email address'],
  ['an email', Email, `${'a'.repeat(250)}@b.in`, 'At most 254 characters'],
  ['a mobile', Mobile, '', required],
  ['a mobile', Mobile, undefined, required],
  ['a number', number, 1.5, [1.5]],
  ['a number', number, ' -1.25 ', [-1.25]],
  ['a number', number, '12', 'At most 10'],
  ['a number', number, ' ', required],
  ['a number', number, undefined, required],
  ['a number', number, '1e1', 'This must be a number'],
  ['a number', number, '1.', 'This must be a number'],
  ['a number', number, '1.1234567', 'This must be a number'],
  ['a number', number, '1.123456', [1.123456]],
  ['a number', number, 'x1', 'This must be a number'],
  ['a number', number, '1x', 'This must be a number'],
  ['a flag of a form', asFlag, true, [true]],
  ['a flag of a form', asFlag, 'true', [true]],
  ['a flag of a form', asFlag, false, [false]],
  ['a flag of a form', asFlag, 'false', [false]],
  ['a flag of a form', asFlag, 'yes', 'This must be true or false'],
  ['one id', Ids, id, [[id]]],
  ['an id twice', Ids, [id, id], [[id]]],
  ['500 ids', Ids, idTimes(500), [[id]]],
  ['501 ids', Ids, idTimes(501), required],
  ['a version', Version, 1, [1]],
])('%s: %#', (_, schema, value, expected) => {
  expect(parse(schema, value)).toEqual(expected)
})

test.each([
  ['an amount that is paid', PaidAmount],
  ['coins that are granted or deducted', createCoinEntry.schema.body.shape.delta],
  ['a discount', CouponForm.shape.discount_percentage],
])('%s is at least a hundredth', (_, schema) => {
  for (const value of [1e-9, 0, 0.004])
    expect([value, schema.safeParse(value).success]).toEqual([value, false])
  for (const value of [0.01, 0.1 + 0.2, 99.99])
    expect([value, schema.safeParse(value).success]).toEqual([value, true])
})

test('a version starts at 1', () => {
  expect(Version.safeParse(0).success).toBe(false)
})

describe('a time of the shop after a day is dropped', () => {
  test.each([
    '2026-11-21',
    '2026-11-21T00:00',
    '2026-11-21T09:59:59',
    '2026-11-21T19:00:00.1',
    '2026-11-21T23:59:59.123456789',
  ])('%s', (value) => {
    expect(parse(DayOrTime, value)).toEqual(['2026-11-21'])
  })

  test.each([
    '2026-11-21Z',
    '2026-11-21+05:30',
    '2026-11-21T19:00Z',
    '2026-11-21T19:00:00.1Z',
    '2026-11-21T23:59:59.123456789+05:30',
    '2026-11-21T23:59-08:00',
    '2026-11-21T24:00',
    '2026-11-21T30:00',
    '2026-11-21T1:00',
    '2026-11-21T10:60',
    '2026-11-21T10:0',
    '2026-11-21T10:00:60',
    '2026-11-21T10:00:0',
    '2026-11-21T10:00.5',
    '2026-11-21T10:00:00.1234567890',
    '2026-11-21T10:00:00.',
    '2026-11-21T10:00+5:30',
    '2026-11-21T10:00+05:3',
    '2026-11-21T10:00x',
    'T10:002026-11-21',
  ])('%s is not a day', (value) => {
    expect(parse(DayOrTime, value)).toBe(notADay)
  })

  test('a missing value is not a day', () => {
    expect([undefined, '', 7].map((value) => parse(DayOrTime, value))).toEqual([required, required, notADay])
  })
})

const plain = z.strictObject({
  status: z.enum(['open', 'paid']),
  name: z.string().min(2).max(3),
  copies: z.int().min(1).max(9),
  tags: z.array(z.string()).min(1).max(2),
  on: z.boolean(),
  at: z.object({}),
})

test('a schema without words of its own says what it wants as a person would', () => {
  const said = (sent: object) => plain.safeParse(sent).error?.issues.map(({ message }) => message)
  expect(said({})).toEqual(Array(6).fill(required))
  expect(said({ status: 'lost', name: '1', copies: 0, tags: [], on: 1, at: 1 })).toEqual([
    'Choose one of open, paid',
    'At least 2 characters',
    'At least 1',
    'At least 1',
    'This must be true or false',
    'This must have fields of its own',
  ])
  expect(said({ status: 'paid', name: '1234', copies: 10, tags: ['', '', ''], on: true, at: {} })).toEqual([
    'At most 3 characters',
    'At most 9',
    'At most 2',
  ])
  expect(said({ status: 'paid', name: ['12', '34'], copies: 1.5, tags: 'x', on: true, at: {} })).toEqual([
    'Send one value, not several',
    'This must be a whole number',
    'This must be a list',
  ])
})

test.each([
  ['9876543210', true],
  [' +91 (987) 654-32.10 ', true],
  ['x9876543210', false],
  ['9876543210x', false],
  ['nine eight seven', false],
])('%s is a mobile number: %s', (mobile, expected) => {
  expect(Mobile.safeParse(mobile).success).toBe(expected)
})

describe('a pin code', () => {
  const address = { line1: '12 MG Road', city: 'Pune', state: 'Maharashtra', pincode: '411001' }
  const withPincode = (pincode: string) => Address.safeParse({ ...address, pincode }).success

  test('has 3 to 12 letters and digits', () => {
    expect(Address.parse(address)).toEqual({ ...address, line2: '', country: 'India' })
    expect(['123', 'SW1A 1AA', '12345-6789ab'].map(withPincode)).toEqual([true, true, true])
    expect(['12', '1234567890123', '12#45', '#411001', '411001#'].map(withPincode)).toEqual(
      Array(5).fill(false),
    )
  })

  test('an address has no other field', () => {
    expect(Address.safeParse({ ...address, planet: 'Earth' }).success).toBe(false)
  })
})
