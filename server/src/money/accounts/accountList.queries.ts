import type { Account, accountOrderings } from '@our-print/contract/money/accounts.ts'
import type { AccountKind } from '@our-print/contract/money/paymentTerms.ts'
import type { Ordering, Rows, Slice } from '@our-print/contract/paging.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { orderBy, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { refuseChangedFields } from '../../base/database/versions.ts'
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

/** Who owes how much, of all or of one customer or company. */
const owedByHolder = (db: Db, holder?: string) => db`
  select client_id, case when client_id is null then user_id end as user_id, ${owedColumns(db)},
    coalesce(sum(o.due) filter (where o.delivered_at is null), 0)::bigint as on_account
  from orders o where ${isOwed(db)}
    ${holder ? db`and (o.client_id = ${holder} or o.client_id is null and o.user_id = ${holder})` : db``}
  group by 1, 2`

/** The accounts `h`, each with its holder; of one holder also an empty one. */
const holders = (db: Db, holder?: string) => db`
  (select coalesce(a.client_id, w.client_id, a.user_id, w.user_id) as id, coalesce(a.client_id, w.client_id) as client_id,
    coalesce(a.user_id, w.user_id) as user_id, coalesce(a.balance, 0) as balance, a.credit_limit,
    coalesce(w.total, 0) as total, coalesce(w.week, 0) as week, coalesce(w.month, 0) as month,
    coalesce(w.two_months, 0) as two_months, coalesce(w.older, 0) as older, coalesce(w.on_account, 0) as on_account
  from (select * from accounts where ${holder ? db`client_id = ${holder} or user_id = ${holder}` : db`balance <> 0 or credit_limit is not null`}) a
  full join (${owedByHolder(db, holder)}) w on coalesce(w.client_id, w.user_id) = coalesce(a.client_id, a.user_id)) h`

const names = (db: Db) => db`left join clients c on c.id = h.client_id left join users u on u.id = h.user_id`
const nameOf = (db: Db) => db`coalesce(c.name, trim(u.first_name || ' ' || u.last_name))`

const columns = (db: Db) => db`
  h.id, case when h.client_id is null then 'user' else 'client' end as kind, ${nameOf(db)} as name,
  h.balance / 100.0::float8 as balance, h.total / 100.0::float8 as owed, ${ageingJson(db, db`h`)} as ageing, h.on_account / 100.0::float8 as on_account,
  h.credit_limit / 100.0::float8 as credit_limit,
  (select ${limitOf(db)} from (select h.credit_limit, h.client_id) a) / 100.0::float8 as effective_limit`

type Filter = {
  kind?: AccountKind
  owing?: boolean
  owing_days?: '7' | '30' | '60'
  query?: string
  ordering?: Ordering<(typeof accountOrderings)[number]>
}

const olderThan = (db: Db) => ({
  7: db`h.month + h.two_months + h.older`,
  30: db`h.two_months + h.older`,
  60: db`h.older`,
})

const where = (db: Db, { kind, owing, owing_days, query }: Filter) => db`
  where true
  ${kind ? db`and (h.client_id is null) = ${kind === 'user'}` : db``}
  ${owing === undefined ? db`` : owing ? db`and h.total > 0` : db`and h.total = 0`}
  ${owing_days ? db`and ${olderThan(db)[owing_days]} > 0` : db``}
  ${query ? db`and ${contains(db, db`fold_text(${nameOf(db)})`, query)}` : db``}`

const sequence = (db: Db, ordering: Filter['ordering']) =>
  sequenceOf(
    ordering,
    { owed: db`h.total`, balance: db`h.balance`, name: db`fold_text(${nameOf(db)})` },
    db`h.id`,
    '-owed',
  )

/** The whole list, for a file. */
export const select = (db: Db, filter: Filter): Fragment => db`
  select ${columns(db)} from ${holders(db)} ${names(db)} ${where(db, filter)}
  ${orderBy(db, sequence(db, filter.ordering))}`

/** A page of the list and its length: what is owed is added up once for both. */
export async function list(db: Db, filter: Filter & Slice): Promise<Rows<Account>> {
  const { query, ordering, limit, offset } = filter
  const sorted = orderBy(db, sequence(db, ordering))
  // Without a page that far there is one row, of the length alone.
  const rows = await db<(Account & { count: number })[]>`
    with found as materialized (
      select h.* from ${holders(db)} ${query ? names(db) : db``} ${where(db, filter)}),
    page as (
      select h.* from found h ${ordering?.endsWith('name') ? names(db) : db``} ${sorted} limit ${limit} offset ${offset})
    select n.count, ${columns(db)} from (select count(*)::int as count from found) n left join page h on true ${names(db)} ${sorted}`
  return {
    count: rows[0]?.count ?? 0,
    results: rows.filter(({ id }) => id !== null).map(({ count: _, ...account }) => account),
  }
}

/** The account of a customer or company, also where nothing is on it. */
export async function get(db: Db, id: string): Promise<Account> {
  const [account] = await db<Account[]>`select ${columns(db)} from ${holders(db, id)} ${names(db)}`
  if (account) return account
  const [empty] = await db<Account[]>`
    select ${columns(db)} from (
      select k.id, case when k.kind = 'client' then k.id end as client_id, case when k.kind = 'user' then k.id end as user_id,
        0::bigint as balance, null::bigint as credit_limit, 0::bigint as total, 0::bigint as week,
        0::bigint as month, 0::bigint as two_months, 0::bigint as older, 0::bigint as on_account
      from (select id, 'client' as kind from clients where id = ${id}
        union all select id, 'user' from users where id = ${id}) k) h ${names(db)}`
  if (!empty) throw notFound('Account')
  return empty
}

type Patch = Partial<Account>

/** Changes what somebody may owe. */
export async function setLimit(
  db: Db,
  id: string,
  { credit_limit, ...readOnly }: Patch,
  paise: number | null,
): Promise<Account> {
  const { kind } = await get(db, id)
  await db`insert into accounts ${db({ [`${kind}_id`]: id })} on conflict do nothing`
  await db`select 1 from accounts where client_id = ${id} or user_id = ${id} for no key update`
  const current = await get(db, id)
  refuseChangedFields(readOnly, current)
  if (credit_limit !== undefined && credit_limit !== current.credit_limit)
    await db`
      update accounts set credit_limit = ${paise}, version = version + 1
      where ${kind === 'client' ? db`client_id = ${id}` : db`user_id = ${id}`}`
  return get(db, id)
}
