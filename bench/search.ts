import { measure } from './compare.ts'
import type { Row } from './page.ts'
import type { Bench, Shop } from './shop.ts'
import { judgeTime } from './times.ts'

/** Milliseconds at the median of one client, at most. */
const targets = { 'an order number': 2, 'a mobile': 4, 'four digits': 10, '‘kowalski’': 10, '‘an’': 150 }

/** The list of orders and the palette over all kinds of records, searched for numbers, names and words by one client. */
export async function measureSearch(bench: Bench): Promise<Row[]> {
  const shop = await bench.open(bench.orders)
  const queries = await searchWords(shop)
  const p50Of = async (path: string, name: keyof typeof targets) => {
    const requests = queries[name].map((word) => ({
      path: path + encodeURIComponent(word),
      headers: shop.headers,
    }))
    const run = (seconds?: number) =>
      measure(bench, { server: shop.ours, requests: async () => [requests] }, 1, seconds)
    // Warms caches and the JIT compiler up.
    await run(0.5)
    const { p50 } = await run()
    return p50
  }
  const rows: Row[] = []
  let slowest = { name: '', p50: 0 }
  for (const name of Object.keys(targets) as (keyof typeof targets)[]) {
    const most = targets[name]
    const p50 = await p50Of('/api/all-orders/?limit=10&exclude_order_type=subscription&query=', name)
    const inPalette = await p50Of('/api/search?query=', name)
    if (inPalette > slowest.p50) slowest = { name, p50: inPalette }
    rows.push({ work: `list, ${name}`, ...(await judgeTime(bench, shop, p50, most)) })
  }
  return [
    ...rows,
    { work: 'palette, the slowest of these', measured: `${slowest.p50.toFixed(2)} ms (${slowest.name})` },
  ]
}

/** Numbers and mobiles of two hundred orders, and names that are rare and common. */
async function searchWords({ db }: Shop): Promise<Record<keyof typeof targets, string[]>> {
  const { rows } = await db.query<{ number: number; mobile: string }>(`
    select o.number, u.mobile from (
      select number, user_id from orders where order_type = 'print' order by md5(id::text) limit 200) o
    join users u on u.id = o.user_id`)
  return {
    'an order number': rows.map(({ number }) => String(number)),
    'a mobile': rows.map(({ mobile }) => mobile),
    'four digits': rows.map(({ mobile }) => mobile.slice(-4)),
    '‘kowalski’': ['kowalski'],
    '‘an’': ['an'],
  }
}
