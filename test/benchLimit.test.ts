import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLimit } from '../bench/servers.ts'
import { useApi } from '../server/test/api.ts'
import { buildOrder } from '../server/test/build.ts'

const api = useApi()
const limit = {} as Awaited<ReturnType<typeof startLimit>>

beforeAll(async () => {
  Object.assign(limit, await startLimit('.', api.url, 'http://127.0.0.1'))
})
afterAll(() => limit.stop())

// The limit signs no links.
const withoutLinks = (text: string) => JSON.parse(text.replaceAll(/"url":"[^"]*"/g, '"url":"signed"'))

test('the bare server of the benchmark returns what the product returns, field by field', async () => {
  const order = await buildOrder(api.db)
  for (const path of [
    '/api/all-orders/?exclude_order_type=subscription&status=confirmed&limit=10&offset=0',
    `/api/all-orders/${order.id}/`,
  ]) {
    const { statusCode, payload } = await api.as('admin').get(path)
    expect(statusCode).toBe(200)
    const bare = await (await fetch(limit.url + path)).text()
    expect(withoutLinks(bare)).toEqual(withoutLinks(payload))
  }
})
