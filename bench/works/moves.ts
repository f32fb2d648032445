import type { Request } from '../load.ts'
import { targets } from '../targets.ts'
import { type Shop, share, type Work } from './work.ts'

type Row = { id: string; status: string }

/** Changes of status: of one order, and of 100 in one request. */
export function moves({ db, headers }: Shop): Work[] {
  const json = { ...headers, 'content-type': 'application/json' }
  const patch = (id: string, body: object): Request => ({
    method: 'PATCH',
    path: `/api/all-orders/${id}/`,
    headers: json,
    body: JSON.stringify(body),
  })
  const bulk = (ids: string[], body: object): Request => ({
    method: 'POST',
    path: '/api/all-orders/bulk/',
    headers: json,
    body: JSON.stringify({ ids, ...body }),
  })
  const open = (limit: number) => db<Row[]>`
    select id, status from orders where status in ('assigned', 'out-for-delivery') order by md5(id::text)
    limit ${limit}`

  return [
    {
      name: 'PATCH of a status',
      target: targets['PATCH of a status'],
      requests: async (clients) => {
        const rows = await open(clients * 1000)
        return thereAndBack(
          rows.map(({ id, status }) => ({ status, send: (body) => patch(id, body) })),
          clients,
        )
      },
      beside: 'limit',
      tidy: () => removeMoves(db),
      responsesDiffer: true,
    },
    {
      name: 'bulk move of 100',
      target: targets['bulk move of 100'],
      requests: async (clients) => {
        const byStatus = Map.groupBy(await open(clients * 2000), ({ status }) => status)
        const hundreds = [...byStatus].flatMap(([status, rows]) =>
          Array.from({ length: Math.floor(rows.length / 100) }, (_, n) => {
            const ids = rows.slice(n * 100, n * 100 + 100).map(({ id }) => id)
            return { status, send: (body: object) => bulk(ids, body) }
          }),
        )
        return thereAndBack(hundreds, clients)
      },
      beside: 'limit',
      clients: 2,
      tidy: () => removeMoves(db),
      responsesDiffer: true,
    },
  ]
}

type Movable = { status: string; send: (body: object) => Request }

const out = { status: 'out-for-delivery' }
const back = { status: 'assigned', note: 'Nobody at home' }

/** Moves orders out for delivery or back, then the other way; no two clients share an order, so every move is a real one. */
function thereAndBack(movable: Movable[], clients: number): Request[][] {
  const there = movable.map(({ status, send }) => send(status === 'assigned' ? out : back))
  const again = movable.map(({ status, send }) => send(status === 'assigned' ? back : out))
  const second = share(again, clients)
  return share(there, clients).map((own, client) => [...own, ...(second[client] ?? [])])
}

async function removeMoves(db: Shop['db']): Promise<void> {
  await db`delete from order_history h using orders o
    where o.id = h.order_id and h.at > o.created_at + interval '1 day' and h.at > now() - interval '1 hour'`
  await db`truncate audit_entries`
  await db`select recount_orders()`
  await db`vacuum (analyze) orders, order_history`
}
