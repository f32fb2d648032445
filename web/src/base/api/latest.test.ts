import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isNewer, noteRecords, useLatest } from './latest.ts'

const lead = (version: number) => ({ id: 'a lead', version, name: `as of version ${version}` })

test('a record that was read replaces an older one, and never a newer one', () => {
  const { result } = renderHook(() => useLatest(lead(3)))
  const note = (version: number) => act(() => noteRecords([lead(version)]))
  note(2)
  expect(result.current).toEqual(lead(3))
  note(3)
  expect(result.current).toEqual(lead(3))
  note(4)
  expect(result.current).toEqual(lead(4))
  note(2)
  expect(result.current).toEqual(lead(4))
  act(() => noteRecords([{ ...lead(9), id: 'another lead' }]))
  expect(result.current).toEqual(lead(4))
})

test('only a later state of the same record is news for a form', () => {
  expect(isNewer(lead(3), lead(4))).toBe(true)
  expect(isNewer(lead(3), lead(3))).toBe(false)
  expect(isNewer(lead(3), lead(2))).toBe(false)
  expect(isNewer(lead(3), { ...lead(4), id: 'another lead' })).toBe(false)
})
