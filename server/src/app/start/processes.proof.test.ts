import { expect, test } from 'vitest'
import { connections } from '../../base/http/admission.ts'
import { connectionsOfProcess, nextPause } from './processes.ts'

test('PostgreSQL allows the connections of all pools of a process', () => {
  const all = Object.values(connections).reduce((sum, some) => sum + some, 0)
  expect(connectionsOfProcess).toBe(all)
})

test('pauses grow to half a minute while processes fail soon, and are short again after one that ran', () => {
  const pauses = [0]
  for (let n = 0; n < 7; n++) pauses.push(nextPause(pauses.at(-1) ?? 0, 500))
  expect(pauses.slice(1)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(nextPause(30_000, 61_000)).toBe(1_000)
})
