import {
  mostOpenRequests,
  type OrderRequest,
  type RequestedOrder,
  type RequestKind,
  type RequestStatus,
  requestsPerPhone,
  type Visitor,
} from '@our-print/contract/customer/orderRequests.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { readPhone } from '../../base/database/phones.ts'
import { containsOrPhone } from '../../base/database/search.ts'
import { lockRecord } from '../../base/database/versions.ts'
import { conflict, notFound, Problem, tooManyRequests } from '../../base/http/problem.ts'
import type { StoredFile } from '../../orders/orderFiles.queries.ts'
import * as requestFiles from '../../orders/requestFiles.queries.ts'
import { keptFor } from '../../people/customers/customers.queries.ts'
import { customerActor } from '../publicPages/customerAccount.queries.ts'

/** A request as it is read: its files have no links yet. */
export type RequestRow = Omit<OrderRequest, 'files'> & { files: Omit<OrderRequest['files'][number], 'url'>[] }

type Filter = {
  status?: RequestStatus
  kind?: RequestKind
  query?: string
  ordering?: Ordering<'created_at'>
}

const columns = (db: Db) => db`
  r.id, r.number, r.kind, r.status,
  case when o.id is not null then json_build_object('id', o.id, 'number', o.number, 'title', o.title) end as "order",
  r.name, coalesce(r.mobile, u.mobile) as mobile, coalesce(r.email, case when r.kind <> 'new' then u.email end) as email,
  r.wanted, r.amount / 100.0::float8 as amount, r.message,
  coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'content_type', f.content_type, 'size', f.size,
    'page_count', f.page_count) order by f.position) from order_files f where f.request_id = r.id), '[]') as files,
  case when u.id is not null then json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) end as customer,
  r.created_at, r.decided_at, s.full_name as decided_by, r.reason,
  case when a.id is not null then json_build_object('id', a.id, 'number', a.number) end as accepted_order, r.version`

/** Whether the order that a request `r` is about has got another customer since. */
const isPassedOn = (db: Db) => db`exists (
    select from order_history h where h.order_id = r.order_id and h.at > r.created_at and h.changes @> '[{"field": "user"}]')`

const joined = (db: Db) => db`
  order_requests r left join orders o on o.id = r.order_id left join orders a on a.id = r.accepted_order
  left join users u on u.id = case when r.kind = 'new' then coalesce(
      (select id from users where mobile = r.mobile),
      (select kept from customer_merges where mobile = r.mobile and undone_at is null limit 1))
    when not ${isPassedOn(db)} then o.user_id end
  left join staff_users s on s.id = r.decided_by`

/** What a request about an order asks for is that order, and who asks is its customer. */
const searched = (db: Db) => db`
  search_text(concat_ws(E'\n', r.number, r.name, coalesce(r.mobile, u.mobile), coalesce(r.wanted ->> 'title', o.title),
    o.number, r.message))`

const where = (db: Db, { status, kind, query }: Filter) => db`where true
  ${status ? db`and r.status = ${status}` : db``}
  ${kind ? db`and r.kind = ${kind}` : db``}
  ${query ? db`and (${containsOrPhone(db, searched(db), query)})` : db``}`

export const { select, list } = defineList<Filter, RequestRow>((db, filter) => ({
  select: db`select ${columns(db)} from ${joined(db)}`,
  from: filter.query ? joined(db) : db`order_requests r`,
  where: where(db, filter),
  id: db`r.id`,
  sequence: sequenceOf(filter.ordering, { created_at: db`r.created_at` }, db`r.id`, '-created_at'),
}))

export async function get(db: Db, id: string): Promise<RequestRow> {
  const [request] = await db<RequestRow[]>`select ${columns(db)} from ${joined(db)} where r.id = ${id}`
  if (!request) throw notFound('Request')
  return request
}

type NewRequest = { visitor: Visitor; wanted: RequestedOrder; files: readonly string[]; amount: number }

/** Keeps a visitor's request; `amount` in paise. Its files must be uploads of visitors that no other request has. */
export async function create(
  db: Db,
  { visitor, wanted, files, amount }: NewRequest,
): Promise<{ id: string; number: number }> {
  const { name, email } = visitor
  const mobile = readPhone(visitor.mobile, 'mobile')
  // Requests of one phone wait for each other, so that none passes the limit beside another.
  await db`select pg_advisory_xact_lock(hashtextextended(${`order request ${mobile}`}, 0))`
  // A browser shows the second answer to who taps twice.
  const [same] = await db<{ id: string; number: number }[]>`
    select r.id, r.number from order_requests r
    where r.mobile = ${mobile} and r.status = 'open'
      and ${[...files]}::uuid[] = array(select f.id from order_files f where f.request_id = r.id order by f.position)`
  if (same) return same
  await refuseMany(db, mobile)
  const [row] = await db<[{ id: string; number: number }]>`
    insert into order_requests (kind, name, mobile, email, wanted, amount)
    values ('new', ${name}, ${mobile}, ${email}, ${db.json(wanted)}, ${amount}) returning id, number`
  if (!(await requestFiles.take(db, row.id, files, customerActor.id)))
    throw conflict('This was sent already, or took too long.', 'sent_already')
  return row
}

/** Called with the lock of the phone. */
async function refuseMany(db: Db, mobile: string): Promise<void> {
  const [{ of_phone, open }] = await db<[{ of_phone: number; open: number }]>`
    select (select count(*)::int from order_requests where mobile = ${mobile} and created_at > now() - interval '1 day') as of_phone,
      (select count(*)::int from (select from order_requests where status = 'open' limit ${mostOpenRequests}) found) as open`
  if (of_phone >= requestsPerPhone)
    throw tooManyRequests('You have sent several requests today. Please call the shop.', 3600)
  if (open >= mostOpenRequests)
    throw new Problem(503, 'many_requests', 'Too many requests wait here just now. Please call the shop.', {
      retryAfter: 600,
    })
}

/** Locks an open request, so that it is decided once. */
export async function lockOpen(db: Db, id: string, version?: number): Promise<RequestRow> {
  const request = await lockRecord(db, { table: 'order_requests', name: 'Request', get }, id, version)
  if (request.status !== 'open')
    throw conflict(`${request.decided_by} has ${request.status} this request already.`, 'decided')
  return request
}

/** Refuses to do what somebody asked whose order it is no longer. */
export async function refusePassedOn(db: Db, id: string): Promise<void> {
  const [passed] = await db`
    select from order_requests r where r.id = ${id} and ${isPassedOn(db)}`
  if (passed) throw conflict('This order is of another customer by now. Decline this request.', 'passed_on')
}

type Decision = { status: 'accepted' | 'declined'; by: string; reason?: string; order?: string | null }

/** Ends a locked request, unless what it led to has done so. */
export async function decide(db: Db, id: string, { status, by, reason = '', order = null }: Decision) {
  await db`
    update order_requests set version = version + 1, status = ${status}, decided_at = now(), decided_by = ${by},
      reason = ${reason}, accepted_order = ${order}
    where id = ${id} and status = 'open'`
}

/** The email, unless it belongs to a customer already, or did to one who was merged. */
export async function freeEmail(db: Db, email: string | null): Promise<string | null> {
  if (email === null) return null
  const [taken] = await db`
    select id from users where email = ${email} union all ${keptFor(db, { mobile: null, email })} limit 1`
  return taken ? null : email
}

export async function getFile(db: Db, id: string): Promise<StoredFile> {
  const [file] = await db<StoredFile[]>`
    select id, name, content_type, size, page_count, storage_key, order_id from order_files
    where id = ${id} and request_id is not null and removed_at is null`
  if (!file) throw notFound('File')
  return file
}
