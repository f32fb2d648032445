import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatDate, formatTime } from '../format/format.ts'
import { DayOf } from './columns.tsx'

const shown = (time: Date, recent?: true) => {
  const { container } = render(<DayOf time={time.toISOString()} {...(recent && { recent })} />)
  return container.textContent
}

test('a time of today shows its hour where lists show what is recent, and its day elsewhere', () => {
  const now = new Date()
  expect(shown(now, true)).toBe(formatTime(now.toISOString()))
  expect(shown(now, true)).toMatch(/^\d{1,2}:\d\d\s[ap]m$/)
  expect(shown(now)).toBe(formatDate(now.toISOString()))
  const before = new Date(Date.now() - 2 * 86_400_000)
  expect(shown(before, true)).toMatch(/^\d{1,2}(st|nd|rd|th) \w{3}( \d{4})?$/)
})
