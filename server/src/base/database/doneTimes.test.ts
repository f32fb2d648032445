import { expect, test } from 'vitest'
import { whenDone } from './doneTimes.ts'

const now = '2026-03-01T11:05:00Z'
const last = '2026-03-01T10:40:00.123456Z'

test.each([
  ['nothing', undefined, { happened_at: null, said_at: null }],
  ['a time between', '2026-03-01T10:42:00Z', { happened_at: '2026-03-01T10:42:00Z', said_at: null }],
  [
    'a time of another zone',
    '2026-03-01T16:12:00+05:30',
    { happened_at: '2026-03-01T16:12:00+05:30', said_at: null },
  ],
  ['the future', '2026-03-01T14:05:00Z', { happened_at: null, said_at: '2026-03-01T14:05:00Z' }],
  [
    'a time before the last change',
    '2026-03-01T09:00:00Z',
    { happened_at: last, said_at: '2026-03-01T09:00:00Z' },
  ],
  ['a clock that is fast by seconds', '2026-03-01T11:05:20Z', { happened_at: null, said_at: null }],
  ['a clock that is slow by seconds', '2026-03-01T10:39:50Z', { happened_at: last, said_at: null }],
])('%s', (_, said, kept) => {
  expect(whenDone(said, now, last)).toEqual(kept)
})

test('what has no earlier change may be as old as it says', () => {
  expect(whenDone('2020-01-01T00:00:00Z', now)).toEqual({
    happened_at: '2020-01-01T00:00:00Z',
    said_at: null,
  })
})
