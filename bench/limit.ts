import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { allowedTransitions, type OrderStatus, orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import { Pool, types } from 'pg'

// The limit of the benchmark: bare node:http and pg with named prepared statements, without authentication, validation,
// log or audit. It sends the same content as our server; the benchmark compares them before it measures. `/` answers
// without the database.

const { DATABASE_URL: connectionString, PORT, PUBLIC_URL: publicUrl = '' } = process.env

types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace('+00', 'Z'))

const pool = new Pool({ connectionString, max: 10, options: '-c TimeZone=UTC' })
// Bare updates: no trigger runs. Only a superuser may ask for that.
const writers = new Pool({ connectionString, max: 10, options: '-c session_replication_role=replica' })

const preciseTime = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const doneTimes = (row: string, at: string) =>
  `'happened_at', ${preciseTime(`coalesce(${row}.happened_at, ${at})`)}, 'said_at', ${preciseTime(`${row}.said_at`)}`

const columns = `
  o.id, o.number, o.title, o.status, o.order_type, o.user_subscription_plan, o.plan_pages, o.user_id as "user",
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
    'email', u.email, 'mobile', u.mobile) as user_data,
  o.assigned_user,
  case when s.id is not null then json_build_object('id', s.id, 'full_name', s.full_name) end as assigned_user_data,
  (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'content_type', f.content_type,
      'size', f.size, 'page_count', f.page_count, 'page_ranges', f.page_ranges, 'removed_at', f.removed_at) order by f.position), '[]')
    from order_files f where f.order_id = o.id and f.kind = 'print') as order_files,
  o.pdf_page_count, o.copies, o.color, o.color_pages, o.sides, o.paper_size, o.binding, o.layout, o.fit, o.bundle,
  coalesce(o.impressions, o.pdf_page_count) as impressions, o.blank_sides, o.shelf_place, o.promised_at, o.window_from, o.printed, o.is_ready, o.notes, o.pickup, o.address,
  o.amount / 100.0::float8 as amount, o.discount / 100.0::float8 as discount, o.coupon_code,
  coalesce(o.tax, 0) / 100.0::float8 as tax, o.payable / 100.0::float8 as payable, o.lines, case when o.calculated_amount is not null then o.amount / 100.0::float8 end as price_by_hand,
  o.price_by_hand_reason, coalesce(o.calculated_amount, o.amount) / 100.0::float8 as calculated_amount,
  (o.paid + o.settled_before) / 100.0::float8 as paid, o.due / 100.0::float8 as due, o.payment_status, o.pay_by, o.client_id as billed_to,
  case when o.client_id is not null then (select json_build_object('id', c.id, 'name', c.name) from clients c where c.id = o.client_id) end as billed_to_data,
  o.created_at, o.assigned_at, o.out_for_delivery_at, o.delivered_at, o.cancelled_at, o.attempts,
  case when o.attempts > 0 then (
    select json_build_object('at', ${preciseTime('h.at')}, 'by', p.full_name, 'note', h.note)
    from order_history h left join staff_users p on p.id = h.by
    where h.order_id = o.id and h.from_status = 'out-for-delivery' and h.to_status = 'assigned'
    order by h.at desc, h.id desc limit 1) end as last_failed_attempt,
  (select json_build_object('id', d.id, 'received_by', d.received_by, 'at', ${preciseTime('d.created_at')}, ${doneTimes('d', 'd.created_at')},
      'by', p.full_name,
      'pictures', (select coalesce(json_agg(json_build_object('id', f.id, 'kind', f.kind,
          'content_type', f.content_type, 'size', f.size) order by f.kind), '[]')
        from order_files f where f.order_id = o.id and f.kind <> 'print'))
    from delivery_proofs d left join staff_users p on p.id = d.added_by where d.order_id = o.id) as delivery_proof,
  o.version`
const joins = 'join users u on u.id = o.user_id left join staff_users s on s.id = o.assigned_user'

const list = `
  select
    (select coalesce(sum(orders), 0) from order_counts where order_type = 'print' and period = 'ever' and status = $1)::int
      as count,
    ${columns}
  from (select id from orders where order_type = 'print' and status = $1
      order by created_at desc, id desc offset $2 limit $3) p
    join orders o on o.id = p.id ${joins} order by o.created_at desc, o.id desc`

const one = `select ${columns}, ticket_code(o.id), is_open_to_change(o) as is_open_to_change,
    (select json_agg(json_build_object(
        'at', ${preciseTime('h.at')}, ${doneTimes('h', 'h.at')}, 'by', p.full_name,
        'from', h.from_status, 'to', h.to_status, 'note', h.note, 'is_ready', h.is_ready,
        'auto_printed', h.auto_printed, 'courier_task', h.courier_task, 'noted', h.noted, 'changes', h.changes) order by h.id)
      from order_history h left join staff_users p on p.id = h.by where h.order_id = o.id) as history
  from orders o ${joins} where o.id = $1`

type Row = {
  count?: number
  id: string
  status: OrderStatus
  order_files: { id: string }[]
  history?: unknown
}

const moves = Object.fromEntries(
  orderStatuses.map((status) => [
    status,
    allowedTransitions({ is_superuser: true }, { status, delivered_at: null }),
  ]),
)
const permission = `expires=1700000000&signature=${'x'.repeat(43)}`

function present({ count: _count, history, ...row }: Row) {
  return {
    ...row,
    ...(history !== undefined && { history }),
    allowed_transitions: moves[row.status],
    order_files: row.order_files.map((file) => ({
      ...file,
      url: `${publicUrl}/api/order-files/${row.id}/${file.id}/?${permission}`,
    })),
  }
}

async function getList(path: string) {
  const url = new URL(path, publicUrl)
  const limit = Number(url.searchParams.get('limit'))
  const offset = Number(url.searchParams.get('offset'))
  const values = [url.searchParams.get('status'), offset, limit]
  const { rows } = await pool.query<Row>({ name: 'list', text: list, values })
  const count = rows[0]?.count ?? 0
  const at = (start: number) => {
    url.searchParams.set('offset', String(start))
    return url.href
  }
  return {
    count,
    next: offset + limit < count ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results: rows.map(present),
  }
}

async function getOne(id: string) {
  const { rows } = await pool.query<Row>({ name: 'one', text: one, values: [id] })
  return rows[0] && present(rows[0])
}

async function patch(request: IncomingMessage, id: string) {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const { status } = JSON.parse(body) as { status: OrderStatus }
  const text = 'update orders set version = version + 1, status = $1 where id = $2'
  await writers.query({ name: 'move', text, values: [status, id] })
  return { id, status }
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const { method, url = '' } = request
  if (url === '/') return { ready: true }
  if (url.includes('?')) return getList(url)
  const id = url.split('/')[3] ?? ''
  return method === 'PATCH' ? patch(request, id) : getOne(id)
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = JSON.stringify(await answer(request))
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

createServer((request, response) => void serve(request, response)).listen(Number(PORT), '127.0.0.1')
