import type { NewOrder } from '@our-print/contract/orders/orders.ts'
import type { Quote, QuoteStatus, quoteOrderings } from '@our-print/contract/orders/quotes.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { timeInJson, today } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { containsOrPhone } from '../../base/database/search.ts'
import { checkVersion } from '../../base/database/versions.ts'
import { notFound, Problem } from '../../base/http/problem.ts'
import { giveBackFiles, setFiles } from '../quoteFiles.queries.ts'
import type { Offer } from './priceQuote.ts'

type Filter = {
  status?: QuoteStatus
  user?: string
  query?: string
  ordering?: Ordering<(typeof quoteOrderings)[number]>
}

const columns = (db: Db) => db`
  q.id, q.number,
  case when q.order_id is not null then 'confirmed' when q.withdrawn_at is not null then 'withdrawn'
    when q.valid_until < ${today(db)} then 'expired' else 'open' end as status,
  q.content || jsonb_build_object('user', q.user_id) as "order",
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email,
    'mobile', u.mobile) as user_data,
  coalesce((
    select json_agg(json_build_object('id', f.id, 'name', f.name, 'content_type', f.content_type, 'size', f.size,
      'page_count', f.page_count, 'page_ranges', f.page_ranges, 'removed_at', ${timeInJson(db, db`f.removed_at`)})
      order by f.position)
    from order_files f where f.quote_id = q.id), '[]') as files,
  q.pdf_page_count,
  (select json_agg(json_build_object('text', p ->> 'text', 'amount', (p ->> 'amount')::bigint / 100.0::float8))
    from jsonb_array_elements(q.prices) p) as prices,
  q.amount / 100.0::float8 as amount, q.discount / 100.0::float8 as discount,
  coalesce(q.tax, 0) / 100.0::float8 as tax, q.payable / 100.0::float8 as payable,
  q.valid_until, shop_day(q.priced_at) as priced_on, q.created_at, s.full_name as created_by, q.confirmed_at, q.withdrawn_at,
  case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end as confirmed_order, q.version`

const joined = (db: Db) => db`
  quotes q join users u on u.id = q.user_id join staff_users s on s.id = q.created_by
  left join orders o on o.id = q.order_id`

const ofStatus = (db: Db, status: QuoteStatus) =>
  ({
    confirmed: db`q.order_id is not null`,
    withdrawn: db`q.withdrawn_at is not null`,
    expired: db`q.order_id is null and q.withdrawn_at is null and q.valid_until < ${today(db)}`,
    open: db`q.order_id is null and q.withdrawn_at is null and q.valid_until >= ${today(db)}`,
  })[status]

const searched = (db: Db) => db`
  search_text(q.number || E'\n' || q.title || E'\n' || u.first_name || ' ' || u.last_name || E'\n' || u.mobile)`

const where = (db: Db, { status, user, query }: Filter) => db`where true
  ${status ? db`and ${ofStatus(db, status)}` : db``}
  ${user ? db`and q.user_id = ${user}` : db``}
  ${query ? db`and (${containsOrPhone(db, searched(db), query)})` : db``}`

export const { select, list } = defineList<Filter, Quote>((db, filter) => ({
  select: db`select ${columns(db)} from ${joined(db)}`,
  from: filter.query ? db`quotes q join users u on u.id = q.user_id` : db`quotes q`,
  where: where(db, filter),
  id: db`q.id`,
  sequence: sequenceOf(
    filter.ordering,
    { created_at: db`q.created_at`, valid_until: db`q.valid_until`, payable: db`q.payable` },
    db`q.id`,
    '-created_at',
  ),
}))

export async function get(db: Db, id: string): Promise<Quote> {
  const [quote] = await db<Quote[]>`select ${columns(db)} from ${joined(db)} where q.id = ${id}`
  if (!quote) throw notFound('Quote')
  return quote
}

/** Locks a quote and reads it. */
export async function lockAny(db: Db, id: string): Promise<Quote> {
  const [locked] = await db`select 1 from quotes where id = ${id} for no key update`
  if (!locked) throw notFound('Quote')
  return get(db, id)
}

/** Locks a quote and reads it; refuses one that has become an order, and a caller who saw another version. */
export async function lock(db: Db, id: string, version: number | undefined): Promise<Quote> {
  const quote = await lockAny(db, id)
  if (quote.confirmed_order) {
    const message = `Quote ${quote.number} is confirmed already: it is order ${quote.confirmed_order.number}.`
    throw new Problem(409, 'confirmed', message, { current: quote })
  }
  await checkVersion('This quote', version, quote, () => quote)
  return quote
}

type Terms = { order: NewOrder; offer: Offer; valid_until: string }

/** Adds a quote with its files. */
export async function create(db: Db, terms: Terms, by: string): Promise<Quote> {
  const { order, offer, valid_until } = terms
  const [row] = await db<[{ id: string }]>`
    insert into quotes (user_id, title, content, pdf_page_count, prices, amount, discount, tax, valid_until, created_by)
    values (${order.user}, ${order.title}, ${db.json(order)}, ${pagesOf(offer)}, ${db.json(offer.prices)},
      ${offer.amount}, ${offer.discount}, ${offer.tax}, ${valid_until}, ${by})
    returning id`
  await setFiles(db, row.id, offer.files)
  return get(db, row.id)
}

/** Puts other terms in place of the old ones; files that are no longer part of it are uploads again. */
export async function replace(db: Db, id: string, { order, offer, valid_until }: Terms): Promise<void> {
  await db`
    update quotes set version = version + 1, user_id = ${order.user}, title = ${order.title},
      content = ${db.json(order)}, pdf_page_count = ${pagesOf(offer)}, prices = ${db.json(offer.prices)},
      amount = ${offer.amount}, discount = ${offer.discount}, tax = ${offer.tax}, priced_at = now(), valid_until = ${valid_until}
    where id = ${id}`
  await setFiles(db, id, offer.files)
}

const pagesOf = ({ files }: Offer) => files.reduce((sum, { page_count }) => sum + page_count, 0)

export const setValidUntil = (db: Db, id: string, day: string) => db`
  update quotes set version = version + 1, valid_until = ${day} where id = ${id}`

export const setWithdrawn = (db: Db, id: string, isWithdrawn: boolean) => db`
  update quotes set version = version + 1, withdrawn_at = ${isWithdrawn ? db`now()` : null} where id = ${id}`

/** The tax that is added to the price of a quote, in paise; null: the price contains it. */
export async function taxOf(db: Db, id: string): Promise<number | null> {
  const [quote] = await db<[{ tax: number | null }]>`select tax from quotes where id = ${id}`
  return quote.tax
}

/** The row is locked: each quote becomes one order. */
export const setOrder = (db: Db, id: string, order: string) => db`
  update quotes set version = version + 1, order_id = ${order}, confirmed_at = now() where id = ${id}`

/** Locks the order of a quote; false once anybody has changed, printed or paid it, or said anything of it. */
export async function lockUntouched(db: Db, order: string): Promise<boolean> {
  await db`select 1 from orders where id = ${order} for no key update`
  // In a statement of its own, which sees what the one before has waited for.
  const [{ is_untouched }] = await db<[{ is_untouched: boolean }]>`
    select o.version = 1 and o.paid = 0 and not exists (select from print_jobs where order_id = o.id)
      and not exists (select from order_comments where order_id = o.id)
      and (select count(*) from order_history where order_id = o.id) = 1 as is_untouched
    from orders o where o.id = ${order}`
  return is_untouched
}

/** Makes a confirmed quote open again, with its files. */
export async function reopen(db: Db, id: string): Promise<void> {
  await giveBackFiles(db, id)
  await db`update quotes set version = version + 1, order_id = null, confirmed_at = null where id = ${id}`
}

/** The last day of a new quote; 400 if it is past or too far away. */
export async function lastDay(db: Db, chosen: string | undefined, usualDays: number): Promise<string> {
  const [{ day, is_fine }] = await db<[{ day: string; is_fine: boolean }]>`
    select day, day between shop_day(now()) and shop_day(now()) + 366 as is_fine
    from (select coalesce(${chosen ?? null}::date, shop_day(now()) + ${usualDays}::int) as day) d`
  if (!is_fine) {
    const message = 'Choose a day from today on, within a year'
    throw new Problem(400, 'invalid', message, { fields: [{ message, context: { key: 'valid_until' } }] })
  }
  return day
}
