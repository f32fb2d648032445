import { readFileSync } from 'node:fs'
import { Order } from '@our-print/contract/orders.ts'
import { expect, test } from 'vitest'

test('the bare server of the benchmark returns every field of an order', () => {
  const source = readFileSync(new URL('../bench/limit.ts', import.meta.url), 'utf8')
  const missing = Object.keys(Order.shape).filter((field) => !new RegExp(`\\b${field}\\b`).test(source))
  expect(missing).toEqual([])
})
