import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { allowedTransitions, type OrderStatus, orderStatuses } from '@our-print/contract/rules/orderMoves.ts'
import { Pool, type QueryConfig, types } from 'pg'

// The fastest way to serve this database from Node: bare node:http and pg with named prepared statements, without
// authentication, validation, log or audit, and with known positions of deep pages. It sends the same bytes as our server;
// the benchmark compares them before it measures.

const { DATABASE_URL: connectionString, PORT, PUBLIC_URL: publicUrl = '' } = process.env

types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace('+00', 'Z'))

const pool = new Pool({ connectionString, max: 10, options: '-c TimeZone=UTC' })
// A bare update: no trigger runs.
const writers = new Pool({ connectionString, max: 10, options: '-c session_replication_role=replica' })

const preciseTime = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const columns = `
  o.id, o.number, o.title, o.status, o.order_type, o.user_subscription_plan, o.plan_pages, o.user_id as "user",
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
    'email', u.email, 'mobile', u.mobile) as user_data,
  o.assigned_user,
  case when s.id is not null then json_build_object('id', s.id, 'full_name', s.full_name) end as assigned_user_data,
  (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'content_type', f.content_type,
      'size', f.size, 'page_count', f.page_count, 'page_ranges', f.page_ranges) order by f.position), '[]')
    from order_files f where f.order_id = o.id and f.kind = 'print') as order_files,
  o.pdf_page_count, o.copies, o.color, o.color_pages, o.sides, o.paper_size, o.binding, o.layout, o.fit, o.bundle,
  coalesce(o.impressions, o.pdf_page_count) as impressions, o.blank_sides, o.shelf_place, o.notes, o.pickup, o.address,
  o.amount / 100.0::float8 as amount, o.discount / 100.0::float8 as discount, o.coupon_code,
  o.payable / 100.0::float8 as payable,
  o.created_at, o.assigned_at, o.out_for_delivery_at, o.delivered_at, o.cancelled_at, o.attempts,
  case when o.attempts > 0 then (
    select json_build_object('at', ${preciseTime('h.at')}, 'by', p.full_name, 'note', h.note)
    from order_history h left join staff_users p on p.id = h.by
    where h.order_id = o.id and h.from_status = 'out-for-delivery' and h.to_status = 'assigned'
    order by h.at desc, h.id desc limit 1) end as last_failed_attempt,
  (select json_build_object('id', d.id, 'received_by', d.received_by, 'at', ${preciseTime('d.created_at')},
      'by', p.full_name,
      'pictures', (select coalesce(json_agg(json_build_object('id', f.id, 'kind', f.kind,
          'content_type', f.content_type, 'size', f.size) order by f.kind), '[]')
        from order_files f where f.order_id = o.id and f.kind <> 'print'))
    from delivery_proofs d left join staff_users p on p.id = d.added_by where d.order_id = o.id) as delivery_proof,
  o.version`
const joins = 'join users u on u.id = o.user_id left join staff_users s on s.id = o.assigned_user'

type File = { id: string }
type Row = { count?: number; id: string; status: OrderStatus; order_files: File[]; history?: unknown }
type Answer = () => Promise<unknown>

const moves = Object.fromEntries(
  orderStatuses.map((status) => [
    status,
    allowedTransitions({ is_superuser: true }, { status, delivered_at: null }),
  ]),
)
const permission = `expires=1700000000&signature=${'x'.repeat(43)}`

function present({ history, ...row }: Row) {
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

function page(url: URL, count: number, rows: Row[]) {
  const limit = Number(url.searchParams.get('limit'))
  const offset = Number(url.searchParams.get('offset'))
  const at = (start: number) => {
    const parameters = new URLSearchParams(url.search)
    parameters.set('offset', String(start))
    return `${publicUrl}${url.pathname}?${parameters.toString()}`
  }
  return {
    count,
    next: offset + limit < count ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results: rows.map(present),
  }
}

const counters = (period: string, filter: string) => `(
  (select coalesce(sum(orders), 0) from order_counts where order_type = $1 and period = '${period}' ${filter})
  + (select coalesce(sum(delta), 0) from order_count_deltas where order_type = $1 ${filter.replaceAll('starts', 'day')}))::int`

const pageOf = (where: string) => `(
  select id from orders where order_type = $1 ${where} order by created_at desc, id desc limit 10) p
  join orders o on o.id = p.id ${joins} order by o.created_at desc, o.id desc`

/** By status: the total counters, and keyset paging from the row before the page. */
async function listByStatus(url: URL, status: string): Promise<Answer> {
  const offset = Number(url.searchParams.get('offset'))
  const before = `select created_at, id from orders where order_type = 'print' and status = $1
    order by created_at desc, id desc offset $2 limit 1`
  const position = offset > 0 ? (await pool.query(before, [status, offset - 1])).rows[0] : undefined
  const after = position ? 'and (created_at, id) < ($3, $4)' : ''
  const text = `select ${counters('ever', 'and status = $2')} as count, ${columns}
    from ${pageOf(`and status = $2 ${after}`)}`
  const values = ['print', status, ...(position ? [position.created_at, position.id] : [])]
  return answerOf(url, { name: position ? 'deep page' : 'first page', text, values })
}

async function listByDays(url: URL, from: string, to: string): Promise<Answer> {
  const days = `select day_start($1)::timestamptz as first, day_start($2::date + 1) as next`
  const { first, next } = (await pool.query(days, [from, to])).rows[0]
  const text = `select ${counters('day', 'and starts between $2 and $3')} as count, ${columns}
    from ${pageOf('and created_at >= $4 and created_at < $5')}`
  return answerOf(url, { name: 'days', text, values: ['print', from, to, first, next] })
}

const answerOf =
  (url: URL, statement: QueryConfig): Answer =>
  async () => {
    const { rows } = await pool.query<Row>(statement)
    const count = rows[0]?.count ?? 0
    for (const row of rows) delete row.count
    return page(url, count, rows)
  }

/** All states but cancelled, each read from the index in the order of the page. */
const openStates = orderStatuses.filter((status) => status !== 'cancelled')
const newestOfStaff = openStates.map(
  (status) => `(select id, created_at from orders where assigned_user = $1 and status = '${status}'
    order by created_at desc, id desc limit 10)`,
)

/** The orders of one person are counted by the index, in the statement of the page. */
const ofStaff = `
  select (select count(*)::int from orders where assigned_user = $1 and status in ('${openStates.join("', '")}')) as count,
    ${columns}
  from (select id from (${newestOfStaff.join(' union all ')}) n order by created_at desc, id desc limit 10) p
    join orders o on o.id = p.id ${joins} order by o.created_at desc, o.id desc`
const ofCustomer = `
  select (select count(*)::int from orders where user_id = $1 and order_type = 'print') as count, ${columns}
  from (select id from orders where user_id = $1 and order_type = 'print' order by created_at desc, id desc limit 10) p
    join orders o on o.id = p.id ${joins} order by o.created_at desc, o.id desc`

const one = `select ${columns}, ticket_code(o.id),
    (select json_agg(json_build_object(
        'at', ${preciseTime('h.at')}, 'by', p.full_name,
        'from', h.from_status, 'to', h.to_status, 'note', h.note) order by h.id)
      from order_history h left join staff_users p on p.id = h.by where h.order_id = o.id) as history
  from orders o ${joins} where o.id = $1`

async function getOne(id: string) {
  const { rows } = await pool.query<Row>({ name: 'one', text: one, values: [id] })
  return rows[0] && present(rows[0])
}

async function bodyOf<T>(request: IncomingMessage): Promise<T> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return JSON.parse(body) as T
}

const move = (id: string, status: OrderStatus) => ({
  name: 'patch',
  text: 'update orders set status = $1 where id = $2',
  values: [status, id],
})

async function patch(request: IncomingMessage, id: string) {
  const { status } = await bodyOf<{ status: OrderStatus }>(request)
  await writers.query(move(id, status))
  return { id, status }
}

/** Many bare updates in one transaction. */
async function patchMany(request: IncomingMessage) {
  const { ids, status } = await bodyOf<{ ids: string[]; status: OrderStatus }>(request)
  const writer = await writers.connect()
  try {
    await writer.query('begin')
    for (const id of ids) await writer.query(move(id, status))
    await writer.query('commit')
  } finally {
    writer.release()
  }
  return { results: ids.map((id) => ({ id, ok: true, code: null, message: null })) }
}

const lists = new Map<string, Promise<Answer>>()

/** Parses the URL of a list once. */
async function prepare(path: string): Promise<Answer> {
  const url = new URL(path, 'http://localhost')
  const { status, from_date, to_date, user, assigned_user } = Object.fromEntries(url.searchParams)
  if (user) return answerOf(url, { name: 'customer', text: ofCustomer, values: [user] })
  if (assigned_user) return answerOf(url, { name: 'staff', text: ofStaff, values: [assigned_user] })
  if (from_date && to_date) return listByDays(url, from_date, to_date)
  return listByStatus(url, status ?? 'delivered')
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const path = request.url ?? ''
  if (path === '/') return { ready: true }
  if (path.includes('?')) {
    const list = lists.get(path) ?? prepare(path)
    lists.set(path, list)
    return (await list)()
  }
  const id = path.split('/')[3] ?? ''
  if (request.method === 'POST') return patchMany(request)
  return request.method === 'PATCH' ? patch(request, id) : getOne(id)
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
