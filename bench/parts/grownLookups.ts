import { type SearchKind, searchKinds } from '@our-print/contract/search.ts'
import { connect, type Pool } from '../../server/src/database/db.ts'
import { finds } from '../../server/src/search/finds.ts'
import { readTerms } from '../../server/src/search/searchTerms.ts'
import { milliseconds } from '../report/format.ts'
import { addRecords } from '../seed/grownSeed.ts'
import { lookup } from '../targets.ts'
import { type GrownShop, send } from './grownShop.ts'
import { quantile, type Row } from './part.ts'

const times = 15

/** The search across the app: each kind of record alone, and all of them in one request. */
export async function lookups(
  shop: GrownShop,
  databaseUrl: string,
  say: (line: string) => void,
): Promise<Row[]> {
  await addRecords(shop.db, say)
  const queries = await queriesOf(shop.db)
  const pool = connect(databaseUrl, { max: 1, planMode: 'custom', lookupMs: 10_000 })
  try {
    const rows: Row[] = []
    for (const kind of searchKinds)
      rows.push(rowOf(kind, await slowest(queries, (query) => timed(pool, kind, query))))
    const whole = await slowest(
      queries,
      async (query) => (await send(shop, `/api/search?query=${encodeURIComponent(query)}`)).ms,
    )
    return [...rows, { work: 'the search across the app, all kinds', measured: textOf(whole) }]
  } finally {
    await pool.end()
  }
}

async function timed(pool: Pool, kind: SearchKind, query: string): Promise<number> {
  const since = performance.now()
  await finds[kind](pool, readTerms(query))
  return performance.now() - since
}

type Slowest = { p50: number; query: string }

/** The query with the slowest p50. */
async function slowest(queries: string[], measure: (query: string) => Promise<number>): Promise<Slowest> {
  let found: Slowest = { p50: 0, query: '' }
  for (const query of queries) {
    await measure(query)
    const all: number[] = []
    for (let n = 0; n < times; n++) all.push(await measure(query))
    const p50 = quantile(0.5, all)
    if (p50 > found.p50) found = { p50, query }
  }
  return found
}

const textOf = ({ p50, query }: Slowest) => `p50 ${milliseconds(p50)} the slowest (‘${query}’)`

const rowOf = (kind: SearchKind, found: Slowest): Row => ({
  work: `search across the app: ${kind}`,
  measured: textOf(found),
  target: `≤ ${lookup} ms`,
  isKept: found.p50 <= lookup,
})

/** Numbers, phone numbers, names, codes; very common and unknown words. */
async function queriesOf(db: Pool): Promise<string[]> {
  const [order] = await db<[{ number: number; mobile: string; email: string }]>`
    select o.number, u.mobile, u.email from orders o join users u on u.id = o.user_id
    order by o.created_at offset 1000 limit 1`
  const [voucher] = await db<
    [{ code: string }]
  >`select voucher_code as code from vouchers order by id limit 1`
  const { number, mobile, email } = order
  const numbers = [String(number), String(number).slice(0, 3), mobile, mobile.slice(-4), email, '7']
  const words = [
    'an',
    'xu',
    'the',
    'thesis final',
    'kowalski',
    'asha rao',
    'silk',
    'example.in',
    'nobody here',
  ]
  return [...numbers, ...words, voucher.code, voucher.code.slice(0, 4)]
}
