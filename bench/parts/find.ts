import { type SearchKind, searchKinds } from '@our-print/contract/search.ts'
import { connect, type Pool } from '../../server/src/database/db.ts'
import { finds } from '../../server/src/search/finds.ts'
import { readTerms } from '../../server/src/search/searchTerms.ts'
import { milliseconds } from '../report/format.ts'
import { withCopy } from '../seed/databases.ts'
import { addRecords, addVouchers } from '../seed/grownSeed.ts'
import { lookup } from '../targets.ts'
import { type GrownShop, listPath, send } from './grownShop.ts'
import { type Bench, inShop, quantile, type Row, type Section } from './part.ts'

const times = 9

/** The search across the app: each kind of record by itself, all of them in one request, and the list of codes. */
export async function measureFind(bench: Bench): Promise<Section> {
  const orders = bench.sizes.at(-1) ?? 0
  const rows = await withCopy(await bench.seeded(orders), (url) =>
    inShop(bench, url, async (open) => {
      const shop = { ...open, ...(await addVouchers(open.db, orders, bench.say)) }
      await addRecords(shop.db, bench.say)
      const pool = connect(url, { max: 1, planMode: 'custom', lookupMs: 10_000 })
      try {
        return await measureKinds(shop, pool)
      } finally {
        await pool.end()
      }
    }),
  )
  return {
    about: `${orders.toLocaleString('en')} orders and as many voucher codes, ${(orders / 10).toLocaleString('en')} customers and leads, 1,002 companies, 20,000 QR codes, 2,000 coupons. One client asks; each search is measured in turn with a list of delivered orders, so that a busy machine disturbs both alike. Of all queries the slowest one is told. The list of codes counts exactly and has no index on parts of a code.`,
    rows,
  }
}

async function measureKinds(shop: GrownShop, pool: Pool): Promise<Row[]> {
  const { common, queries } = await queriesOf(shop.db)
  const rows: Row[] = []
  for (const kind of searchKinds) {
    const found = await slowest(shop, queries, (query) => timed(pool, kind, query))
    rows.push({
      work: `find ${labels[kind]}`,
      ...textOf(found),
      target: `≤ ${lookup} ms`,
      isKept: found.p50 <= lookup,
    })
  }
  const ordersOfCommon = await slowest(shop, common, (query) => timed(pool, 'order', query))
  rows.push({ work: 'find orders by common words that no order has together', ...textOf(ordersOfCommon) })
  const request = (path: string) => async (query: string) =>
    (await send(shop, `${path}?query=${encodeURIComponent(query)}`)).ms
  rows.push({
    work: 'find all kinds, one request',
    ...textOf(await slowest(shop, queries, request('/api/search'))),
  })
  rows.push({
    work: 'a search in the list of codes',
    ...textOf(await slowest(shop, queries.slice(-2), request('/api/get-voucher/'))),
  })
  return rows
}

const labels: Record<SearchKind, string> = {
  order: 'orders',
  customer: 'customers',
  company: 'companies',
  staff: 'staff users',
  voucher: 'voucher codes',
  coupon: 'coupons',
  qr_code: 'QR codes',
  lead: 'leads',
}

async function timed(pool: Pool, kind: SearchKind, query: string): Promise<number> {
  const since = performance.now()
  await finds[kind](pool, readTerms(query))
  return performance.now() - since
}

type Slowest = { p50: number; ratio: number; query: string }

/** The query with the slowest p50, and its ratio to a list that was asked for in turn. */
async function slowest(
  shop: GrownShop,
  queries: string[],
  measure: (query: string) => Promise<number>,
): Promise<Slowest> {
  let found: Slowest = { p50: 0, ratio: 0, query: '' }
  for (const query of queries) {
    await measure(query)
    const [ours, lists]: [number[], number[]] = [[], []]
    for (let n = 0; n < times; n++) {
      ours.push(await measure(query))
      lists.push((await send(shop, listPath)).ms)
    }
    const p50 = quantile(0.5, ours)
    if (p50 > found.p50) found = { p50, ratio: p50 / quantile(0.5, lists), query }
  }
  return found
}

const textOf = ({ p50, ratio, query }: Slowest) => ({
  measured: `p50 ${milliseconds(p50)} (‘${query}’)`,
  beside: `${ratio.toFixed(1)} of a list call`,
})

/** Numbers, phone numbers, names and codes, whole and in part; very common words and unknown ones. */
async function queriesOf(db: Pool): Promise<{ common: string[]; queries: string[] }> {
  const [{ number, mobile, email }] = await db<[{ number: number; mobile: string; email: string }]>`
    select o.number, u.mobile, u.email from orders o join users u on u.id = o.user_id
    order by o.created_at offset 1000 limit 1`
  const [{ code }] = await db<
    [{ code: string }]
  >`select voucher_code as code from vouchers order by id limit 1`
  const numbers = [String(number), String(number).slice(0, 3), mobile, mobile.slice(-4), '91', '7']
  const words = ['an', 'xu', 'the', 'sharma', 'kowalski', 'rao asha', 'silk', 'example.in', 'nobody here']
  // Every lead has these words.
  const ofLeads = ['cards price', 'wedding xu']
  return {
    common: ['cards thesis', 'exam report'],
    queries: [...numbers, email, ...words, ...ofLeads, code, code.slice(0, 4)],
  }
}
