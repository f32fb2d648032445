import { expect, test } from 'vitest'
import { withTable } from '../bench/page.ts'

const page = `## List

| work | before | now | target | kept |
| --- | --- | --- | --- | --- |
| first view | 3 s |  |  |  |

## Other
`
const rows = [
  { work: 'first view', measured: '2 s', beside: '4 s', target: '≤ 1 s', isKept: false },
  { work: 'typing', measured: '16 ms' },
]

test('the page of performance gets a column for what is measured beside, which an older product leaves as it is', () => {
  const part = { heading: 'List', beside: 'other 1.0', rows }
  const now = withTable(page, part, 'now', 'today')
  expect(now).toBe(`## List

| work | before | now: today | other 1.0 | target | kept |
| --- | --- | --- | --- | --- | --- |
| first view | 3 s | 2 s | 4 s | ≤ 1 s | **no** |
| typing |  | 16 ms |  |  | – |

## Other
`)
  const older = rows.map(({ beside: _, ...row }) => ({ ...row, measured: '5 s' }))
  const both = withTable(now, { ...part, rows: older }, 'before', 'then')
  expect(both).toContain('| work | before: then | now: today | other 1.0 | target | kept |')
  expect(both).toContain('| first view | 5 s | 2 s | 4 s | ≤ 1 s | **no** |')
})

test('other tables have no such column', () => {
  const own = rows.map(({ beside: _, ...row }) => row)
  expect(withTable(page, { heading: 'List', rows: own }, 'now', 'today')).toContain(
    '| first view | 3 s | 2 s | ≤ 1 s | **no** |',
  )
})
