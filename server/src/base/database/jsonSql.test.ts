import { expect, test } from 'vitest'
import fc from '../../../../test/fastCheck.ts'
import { useDatabase } from '../../../test/database.ts'
import {
  array,
  boolean,
  json,
  nullable,
  number,
  object,
  plain,
  preciseTime,
  text,
  time,
  write,
} from './jsonSql.ts'

const { db } = useDatabase()

const parse = async (value: Parameters<typeof write>[0], from = '') => {
  const [row] = await db.unsafe<[{ json: string }]>(`select ${write(value)} as json ${from}`)
  return JSON.parse(row.json) as unknown
}

test('any text is escaped as JSON needs it', () =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }), async (a, b) => {
      const given = `${a}${b}`.replaceAll('\0', '')
      const [row] = await db<[{ json: string }]>`
        select ${db.unsafe(write(object({ given: text('t.given') })))} as json from (select ${given}::text as given) t`
      expect(JSON.parse(row.json)).toEqual({ given })
    }),
    { numRuns: 200 },
  ))

test('an object has numbers, words, truth, JSON, times and nulls', async () => {
  const value = object({
    number: number('12.50::float8'),
    big: number('9007199254740991::bigint'),
    word: plain(`'delivered'::text`),
    yes: boolean('true'),
    no: boolean('false'),
    inner: object({ 'it’s': text(`'a "quoted" \\ word'::text`) }),
    stored: json(`'{"city": "Pune"}'::jsonb`),
    at: time(`'2026-01-31 18:30:00.120+00'::timestamptz`),
    precise: preciseTime(`'2026-01-31 18:30:00.120+00'::timestamptz`),
    none: nullable('null::text', text('null::text')),
    some: nullable(`'x'::text`, text(`'x'::text`)),
    all: array(number('n'), 'from generate_series(1, 3) n', 'n desc'),
    empty: array(number('n'), 'from generate_series(1, 0) n', 'n'),
  })
  expect(await parse(value)).toEqual({
    number: 12.5,
    big: 9007199254740991,
    word: 'delivered',
    yes: true,
    no: false,
    inner: { 'it’s': 'a "quoted" \\ word' },
    stored: { city: 'Pune' },
    at: '2026-01-31T18:30:00.12Z',
    precise: '2026-01-31T18:30:00.120000Z',
    none: null,
    some: 'x',
    all: [3, 2, 1],
    empty: [],
  })
})

test('an object may have more fields than a function may have arguments', async () => {
  const names = Array.from({ length: 250 }, (_, index) => `field_${index}`)
  const value = object(Object.fromEntries(names.map((name, index) => [name, number(String(index))])))
  expect(Object.keys((await parse(value)) as object)).toEqual(names)
})
