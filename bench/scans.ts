import { compare, median, type Requests } from './compare.ts'
import type { Row } from './page.ts'
import type { Bench, Shop } from './shop.ts'

const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const codes = Array.from({ length: 50 }, (_, index) => 1000 + index)
const clients = 64

/** Scans of QR codes, each durable before its response, beside a bare answer that reads and writes nothing. */
export async function measureScans(bench: Bench): Promise<Row[]> {
  const { db, ours, limit } = await bench.open(bench.orders)
  await db.query(
    `insert into qr_codes (code, company, value, validity, count_start, redirection_url)
    select unnest($1::bigint[]), 'Chai Point', 100, '2100-01-01', 0, 'https://example.test/offer'`,
    [codes],
  )
  const scans: Requests = async (count) =>
    Array.from({ length: count }, (_, client) =>
      codes.map((_code, index) => ({
        path: `/?qr_code=${codes[(index + client) % codes.length]}`,
        headers: { 'user-agent': phone },
      })),
    )
  const bare: Requests = async (count) => Array.from({ length: count }, () => [{ path: '/' }])
  const sides = [
    { server: ours, requests: scans },
    { server: limit, requests: bare },
  ] as const
  const many = await compare(bench, ...sides, clients)
  const one = await compare(bench, ...sides, 1)
  const insert = await insertBare(db)
  return [
    {
      work: `${clients} clients`,
      measured: `${many.ratio.perSecond.toFixed(2)} (${Math.round(many.ours.perSecond).toLocaleString('en')}/s), CPU ${many.ours.cpu.toFixed(3)} ms`,
    },
    { work: '1 client', measured: `p50 ${one.ours.p50.toFixed(2)} ms` },
    { work: 'one row inserted and committed by plain SQL', measured: `p50 ${insert.toFixed(2)} ms` },
  ]
}

/** Milliseconds of inserting and committing one row: the time that the disk needs. */
async function insertBare(db: Shop['db']): Promise<number> {
  await db.query('create table bare_inserts (code bigint not null, at timestamptz not null)')
  const times: number[] = []
  while (times.length < 1000) {
    const start = performance.now()
    await db.query('insert into bare_inserts values (1000, now())')
    times.push(performance.now() - start)
  }
  return median(times)
}
