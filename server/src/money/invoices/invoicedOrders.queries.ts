import { timeInJson } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { conflict, notFound, unprocessable } from '../../base/http/problem.ts'
import type { InvoicedOrder } from './orderLines.ts'

type Address = { line1: string; line2: string; city: string; state: string; pincode: string }

/** A locked order that may be invoiced; amounts in paise. */
export type LockedOrder = InvoicedOrder & {
  status: string
  user_id: string
  client_id: string | null
  customer: string
  address: Address | null
  /** By the prices of this time. */
  priced_at: string
  /** What is added to its price; null: the price contains it. */
  tax: number | null
  /** What it costs by its invoice; null: it has none. */
  invoiced: number | null
  /** What was paid of it. */
  paid: number
}

const columns = (db: Db) => db`
  o.id, o.number, o.title, o.status, o.user_id, o.client_id, trim(u.first_name || ' ' || u.last_name) as customer,
  o.address, o.pickup, coalesce(o.impressions, o.pdf_page_count) - o.blank_sides as pages, o.copies, o.color,
  o.color_pages, o.sides, o.paper_size, o.binding, o.order_type = 'subscription' as is_by_plan, o.amount, o.discount, o.tax,
  o.lines, o.invoiced, o.paid + o.settled_before as paid, ${timeInJson(
    db,
    db`coalesce(o.priced_at, (select q.priced_at from quotes q where q.order_id = o.id), o.created_at)`,
  )} as priced_at`

/**
 * Locks orders in the sequence of their ids, as all changes of many do, and then reads them: a statement that waits for a row
 * joins what was there before it waited, and so loses an order that has another customer by then.
 */
export async function lockAll(db: Db, ids: readonly string[]): Promise<LockedOrder[]> {
  await db`select from orders where id = any(${[...ids]}::uuid[]) order by id for no key update`
  return readAll(db, ids)
}

const readAll = (db: Db, ids: readonly string[]) => db<LockedOrder[]>`
  select ${columns(db)} from orders o join users u on u.id = o.user_id where o.id = any(${[...ids]}::uuid[]) order by o.id`

export async function lock(db: Db, id: string): Promise<LockedOrder> {
  const [order] = await lockAll(db, [id])
  if (!order) throw notFound('Order')
  return order
}

/** Locks a company, so that two do not issue its invoice; refuses a month that is not over. */
export async function lockMonth(db: Db, client: string, month: string): Promise<void> {
  const [found] = await db<{ is_past: boolean }[]>`
    select (${month}::date + interval '1 month')::date <= shop_day(now()) as is_past
    from clients where id = ${client} for no key update`
  if (!found) throw unprocessable('client', 'This does not exist')
  if (!found.is_past) throw unprocessable('month', 'This month is not over yet')
}

/** Companies that are invoiced once a month and have orders of the last month or before in no invoice; with that month. */
export const dueCompanies = (db: Db) => db<{ client: string; month: string }[]>`
  select b.client_id as client, to_char(m.first, 'YYYY-MM') as month
  from client_billing b, (select (date_trunc('month', shop_day(now())) - interval '1 month')::date as first) m
  where b.monthly
    and exists (select from invoice_settings where settings -> 'seller' ->> 'name' <> '')
    and exists (select from orders o where o.client_id = b.client_id and o.status = 'delivered' and o.invoiced is null
      and o.payable > 0 and o.delivered_at < (select day_start((m.first + interval '1 month')::date)))
    and not exists (select from invoices i where i.client_id = b.client_id and i.month = m.first and i.by is null
      and i.kind = 'invoice')
  order by b.client_id`

/** Locks those that a company owes an invoice for: delivered until the end of a month, and in none. */
export async function lockOfMonth(db: Db, client: string, month: string): Promise<LockedOrder[]> {
  const locked = await db<{ id: string }[]>`
    select id from orders
    where client_id = ${client} and status = 'delivered' and invoiced is null and payable > 0
      and delivered_at < (select day_start((${month}::date + interval '1 month')::date))
    order by id for no key update`
  return readAll(
    db,
    locked.map(({ id }) => id),
  )
}

/** Sets what orders cost by their invoices. */
export const setInvoiced = (db: Db, amounts: ReadonlyMap<string, number | null>) => db`
  update orders o set invoiced = a.amount
  from unnest(${[...amounts.keys()]}::uuid[], ${[...amounts.values()].map((one) => one?.toString() ?? null)}::bigint[]) a (id, amount)
  where o.id = a.id`

/** Lets the invoices of delivered orders be issued next, where the shop does so by itself. */
export const queue = (db: Db, orders: readonly string[]) => db`
  insert into invoice_queue (order_id)
  select o.id from orders o left join client_billing b on b.client_id = o.client_id
  where o.id = any(${[...orders]}::uuid[]) and o.invoiced is null and o.payable > 0 and b.monthly is not true
    and exists (select from invoice_settings
      where settings ->> 'issue' = 'delivery' and settings -> 'seller' ->> 'name' <> '')
  on conflict (order_id) do nothing`

export const unqueue = (db: Db, orders: readonly string[]) => db`
  delete from invoice_queue where order_id = any(${[...orders]}::uuid[])`

/** Takes some of the orders whose invoices are next; others are at another process. The oldest come first. */
export async function takeQueued(db: Db, most: number): Promise<LockedOrder[]> {
  const next = await db<{ id: string }[]>`
    select o.id from invoice_queue q join orders o on o.id = q.order_id
    order by q.at, q.order_id limit ${most} for no key update of o skip locked`
  if (next.length === 0) return []
  const taken = await db<{ order_id: string }[]>`
    delete from invoice_queue where order_id = any(${next.map(({ id }) => id)}::uuid[]) returning order_id`
  const orders = await readAll(
    db,
    taken.map(({ order_id }) => order_id),
  )
  return next.flatMap(({ id }) => orders.filter((order) => order.id === id))
}

/** Queues an order behind all others. */
export const putBack = (db: Db, order: string) => db`
  insert into invoice_queue (order_id, at) values (${order}, clock_timestamp()) on conflict do nothing`

/** What a locked order costs is what its invoice says, until that is credited. */
export async function refuseInvoiced(db: Db, order: string): Promise<void> {
  const [invoiced] = await db`select 1 from orders where id = ${order} and invoiced is not null`
  if (!invoiced) return
  throw conflict(
    'This order has an invoice: only its title, notes and address can change. Credit the invoice first.',
    'invoiced',
  )
}
