import { randomUUID } from 'node:crypto'
import type { Pool } from '../server/src/database/db.ts'
import { makePdf } from '../server/test/pdf.ts'
import type { Request } from './load.ts'

/** One measurement. Targets are ratios to the limit: minimum throughput at 16 clients, maximum p50 at one client. */
export type Work = {
  name: string
  target?: { throughput: number; p50: number }
  /** One list of requests for each client; each client repeats its own. */
  requests: (clients: number) => Promise<Request[][]>
  /** How many clients ask at once, where the server queues fewer than 16 of this kind and refuses more. */
  clients?: number
  /** Removes what the requests wrote. */
  tidy?(): Promise<void>
  /** The limit cannot do this: only our server is measured. */
  alone?: true
  /** Responses differ by design, so they are not compared. */
  responsesDiffer?: true
  /** Compared with these requests to our own server instead of the limit. */
  beside?: (clients: number) => Promise<Request[][]>
}

const list = { throughput: 0.8, p50: 1.5 }
const found = { throughput: 0.8, p50: 1.3 }
// At most twice the time of the list that it is compared with.
const twice = { throughput: 0.5, p50: 2 }

/** The works of the benchmark for a seeded database with this many orders. */
export function worksOn(db: Pool, token: string, orders: number): Work[] {
  const headers = { authorization: `Token ${token}` }
  const listing = (parameters: Record<string, string | number>) => {
    const search = new URLSearchParams({ exclude_order_type: 'subscription', limit: '10', offset: '0' })
    for (const [name, value] of Object.entries(parameters)) search.set(name, String(value))
    return everyClient([{ path: `/api/all-orders/?${search.toString()}`, headers }])
  }
  const deep = Math.min(20_000, Math.floor(orders / 2))
  const searchFor = (what: string, query: () => Promise<string> | string): Work => ({
    name: `search ${what}`,
    target: found,
    requests: async (clients) => listing({ query: await query() })(clients),
  })

  return [
    { name: 'list by status, offset 0', target: list, requests: listing({ status: 'delivered' }) },
    {
      name: `list by status, offset ${deep.toLocaleString('en')}`,
      target: list,
      requests: listing({ status: 'delivered', offset: deep }),
    },
    {
      name: 'list by date range',
      target: found,
      requests: async (clients) => listing(await aMonth(db))(clients),
    },
    searchFor('‘kowalski’', () => 'kowalski'),
    searchFor('an order number', () => someOrder(db, (order) => String(order.number))),
    searchFor('a mobile', () => someOrder(db, (order) => order.mobile)),
    searchFor('‘an’', () => 'an'),
    {
      name: 'one order, files and history',
      target: list,
      requests: async (clients) => {
        const rows = await db<{ id: string }[]>`
          select id from orders where number % ${Math.max(1, Math.floor(orders / 2000))} = 0 order by number`
        return share(
          rows.map(({ id }) => ({ path: `/api/all-orders/${id}/`, headers })),
          clients,
        )
      },
    },
    {
      name: 'dashboard, beside a list call',
      target: twice,
      requests: everyClient([{ path: '/api/dashboard', headers }]),
      beside: listing({ status: 'delivered' }),
      clients: 12,
    },
    {
      name: 'PATCH of status, durable',
      target: { throughput: 0.5, p50: 2.5 },
      requests: (clients) => moveOutAndBack(db, headers, clients),
      tidy: () => removeMoves(db),
      responsesDiffer: true,
    },
    {
      name: 'order intake, 3-page PDF',
      requests: async (clients) => everyClient([await orderRequest(db, headers)])(clients),
      tidy: () => removeCreatedOrders(db),
      alone: true,
    },
  ]
}

const everyClient = (requests: Request[]) => async (clients: number) =>
  Array<Request[]>(clients).fill(requests)

const share = (requests: Request[], clients: number): Request[][] =>
  Array.from({ length: clients }, (_, client) =>
    requests.filter((_request, index) => index % clients === client),
  )

async function someOrder(
  db: Pool,
  read: (order: { number: number; mobile: string }) => string,
): Promise<string> {
  const [order] = await db<[{ number: number; mobile: string }]>`
    select o.number, u.mobile from orders o join users u on u.id = o.user_id
    where o.order_type = 'print' and o.number > (select avg(number) from orders) order by o.number limit 1`
  return read(order)
}

/** Thirty days, one year ago. */
async function aMonth(db: Pool) {
  const [days] = await db<[{ from_date: string; to_date: string }]>`
    select shop_day(max(created_at)) - 394 as from_date, shop_day(max(created_at)) - 365 as to_date from orders`
  return days
}

/** Moves open orders to out for delivery and back; each client has its own orders, so that every request is a real move. */
async function moveOutAndBack(
  db: Pool,
  headers: Record<string, string>,
  clients: number,
): Promise<Request[][]> {
  const rows = await db<{ id: string; status: string }[]>`
    select id, status from orders where status in ('assigned', 'out-for-delivery') order by md5(id::text)
    limit ${clients * 1000}`
  const patch = (id: string, body: object): Request => ({
    method: 'PATCH',
    path: `/api/all-orders/${id}/`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const out = { status: 'out-for-delivery' }
  const back = { status: 'assigned', note: 'Nobody at home' }
  const move = (toOut: boolean) => (toOut ? out : back)
  const own = Array.from({ length: clients }, (_, client) =>
    rows.filter((_row, index) => index % clients === client),
  )
  return own.map((orders) => [
    ...orders.map(({ id, status }) => patch(id, move(status === 'assigned'))),
    ...orders.map(({ id, status }) => patch(id, move(status !== 'assigned'))),
  ])
}

async function removeMoves(db: Pool): Promise<void> {
  await db`delete from order_history h using orders o
    where o.id = h.order_id and h.at > o.created_at + interval '1 day' and h.at > now() - interval '1 hour'`
  await db`truncate audit_entries`
  await db`select recount_orders()`
  await db`vacuum (analyze) orders, order_history`
}

const boundary = 'our-print-benchmark'

async function orderRequest(db: Pool, headers: Record<string, string>): Promise<Request> {
  const [customer] = await db<[{ id: string }]>`select id from users order by created_at limit 1`
  const address = { line1: 'House 1', city: 'Pune', state: 'Maharashtra', pincode: '411001' }
  const order = { user: customer.id, title: createdTitle, address }
  const pdf = await makePdf(3)
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

const createdTitle = `Created by the benchmark ${randomUUID()}`

async function removeCreatedOrders(db: Pool): Promise<void> {
  const ours = await db<{ id: string }[]>`select id from orders where title = ${createdTitle}`
  const ids = ours.map(({ id }) => id)
  await db`delete from order_history where order_id = any(${ids})`
  await db`delete from order_files where order_id = any(${ids})`
  await db`delete from orders where id = any(${ids})`
  await db`truncate audit_entries`
  await db`select recount_orders()`
  await db`vacuum (analyze) orders, order_files, order_history, order_search`
}
