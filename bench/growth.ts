import { compare, type Requests } from './compare.ts'
import type { Row } from './page.ts'
import { listRequests, orderRequests } from './requests.ts'
import type { Bench, Shop } from './shop.ts'

/** How much longer one client may wait in the large shop, as a median. */
const most = 1.2

/** The product with many orders beside the product with few, in turn. */
export async function measureGrowth(bench: Bench): Promise<Row[]> {
  const few = Math.min(10_000, bench.orders / 2)
  const large = await bench.open(bench.orders)
  const small = await bench.open(few)
  const works: Record<string, (shop: Shop) => Requests> = {
    'list of orders': listRequests,
    'one order': orderRequests,
    'search for ‘kowalski’': (shop) => get(shop, '/api/all-orders/?limit=10&query=kowalski'),
    dashboard: (shop) => get(shop, `/api/dashboard?from_date=${dayAgo(30)}&to_date=${dayAgo(1)}`),
  }
  const rows: Row[] = []
  for (const [work, requests] of Object.entries(works)) {
    const side = (shop: Shop) => ({ server: shop.ours, requests: requests(shop) })
    const { ours, ratio } = await compare(bench, side(large), side(small), 1)
    rows.push({
      work,
      measured: `p50 ${ratio.p50.toFixed(2)} (${ours.p50.toFixed(2)} ms), CPU ${ratio.cpu.toFixed(2)}`,
      target: `≤ ${most}`,
      isKept: ratio.p50 <= most,
    })
  }
  return rows
}

const get =
  ({ headers }: Shop, path: string): Requests =>
  async () => [[{ path, headers }]]

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
