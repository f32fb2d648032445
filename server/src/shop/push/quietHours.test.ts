import { expect, test } from 'vitest'
import { quietMinutes } from './quietHours.ts'

test.each([
  ['none', null, null, '2026-03-01T20:00:00Z', 0],
  ['before them', 22, 7, '2026-03-01T16:29:00Z', 0],
  ['in the evening', 22, 7, '2026-03-01T16:30:00Z', 540],
  ['in the morning', 22, 7, '2026-03-02T01:29:00Z', 1],
  ['at their end', 22, 7, '2026-03-02T01:30:00Z', 0],
  ['at noon', 12, 14, '2026-03-01T07:00:00Z', 90],
  ['the same hour twice', 8, 8, '2026-03-01T02:30:00Z', 0],
])('%s', (_, quiet_from, quiet_to, now, minutes) => {
  expect(quietMinutes({ quiet_from, quiet_to }, new Date(now), 'Asia/Kolkata')).toBe(minutes)
})
