import { toPaise } from '@our-print/contract/orders/price.ts'
import { Rupees } from '@our-print/contract/values.ts'
import { expect, test } from 'vitest'
import { useApi } from '../server/test/api.ts'
import fc from './fastCheck.ts'
import { read, sourceFiles } from './imports.ts'

// Money is whole paise in the database and in what is computed; rupees with two places are on the wire alone.

const api = useApi()

test('no column of money is a floating-point number', async () => {
  const columns = await api.db<{ place: string; name: string; type: string }[]>`
    select table_name || '.' || column_name as place, column_name as name, data_type as type
    from information_schema.columns
    where table_schema = 'public'
      and table_name in ('orders', 'payments', 'accounts', 'cash_entries', 'cash_hands', 'hand_overs', 'till_entries', 'day_closes',
        'invoices', 'invoice_lines', 'statement_lines')`
  expect(columns.length).toBeGreaterThan(100)
  const fractions = columns.filter(({ type }) =>
    ['real', 'double precision', 'numeric', 'money'].includes(type),
  )
  expect(fractions).toEqual([])
  const money =
    /^(amount|balance|counted|credit_limit|declared|difference|discount|due|expected|in_hand|invoiced|net|paid|payable|received|settled_before|tax|till|total)$/
  const wrong = columns.filter(({ name, type }) => money.test(name) && type !== 'bigint')
  expect(wrong).toEqual([])
})

// Rupees become paise and paise rupees in these places alone: what is typed, counted or shown.
const converts = [
  'contract/src/money/cashTerms.ts',
  'contract/src/money/paymentCode.ts',
  'server/src/money/accounts/charges.queries.ts',
  'server/src/money/approvals/rule.queries.ts',
  'server/src/money/invoices/creditInvoices.queries.ts',
]

test('nothing between them rounds', () => {
  const rooms = sourceFiles.filter(
    (file) => /^(server|contract)\/src\/money\//.test(file) && !/\.test\./.test(file),
  )
  expect(rooms.length).toBeGreaterThan(50)
  const rounding =
    /parseFloat|toFixed|Math\.(round|floor|ceil|trunc|fround)|\bround\(|::(real|numeric|money)\b/
  expect(rooms.filter((file) => rounding.test(read(file))).toSorted()).toEqual(converts)
})

// Of any other amount the setting CURRENCY says what it is in. Payment codes ask for euro in a way of their own.
const namesCurrency = ['contract/src/money/currency.ts', 'contract/src/money/paymentCode.ts']

test('only these files name a currency', () => {
  const code = (file: string) => read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  // The alphabet of the standard fonts of a PDF has a sign of the euro.
  const files = sourceFiles.filter((file) => !/\.states\.tsx$|pdfText\.ts$/.test(file))
  expect(files.filter((file) => /₹|€|\b(INR|EUR)\b/.test(code(file)))).toEqual(namesCurrency)
})

test('any amount comes back as it was sent', () => {
  const most = 10_000_000_000
  fc.assert(
    fc.property(fc.integer({ min: 0, max: most }), (paise) => {
      const onTheWire = JSON.parse(JSON.stringify({ amount: paise / 100 })) as { amount: number }
      return toPaise(Rupees.parse(onTheWire.amount)) === paise
    }),
    { numRuns: 2000 },
  )
  for (const amount of [0.005, 1.001, 1e15, -1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(Rupees.safeParse(amount).success, String(amount)).toBe(false)
})

test('what the database answers is what it has, to the paisa', async () => {
  const some = [1, 7, 29, 57, 101, 115, 1_005, 999_999_999, 1_234_567_891, 10_000_000_000]
  const rows = await api.db<{ paise: string; rupees: number }[]>`
    select paise::text, paise / 100.0::float8 as rupees from unnest(${some}::bigint[]) paise`
  expect(rows.map(({ rupees }) => toPaise(rupees))).toEqual(some)
})
