import { expect, test } from 'vitest'
import { OperatorError } from '../../base/operatorError.ts'
import { readArguments } from './arguments.ts'

test('no arguments means a start without a demo shop', () => {
  expect(readArguments([])).toEqual({ demo: undefined })
})

test('a demo shop has 400 orders or the given number', () => {
  expect(readArguments(['--demo'])).toEqual({ demo: { orders: 400 } })
  expect(readArguments(['--demo', '--orders', '1000000'])).toEqual({ demo: { orders: 1_000_000 } })
  expect(readArguments(['--orders=20', '--demo'])).toEqual({ demo: { orders: 20 } })
})

test.each([
  { given: ['--demos'], says: 'not --demos' },
  { given: ['demo'], says: 'not demo' },
  { given: ['--demo', '--orders'], says: 'not --demo --orders' },
  { given: ['--orders', '5'], says: 'with --demo' },
  { given: ['--demo', '--orders', '0'], says: 'from 1 to 5,000,000' },
  { given: ['--demo', '--orders', '1e3'], says: 'from 1 to 5,000,000' },
  { given: ['--demo', '--orders', '-1'], says: 'not --demo --orders -1' },
])('$given is refused with one sentence', ({ given, says }) => {
  expect(() => readArguments(given)).toThrow(OperatorError)
  expect(() => readArguments(given)).toThrow(says)
})
