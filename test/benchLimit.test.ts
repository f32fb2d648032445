import { readFileSync } from 'node:fs'
import { OrderFile } from '@our-print/contract/orders/orderFiles.ts'
import { OrderHistoryEntry } from '@our-print/contract/orders/orderHistory.ts'
import { Order } from '@our-print/contract/orders/orders.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLimit } from '../bench/servers.ts'
import { useApi } from '../server/test/api.ts'
import { buildOrder } from '../server/test/build.ts'

const api = useApi()
const limit = {} as Awaited<ReturnType<typeof startLimit>>
const read = async (path: string) =>
  (await fetch(limit.url + path)).json() as Promise<Record<string, unknown>>

beforeAll(async () => {
  Object.assign(limit, await startLimit('.', api.url, 'http://127.0.0.1'))
})
afterAll(() => limit.stop())

test('the bare server of the benchmark returns every field of an order, its history and its files', async () => {
  const order = await buildOrder(api.db)
  const listed = await read('/api/all-orders/?status=confirmed&limit=10&offset=0')
  expect(listed).toMatchObject({ count: 1, results: [{ id: order.id }] })
  const one = await read(`/api/all-orders/${order.id}/`)
  expect(Object.keys(one)).toEqual(expect.arrayContaining(Object.keys(Order.shape)))
  const [entry] = one['history'] as object[]
  expect(Object.keys(entry ?? {})).toEqual(expect.arrayContaining(Object.keys(OrderHistoryEntry.shape)))
  const source = readFileSync(new URL('../bench/limit.ts', import.meta.url), 'utf8')
  const ofFiles = Object.keys(OrderFile.shape)
  expect(ofFiles.filter((field) => !new RegExp(`\\b${field}\\b`).test(source))).toEqual([])
})
