import { isDeepStrictEqual } from 'node:util'
import type { Ordering, Rows, Slice } from '@our-print/contract/paging.ts'
import type { CustomerTag, User, userOrderings } from '@our-print/contract/people/customers.ts'
import { withinDays } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { countOf, defineList, sequenceOf } from '../../base/database/pages.ts'
import { readChangedPhone, readPhone, toE164 } from '../../base/database/phones.ts'
import { contains, containsOrPhone } from '../../base/database/search.ts'
import { changedFields, lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { duplicate, notFound } from '../../base/http/problem.ts'

type Filter = {
  query?: string
  tag?: string
  is_active?: boolean
  from_date?: string
  to_date?: string
  ordering?: Ordering<(typeof userOrderings)[number]>
  seesPrices?: boolean
}

/** What a customer spent is null for who may not see prices. */
const columns = (db: Db, seesPrices = true) => db`
  u.id, u.first_name, u.last_name, u.email, u.mobile, u.notes, u.tags, u.is_active, u.referral_code, u.double_of,
  u.created_at, u.version,
  coalesce((select (b.earned - b.spent) / 100.0::float8 from coin_balances b where b.user_id = u.id), 0) as coins,
  (select count(*)::int from orders o where o.user_id = u.id) as orders_count,
  ${seesPrices ? spent(db) : db`null::float8`} as spent,
  ${seesPrices ? spent(db, sinceNewYear(db)) : db`null::float8`} as spent_this_year`

const sinceNewYear = (db: Db) => db`
  and o.created_at >= (select day_start(date_trunc('year', shop_day(now())::timestamp)::date))`

/** What a customer's orders cost that are not cancelled; from their index alone. */
const spent = (db: Db, since = db``) => db`
  (select coalesce(sum(o.payable), 0) / 100.0::float8 from orders o
    where o.user_id = u.id and o.status <> 'cancelled' ${since})`

// Written exactly as the trigram index, or the index is not used.
const searchable = (db: Db) => db`
  search_text(u.first_name || ' ' || u.last_name || E'\n' || u.mobile || E'\n' || coalesce(u.email, '') || E'\n' || u.notes)`

const where = (db: Db, { query, tag, is_active, ...range }: Filter) => db`where true
  ${query ? db`and (${matchesQuery(db, query)} ${orTagged(db, query)})` : db``}
  ${tag ? db`and u.tags @> array[${tag}]` : db``} ${is_active === undefined ? db`` : db`and u.is_active = ${is_active}`}
  ${withinDays(db, db`u.created_at`, range)}`

const whole = defineList<Filter, User>((db, filter) => ({
  select: db`select ${columns(db, filter.seesPrices)} from users u`,
  from: db`users u`,
  where: where(db, filter),
  counted: counted(db, filter),
  id: db`u.id`,
  sequence: sequenceOf(
    filter.ordering,
    {
      created_at: db`u.created_at`,
      // Written exactly as in the index.
      name: db`fold_text(u.first_name || ' ' || u.last_name) collate "C"`,
      coins: db`coins`,
    },
    db`u.id`,
    '-created_at',
  ),
}))

export const { select } = whole

export const list = (db: Db, filter: Filter & Slice): Promise<Rows<User>> =>
  filter.ordering?.endsWith('coins') ? listByCoins(db, filter) : whole.list(db, filter)

/**
 * Most customers have no coins, and many of them not even a balance. So the list has two parts, each with an index in its
 * sequence: those who have some, and the others.
 */
async function listByCoins(db: Db, filter: Filter & Slice): Promise<Rows<User>> {
  const { limit, offset } = filter
  const direction = filter.ordering?.startsWith('-') ? db`desc` : db``
  const some = db`coin_balances b join users u on u.id = b.user_id ${where(db, filter)} and b.earned > b.spent`
  const none = db`
    users u ${where(db, filter)}
    and not exists (select from coin_balances b where b.user_id = u.id and b.earned > b.spent)`
  const parts = [
    { rows: none, sequence: db`u.id ${direction}` },
    { rows: some, sequence: db`b.earned - b.spent ${direction}, u.id ${direction}` },
  ] as const
  const [first, second] = filter.ordering === 'coins' ? parts : [parts[1], parts[0]]
  const idsOf = async ({ rows, sequence }: (typeof parts)[number], limit: number, offset: number) =>
    (
      await db<{ id: string }[]>`
      select u.id from ${rows} order by ${sequence} limit ${limit} offset ${offset}`
    ).map(({ id }) => id)

  const [{ count }] = await db<[{ count: number }]>`${counted(db, filter)}`
  const ids = await idsOf(first, limit, offset)
  if (ids.length < limit) {
    const before =
      ids.length > 0 ? offset : (await db<[{ count: number }]>`${countOf(db, first.rows)}`)[0].count
    ids.push(...(await idsOf(second, limit - ids.length, Math.max(0, offset - before))))
  }
  const results = await db<User[]>`
    select ${columns(db, filter.seesPrices)} from users u where u.id = any(${ids}) order by array_position(${ids}::uuid[], u.id)`
  return { count, results }
}

/** The count from counters if they cover the filter, else from the rows. */
const counted = (db: Db, filter: Filter) =>
  filter.query || filter.tag || filter.from_date || filter.to_date
    ? countOf(db, db`users u ${where(db, filter)}`)
    : db`
      select coalesce(sum(users), 0)::int as count from user_figures
      ${filter.is_active === undefined ? db`` : db`where is_active = ${String(filter.is_active)}`}`

/** Condition: the name, email or mobile of `users u` contains the query. */
export const matchesQuery = (db: Db, query: string) => containsOrPhone(db, searchable(db), query)

/** Or: this is their tag; or the whole number or email of a customer who was merged into `users u`. */
const orTagged = (db: Db, query: string) => db`
  or u.tags @> array[${query.toLowerCase()}]
  or u.id = any(array(${keptFor(db, { mobile: toE164(query) ?? null, email: query.toLowerCase() })}))`

/** Selects the customers into whom those with this number or email were merged. */
export const keptFor = (
  db: Db,
  { mobile, email }: { mobile: string | null; email: string | null },
  what = db`m.kept`,
) => db`
  select ${what} from customer_merges m
  where m.undone_at is null and (m.mobile = ${mobile}::text or m.email = ${email}::text)`

/** Condition: `users same` and `users u` are one person: the same row, or two older rows with one phone number. */
export const isSamePerson = (db: Db) => db`
  (same.id in (u.id, u.double_of) or same.double_of in (u.id, u.double_of))`

/** A typed referral code in its stored form; in the collation of the stored codes, or their index is not used. */
export const referralCode = (db: Db, typed: string) =>
  db`upper(code_key(${typed}) collate "C") collate "default"`

/** Selects the id of whose referral code it is: of a customer, or of the one into whom its customer was merged. */
export const ownerOfCode = (db: Db, typed: string) => db`
  select id from users where referral_code = ${referralCode(db, typed)}
  union all
  select kept from customer_merges
  where undone_at is null and customer ->> 'referral_code' = ${referralCode(db, typed)}
  limit 1`

export async function get(db: Db, id: string, seesPrices = true): Promise<User> {
  const [user] = await db<User[]>`select ${columns(db, seesPrices)} from users u where u.id = ${id}`
  if (!user) throw notFound('Customer')
  return user
}

type NewUser = { first_name: string; last_name: string; email: string | null; mobile: string; notes: string }

/** Creates a customer; an existing email or mobile violates a named constraint. */
export async function create(db: Db, { tags = [], ...user }: NewUser & { tags?: string[] }): Promise<User> {
  const mobile = readPhone(user.mobile, 'mobile')
  await refuseMerged(db, { mobile, email: user.email })
  const [row] = await db<[{ id: string }]>`
    insert into users (first_name, last_name, email, mobile, notes, tags)
    values (${user.first_name}, ${user.last_name}, ${user.email}, ${mobile}, ${user.notes}, ${tags}) returning id`
  return get(db, row.id)
}

/** Refuses what a customer had who was merged into another one than `kept`: by it that other one is found. */
async function refuseMerged(
  db: Db,
  { mobile = null, email = null }: { mobile?: string | null; email?: string | null },
  kept: string | null = null,
): Promise<void> {
  if (mobile === null && email === null) return
  const byWhat = db`case when m.mobile = ${mobile} then 'mobile' else 'email' end as field`
  const [merged] = await db<{ field: string }[]>`
    ${keptFor(db, { mobile, email }, byWhat)} and m.kept is distinct from ${kept}::uuid`
  if (merged) throw duplicate(merged.field, `This was the ${merged.field} of a customer who was merged`)
}

/** The customer with this mobile, or a new one; concurrent calls with one mobile create only one. */
export async function findOrCreate(db: Db, user: NewUser): Promise<{ id: string }> {
  const mobile = readPhone(user.mobile, 'mobile')
  const find = () => db<{ id: string }[]>`select id from users where mobile = ${mobile}`
  const [theirs] = await find()
  if (theirs) return theirs
  const [merged] = await db<{ kept: string }[]>`${keptFor(db, { mobile, email: null })}`
  if (merged) return { id: merged.kept }
  await refuseMerged(db, { email: user.email })
  const [made] = await db<{ id: string }[]>`
    insert into users (first_name, last_name, email, mobile, notes)
    values (${user.first_name}, ${user.last_name}, ${user.email}, ${mobile}, ${user.notes})
    on conflict (mobile) do nothing returning id`
  if (made) return made
  const [known] = await find()
  if (!known) throw notFound('Customer')
  return known
}

const derived = ['coins', 'orders_count', 'spent', 'spent_this_year']

/** Updates a customer. A trigger updates the search text of their orders. */
export async function update(db: Db, id: string, patch: Partial<User>, seesPrices = true): Promise<User> {
  const { first_name, last_name, email, mobile: typed, notes, tags, is_active, version, ...readOnly } = patch
  const current = await lockRecord(
    db,
    { table: 'users', name: 'Customer', get: (db, id) => get(db, id, seesPrices) },
    id,
    version,
  )
  refuseChangedFields(readOnly, current, { version, fields: derived })
  const mobile = readChangedPhone(typed, current.mobile, 'mobile')
  const newTags = tags && !isDeepStrictEqual(tags, current.tags) ? { tags } : {}
  const changed = {
    ...changedFields({ first_name, last_name, email, mobile, notes, is_active }, current),
    ...newTags,
  }
  if (Object.keys(changed).length === 0) return current
  await refuseMerged(db, changed, id)
  // A customer who gets another number is no longer a duplicate.
  const row = { ...changed, ...(changed.mobile && { double_of: null }) }
  await db`update users set version = version + 1, ${db(row)} where id = ${id}`
  return get(db, id, seesPrices)
}

/** Sets columns of a customer without a look at who saw which version; an object becomes JSON. */
export async function overwrite(db: Db, id: string, values: Record<string, unknown>): Promise<void> {
  const given = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, isPlainObject(value) ? db.json(value as never) : value])
  if (given.length === 0) return
  await db`update users set version = version + 1, ${db(Object.fromEntries(given))} where id = ${id}`
}

const isPlainObject = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The tags and versions of some customers, locked. */
export async function lockTags(db: Db, ids: string[]): Promise<Map<string, Pick<User, 'tags' | 'version'>>> {
  const rows = await db<Pick<User, 'id' | 'tags' | 'version'>[]>`
    select id, tags, version from users where id = any(${ids}::uuid[]) order by id for no key update`
  return new Map(rows.map((row) => [row.id, row]))
}

/** Sets the tags of locked customers. */
export async function setTags(db: Db, changes: ReadonlyMap<string, string[]>): Promise<void> {
  if (changes.size === 0) return
  const rows = [...changes].map(([id, tags]) => ({ id, tags }))
  await db`
    update users u set version = u.version + 1, tags = array(select jsonb_array_elements_text(c.tags))
    from jsonb_to_recordset(${db.json(rows)}) c (id uuid, tags jsonb) where u.id = c.id`
}

/** The ids and names of some customers. */
export const selectNamesOf = (db: Db, ids: string[]) => db`
  select id, btrim(first_name || ' ' || last_name) as name from users where id = any(${ids}::uuid[]) order by id`

/** Removes the row of a customer on whom nothing hangs any more. */
export const remove = (db: Db, id: string) => db`delete from users where id = ${id}`

/** Which of these is another customer's, if any. */
export async function findTaken(
  db: Db,
  { mobile, email }: { mobile: string; email: string | null },
): Promise<'mobile' | 'email' | undefined> {
  const [taken] = await db<{ field: 'mobile' | 'email' }[]>`
    select case when mobile = ${mobile} then 'mobile' else 'email' end as field
    from users where mobile = ${mobile} or email = ${email} order by 1 desc limit 1`
  return taken?.field
}

type TagFilter = { query?: string; ordering?: Ordering }

/** The tags in use, each with how many customers have it. */
export const tags = defineList<TagFilter, CustomerTag>((db, filter) => {
  const source = db`(
    select tag as id, tag, count(*)::int as customers from users, unnest(tags) tag
    where tags <> '{}' ${filter.query ? db`and ${contains(db, db`search_text(tag)`, filter.query)}` : db``} group by tag) t`
  return {
    select: db`select t.tag, t.customers from ${source}`,
    from: source,
    where: db`where true`,
    counted: countOf(db, source),
    id: db`t.id`,
    sequence: sequenceOf(filter.ordering, {}, db`t.id`, 'id'),
  }
})

/** Puts a customer back as it was, with what the table has got since as it is for a new one. */
export async function restore(db: Db, customer: object): Promise<void> {
  const known = await db<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = 'users'::regclass and attnum > 0 and not attisdropped`
  const names = known.map(({ name }) => name).filter((name) => name in customer)
  await db`
    insert into users (${db(names)}) select ${db(names)} from jsonb_populate_record(null::users, ${db.json(customer as never)})`
}
