import type { Pool } from '../../server/src/database/db.ts'
import type { Request } from '../load.ts'
import type { Target } from '../targets.ts'

/** One list of requests for each client; each client repeats its own. */
export type Requests = (clients: number) => Promise<Request[][]>

/** One measurement. */
export type Work = {
  name: string
  target: Target
  requests: Requests
  /** What it is compared with: the limit, these requests to our own server, or nothing. */
  beside: 'limit' | 'nothing' | { requests: Requests }
  /** How many clients ask at once, where 16 would be refused or where only one is measured. */
  clients?: number
  /** Removes what the requests wrote. */
  tidy?(): Promise<void>
  /** The limit's responses differ by design, so they are not compared. */
  responsesDiffer?: true
}

/** The seeded database of a run and how our server is asked. */
export type Shop = { db: Pool; headers: Record<string, string>; orders: number }

/** Each client has its own part of the requests. */
export const share = (requests: Request[], clients: number): Request[][] =>
  Array.from({ length: clients }, (_, client) =>
    requests.filter((_request, index) => index % clients === client),
  )

/** Our list of orders with these parameters, as the screens ask for it. */
export function listing(
  { headers }: Pick<Shop, 'headers'>,
  parameters: Record<string, string | number>,
  path = '/api/all-orders/',
): Request {
  const search = new URLSearchParams({ limit: '10', offset: '0' })
  if (path === '/api/all-orders/') search.set('exclude_order_type', 'subscription')
  for (const [name, value] of Object.entries(parameters)) search.set(name, String(value))
  return { path: `${path}?${search.toString()}`, headers }
}

/** Each client asks for something of its own, so that a server which answers equal requests together gains nothing. */
export const eachClient =
  (request: (client: number) => Request | Promise<Request>): Requests =>
  (clients) =>
    Promise.all(Array.from({ length: clients }, async (_, client) => [await request(client)]))

/** Thirty days that ended so many days before the newest order. */
export async function aMonth(db: Pool, ago: number) {
  const [days] = await db<[{ from_date: string; to_date: string }]>`
    select shop_day(max(created_at)) - ${ago + 29}::int as from_date, shop_day(max(created_at)) - ${ago}::int as to_date
    from orders`
  return days
}
