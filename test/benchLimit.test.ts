import { readFileSync } from 'node:fs'
import { OrderFile } from '@our-print/contract/orders/orderFiles.ts'
import { Order } from '@our-print/contract/orders/orders.ts'
import { expect, test } from 'vitest'

test('the bare server of the benchmark returns every field of an order and of its files', () => {
  const source = readFileSync(new URL('../bench/limit.ts', import.meta.url), 'utf8')
  const fields = [...Object.keys(Order.shape), ...Object.keys(OrderFile.shape)]
  const missing = fields.filter((field) => !new RegExp(`\\b${field}\\b`).test(source))
  expect(missing).toEqual([])
})
