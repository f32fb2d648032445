import { narrowedSearch, targets } from '../targets.ts'
import { intake } from './intake.ts'
import { moves } from './moves.ts'
import { aMonth, eachClient, listing, type Requests, type Shop, share, type Work } from './work.ts'

/** In days. */
const aYear = 365

/** The works of the benchmark, searches apart. */
export function worksOn(shop: Shop): Work[] {
  const { db, headers, orders } = shop
  const deep = Math.min(20_000, Math.floor(orders / 2))
  const byStatus = (offset: number) =>
    eachClient((client) => listing(shop, { status: 'delivered', offset: offset + client }))
  const compared = (name: keyof typeof targets, requests: Requests): Work => ({
    name,
    target: targets[name],
    requests,
    beside: 'limit',
  })
  return [
    compared('one order, files and history', async (clients) => {
      const rows = await db<{ id: string }[]>`
        select id from orders where number % ${Math.max(1, Math.floor(orders / 2000))} = 0 order by number`
      return share(
        rows.map(({ id }) => ({ path: `/api/all-orders/${id}/`, headers })),
        clients,
      )
    }),
    compared('list by status, first page', byStatus(0)),
    compared('list by status, page 2,000', byStatus(deep)),
    compared(
      'list by date range',
      eachClient(async (client) => listing(shop, await aMonth(db, aYear + client))),
    ),
    compared('list by staff user', async (clients) => {
      const rows = await db<
        { id: string }[]
      >`select id from staff_users where not is_superuser order by email`
      const requests = rows.map(({ id }) => listing(shop, { assigned_user: id }, '/api/my_orders/'))
      return share(requests, clients)
    }),
    compared('list by customer', async (clients) => {
      const rows = await db<{ id: string }[]>`select id from users order by md5(id::text) limit 800`
      const requests = rows.map(({ id }) => listing(shop, { user: id }))
      return share(requests, clients)
    }),
    {
      name: 'dashboard, beside a list call',
      target: targets['dashboard, beside a list call'],
      requests: eachClient(async (client) => {
        const days = new URLSearchParams(await aMonth(db, client))
        return { path: `/api/dashboard?${days.toString()}`, headers }
      }),
      beside: { requests: byStatus(0) },
      clients: 12,
    },
    ...moves(shop),
    intake(shop),
  ]
}

/** Every search, and each again with a date range and with a status. Only one client asks. */
export function searchesOn(shop: Shop): Work[] {
  const { db } = shop
  const number = (order: Found) => String(order.number)
  const wordsOf = {
    'search for an order number': number,
    'search for a mobile': (order: Found) => order.mobile,
    'search for four digits': (order: Found) => order.mobile.slice(-4),
    'search for ‘kowalski’': () => 'kowalski',
    'search for ‘an’': () => 'an',
  }
  return Object.entries(wordsOf).flatMap(([name, words]) => {
    const searching =
      (narrow: () => Promise<Record<string, string>>): Requests =>
      async (clients) => {
        const more = await narrow()
        const found = await someOrders(db, more)
        const queries = [...new Set(found.map(words))]
        return share(
          queries.map((query) => listing(shop, { query, ...more })),
          clients,
        )
      }
    const work = { beside: 'nothing', clients: 1 } as const
    return [
      {
        ...work,
        name,
        target: targets[name as keyof typeof wordsOf],
        requests: searching(async () => ({})),
      },
      {
        ...work,
        name: `${name}, a month`,
        target: narrowedSearch,
        requests: searching(() => aMonth(db, aYear)),
      },
      {
        ...work,
        name: `${name}, delivered`,
        target: narrowedSearch,
        requests: searching(async () => ({ status: 'delivered' })),
      },
    ]
  })
}

type Found = { number: number; mobile: string }

/** Two hundred orders that a search can find, of a month or of all time. */
async function someOrders(db: Shop['db'], { from_date, to_date }: { from_date?: string; to_date?: string }) {
  const orders = await db<Found[]>`
    select o.number, u.mobile from (
      select number, user_id from orders
      where order_type = 'print' and status = 'delivered'
        ${from_date && to_date ? db`and created_at between day_start(${from_date}) and day_start(${to_date})` : db``}
      order by md5(id::text) limit 200) o
    join users u on u.id = o.user_id`
  if (orders.length === 0) throw new Error('No order to search for')
  return orders
}
