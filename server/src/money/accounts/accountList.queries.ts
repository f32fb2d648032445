import type { Account, accountOrderings } from '@our-print/contract/money/accounts.ts'
import type { AccountKind } from '@our-print/contract/money/paymentTerms.ts'
import type { Ordering, Rows, Slice } from '@our-print/contract/paging.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { orderBy, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { checkVersion, refuseChangedFields } from '../../base/database/versions.ts'
import { notFound } from '../../base/http/problem.ts'
import { isOwed, limitOf } from './credit.queries.ts'

/** The sum of what is due of orders `o` that were delivered in these days before today. */
const dueOf = (db: Db, from: number | null, to: number) => db`
  coalesce(sum(o.due) filter (where o.delivered_at is not null
    ${to === 0 ? db`` : db`and o.delivered_at < (select day_start(shop_day(now()) - ${to - 1}::int))`}
    ${from === null ? db`` : db`and o.delivered_at >= (select day_start(shop_day(now()) - ${from}::int))`}), 0)::bigint`

const owedColumns = (db: Db) => db`
  ${dueOf(db, null, 0)} as total, ${dueOf(db, 7, 0)} as week, ${dueOf(db, 30, 8)} as month, ${dueOf(db, 60, 31)} as two_months,
  ${dueOf(db, null, 61)} as older`

/** What is owed by its age, of a row with the columns. */
const ageingJson = (db: Db, row: Fragment) => db`
  json_build_object('week', ${row}.week / 100.0::float8,
    'month', ${row}.month / 100.0::float8, 'two_months', ${row}.two_months / 100.0::float8, 'older', ${row}.older / 100.0::float8)`

/** What all together owe of delivered orders, by its age: read from the index of what is owed alone. */
export const owedByAge = (db: Db) => db`
  select json_build_object('total', w.total / 100.0::float8, 'ageing', ${ageingJson(db, db`w`)}) from (select ${owedColumns(db)} from orders o where ${isOwed(db)}) w`

/**
 * Who owes how much of delivered orders, and since when. Companies apart from customers: so each is added up in the sequence of
 * the index orders_owed, and nothing is sorted.
 */
const owedByHolder = (db: Db) => db`
  select client_id, null::uuid as user_id, ${owedSince(db)} from orders o
  where ${isOwed(db)} and client_id is not null group by client_id
  union all
  select client_id, user_id, ${owedSince(db)} from orders o
  where ${isOwed(db)} and client_id is null group by client_id, user_id`

const owedSince = (db: Db) => db`
  coalesce(sum(due) filter (where delivered_at is not null), 0)::bigint as total, min(delivered_at) as oldest`

/** Of a customer, or of a company that is not deleted. One with orders or payments cannot be: no money is left out. */
const isKept = (db: Db) => db`(client_id is null or client_id in (select id from live_clients))`

/** The accounts `h`, each with its holder. */
const holders = (db: Db) => db`
  (select coalesce(a.client_id, w.client_id, a.user_id, w.user_id) as id, coalesce(a.client_id, w.client_id) as client_id,
    coalesce(a.user_id, w.user_id) as user_id, coalesce(a.balance, 0) as balance, a.credit_limit,
    coalesce(a.version, 1) as version, coalesce(w.total, 0) as total, w.oldest
  from (select * from accounts where (balance <> 0 or credit_limit is not null) and ${isKept(db)}) a
  full join (${owedByHolder(db)}) w on coalesce(w.client_id, w.user_id) = coalesce(a.client_id, a.user_id)) h`

/** The orders `o` of which something is owed by `h`. */
const owedOf = (db: Db) => db`
  (select due, delivered_at from orders o where ${isOwed(db)} and client_id = h.id
  union all
  select due, delivered_at from orders o where ${isOwed(db)} and client_id is null and user_id = h.id) o`

/** What `h` owes, by its age: read for those alone that are shown. */
const ages = (db: Db) => db`
  left join lateral (
    select ${owedColumns(db)}, coalesce(sum(o.due) filter (where o.delivered_at is null), 0)::bigint as on_account
    from ${owedOf(db)}) w on true`

const names = (db: Db) => db`left join clients c on c.id = h.client_id left join users u on u.id = h.user_id`
/** The same, looked up one by one: a plan that does not know how short a page is reads all customers. */
const namesOfPage = (db: Db) => db`
  left join lateral (select name from clients where id = h.client_id limit 1) c on true
  left join lateral (select first_name, last_name from users where id = h.user_id limit 1) u on true`
const nameOf = (db: Db) => db`coalesce(c.name, trim(u.first_name || ' ' || u.last_name))`

const columns = (db: Db) => db`
  h.id, case when h.client_id is null then 'user' else 'client' end as kind, ${nameOf(db)} as name,
  h.balance / 100.0::float8 as balance, w.total / 100.0::float8 as owed, ${ageingJson(db, db`w`)} as ageing, w.on_account / 100.0::float8 as on_account,
  h.credit_limit / 100.0::float8 as credit_limit,
  (select ${limitOf(db)} from (select h.credit_limit, h.client_id) a) / 100.0::float8 as effective_limit, h.version`

type Filter = {
  kind?: AccountKind
  owing?: boolean
  owing_days?: '7' | '30' | '60'
  query?: string
  ordering?: Ordering<(typeof accountOrderings)[number]>
}

const where = (db: Db, { kind, owing, owing_days, query }: Filter) => db`
  where true
  ${kind ? db`and (h.client_id is null) = ${kind === 'user'}` : db``}
  ${owing === undefined ? db`` : owing ? db`and h.total > 0` : db`and h.total = 0`}
  ${owing_days ? db`and h.oldest < (select day_start(shop_day(now()) - ${owing_days}::int))` : db``}
  ${query ? db`and ${contains(db, db`search_text(${nameOf(db)})`, query)}` : db``}`

const sequence = (db: Db, ordering: Filter['ordering']) =>
  sequenceOf(
    ordering,
    { owed: db`h.total`, balance: db`h.balance`, name: db`fold_text(${nameOf(db)})` },
    db`h.id`,
    '-owed',
  )

/** The whole list, for a file. */
export const select = (db: Db, filter: Filter): Fragment => db`
  select ${columns(db)} from ${holders(db)} ${ages(db)} ${names(db)} ${where(db, filter)}
  ${orderBy(db, sequence(db, filter.ordering))}`

/** A page of the list and its length: what is owed is added up once for both, and its ages for the page alone. */
export async function list(db: Db, filter: Filter & Slice): Promise<Rows<Account>> {
  const { query, ordering, limit, offset } = filter
  const sorted = orderBy(db, sequence(db, ordering))
  // Without a page that far there is one row, of the length alone.
  const rows = await db<(Account & { count: number })[]>`
    with found as materialized (
      select h.* from ${holders(db)} ${query ? names(db) : db``} ${where(db, filter)}),
    page as (
      select h.* from found h ${ordering?.endsWith('name') ? names(db) : db``} ${sorted} limit ${limit} offset ${offset})
    select n.count, ${columns(db)} from (select count(*)::int as count from found) n left join page h on true
    ${ages(db)} ${namesOfPage(db)} ${sorted}`
  return {
    count: rows[0]?.count ?? 0,
    results: rows.filter(({ id }) => id !== null).map(({ count: _, ...account }) => account),
  }
}

/** The account of a customer or company, also where nothing is on it. */
export async function get(db: Db, id: string): Promise<Account> {
  const [account] = await db<Account[]>`
    select ${columns(db)}, (
      select coalesce(-sum(o.due), 0) from orders o
      where o.due < 0 and (o.client_id = h.client_id or (o.client_id is null and o.user_id = h.user_id))) / 100.0::float8 as overpaid
    from (
      select k.*, coalesce(a.balance, 0) as balance, a.credit_limit, coalesce(a.version, 1) as version
      from (select id, id as client_id, null::uuid as user_id from live_clients where id = ${id}
        union all select id, null, id from users where id = ${id}) k
      left join accounts a on a.client_id = k.client_id or a.user_id = k.user_id) h ${ages(db)} ${names(db)}`
  if (!account) throw notFound('Account')
  return account
}

type Patch = Partial<Account>

/** What follows from orders, without a new version of the account. */
const derived = ['name', 'owed', 'ageing', 'on_account', 'effective_limit', 'overpaid']

/** Changes what somebody may owe. */
export async function setLimit(
  db: Db,
  id: string,
  { credit_limit, version, ...readOnly }: Patch,
  paise: number | null,
): Promise<Account> {
  const { kind } = await get(db, id)
  await db`insert into accounts ${db({ [`${kind}_id`]: id })} on conflict do nothing`
  await db`select 1 from accounts where client_id = ${id} or user_id = ${id} for no key update`
  const current = await get(db, id)
  await checkVersion('Account', version, current, () => current)
  refuseChangedFields(readOnly, current, { version, fields: derived })
  if (credit_limit !== undefined && credit_limit !== current.credit_limit)
    await db`
      update accounts set credit_limit = ${paise}, version = version + 1
      where ${kind === 'client' ? db`client_id = ${id}` : db`user_id = ${id}`}`
  return get(db, id)
}

/** Deletes the accounts of companies that have left the bin, which hold a limit at most; a piece of them. */
export const purge = (db: Db, piece: number) => db`
  delete from accounts where id in (
    select a.id from accounts a join clients c on c.id = a.client_id
    where c.deleted_at is not null and a.balance = 0 and not exists (select from bin b where b.id = c.id)
    limit ${piece})`
