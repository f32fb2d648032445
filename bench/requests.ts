import { isDeepStrictEqual } from 'node:util'
import { makePdf } from '../server/test/pdf.ts'
import { compare, measure, type Requests, type Turn } from './compare.ts'
import type { Request } from './load.ts'
import type { Row } from './page.ts'
import type { Bench, Shop } from './shop.ts'

/** Server works beside the limit, at these numbers of clients. */
const clientCounts = [1, 8, 16]

/** How much of the limit's throughput a work reaches with many clients, at least. */
const targets = { list: 0.55, order: 0.6, patch: 0.2 }

/** The first page of delivered orders. Each client asks for its own, so that equal requests cannot share an answer. */
export const listRequests =
  ({ headers }: Shop): Requests =>
  async (clients) =>
    Array.from({ length: clients }, (_, client) => [
      {
        path: `/api/all-orders/?limit=10&offset=${client}&exclude_order_type=subscription&status=delivered`,
        headers,
      },
    ])

/** Two thousand orders, each with its files and history. */
export const orderRequests =
  ({ db, headers }: Shop): Requests =>
  async (clients) => {
    const { rows } = await db.query<{ id: string }>('select id from orders order by md5(id::text) limit 2000')
    return share(
      rows.map(({ id }) => ({ path: `/api/all-orders/${id}/`, headers })),
      clients,
    )
  }

/** Each client has its own part of the requests. */
const share = (requests: Request[], clients: number): Request[][] =>
  Array.from({ length: clients }, (_, client) => requests.filter((_each, at) => at % clients === client))

export async function measureList(bench: Bench): Promise<Row[]> {
  const shop = await bench.open(bench.orders)
  const requests = listRequests(shop)
  await expectSameResponses(bench, shop, (await requests(16)).flat())
  return besideLimit(bench, shop, requests, targets.list)
}

export async function measureOrder(bench: Bench): Promise<Row[]> {
  const shop = await bench.open(bench.orders)
  const requests = orderRequests(shop)
  await expectSameResponses(
    bench,
    shop,
    (await requests(20)).flatMap(([first]) => first ?? []),
  )
  return besideLimit(bench, shop, requests, targets.order)
}

export async function measurePatch(bench: Bench): Promise<Row[]> {
  const shop = await bench.open(bench.orders)
  return besideLimit(bench, shop, moves(shop), targets.patch)
}

async function besideLimit(bench: Bench, shop: Shop, requests: Requests, target: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const clients of clientCounts) {
    const { ours, ratio } = await compare(
      bench,
      { server: shop.ours, requests },
      { server: shop.limit, requests },
      clients,
    )
    rows.push({
      work: clients === 1 ? '1 client' : `${clients} clients`,
      measured: describe(ours, ratio),
      ...(clients > 1 && { target: `≥ ${target}`, isKept: ratio.perSecond >= target }),
    })
  }
  return rows
}

const describe = (ours: Turn, ratio: Turn) =>
  [
    `${ratio.perSecond.toFixed(2)} (${Math.round(ours.perSecond).toLocaleString('en')}/s)`,
    `p50 ${ratio.p50.toFixed(2)} (${ours.p50.toFixed(2)} ms)`,
    `CPU ${ratio.cpu.toFixed(2)} (${ours.cpu.toFixed(2)} ms)`,
  ].join(', ')

/** Moves orders out for delivery or back, then the other way. No two clients share an order, so every move is a real one. */
export const moves =
  ({ db, headers }: Shop): Requests =>
  async (clients) => {
    const { rows } = await db.query<{ id: string; status: string }>(
      `select id, status from orders where status in ('assigned', 'out-for-delivery') order by md5(id::text) limit $1`,
      [clients * 500],
    )
    const move = (id: string, isOut: boolean): Request => ({
      method: 'PATCH',
      path: `/api/all-orders/${id}/`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(
        isOut ? { status: 'out-for-delivery' } : { status: 'assigned', note: 'Nobody at home' },
      ),
    })
    const there = rows.map(({ id, status }) => move(id, status === 'assigned'))
    const again = share(
      rows.map(({ id, status }) => move(id, status !== 'assigned')),
      clients,
    )
    return share(there, clients).map((own, client) => [...own, ...(again[client] ?? [])])
  }

/** Fails unless both servers send the same content, apart from the signatures of file links. An old limit may lag behind. */
async function expectSameResponses(
  { isOther, say }: Bench,
  { ours, limit }: Shop,
  requests: Request[],
): Promise<void> {
  for (const { path, headers = {} } of requests) {
    const [a, b] = await Promise.all(
      [ours, limit].map(async ({ url }) => {
        const text = await (await fetch(url + path, { headers })).text()
        return text.replaceAll(/expires=\d+&signature=[\w-]+/g, 'signed')
      }),
    )
    if (a && b && isDeepStrictEqual(JSON.parse(a), JSON.parse(b))) continue
    if (!isOther) throw new Error(`The servers disagree on ${path}:\n${a}\n${b}`)
    return say(`The servers disagree on ${path}`)
  }
}

const intakeTargets = { perSecond: 348, p50: 5 }

/** Orders with a PDF file of three pages. */
export async function measureIntake(bench: Bench): Promise<Row[]> {
  const { db, ours, headers } = await bench.open(bench.orders)
  const { rows: customers } = await db.query<{ id: string }>('select id from users order by id limit 16')
  const pdf = await makePdf(3)
  const requests: Requests = async (clients) =>
    customers.slice(0, clients).map(({ id }) => [orderRequest(id, pdf, headers)])
  const side = { server: ours, requests }
  await measure(bench, side, 4)
  const many = await measure(bench, side, 16, bench.pace.seconds * bench.pace.rounds)
  const one = await measure(bench, side, 1)
  return [
    {
      work: '16 clients',
      measured: `${Math.round(many.perSecond)}/s, CPU ${many.cpu.toFixed(2)} ms`,
      target: `≥ ${intakeTargets.perSecond}/s`,
      isKept: many.perSecond >= intakeTargets.perSecond,
    },
    {
      work: '1 client',
      measured: `p50 ${one.p50.toFixed(2)} ms`,
      target: `≤ ${intakeTargets.p50} ms`,
      isKept: one.p50 <= intakeTargets.p50,
    },
  ]
}

const boundary = 'our-print-benchmark'

function orderRequest(user: string, pdf: Buffer, headers: Record<string, string>): Request {
  const address = { line1: 'House 1', city: 'Pune', state: 'Maharashtra', pincode: '411001' }
  const order = { user, title: 'Created by the benchmark', address }
  const body = [
    `--${boundary}\r\ncontent-disposition: form-data; name="order"\r\n\r\n${JSON.stringify(order)}\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="three.pdf"\r\n`,
    `content-type: application/pdf\r\n\r\n${pdf.toString('latin1')}\r\n--${boundary}--\r\n`,
  ].join('')
  return {
    method: 'POST',
    path: '/api/all-orders/',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.from(body, 'latin1'),
  }
}
