import type { Ordering, Rows, Slice } from '@our-print/contract/paging.ts'
import type { User, userOrderings } from '@our-print/contract/people/customers.ts'
import { withinDays } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { countOf, defineList, sequenceOf } from '../../base/database/pages.ts'
import { readChangedPhone, readPhone } from '../../base/database/phones.ts'
import { containsOrPhone } from '../../base/database/search.ts'
import { changedFields, lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { notFound } from '../../base/http/problem.ts'

type Filter = {
  query?: string
  is_active?: boolean
  from_date?: string
  to_date?: string
  ordering?: Ordering<(typeof userOrderings)[number]>
}

const columns = (db: Db) => db`
  u.id, u.first_name, u.last_name, u.email, u.mobile, u.notes, u.is_active, u.referral_code, u.double_of,
  u.created_at, u.version,
  coalesce((select (b.earned - b.spent) / 100.0::float8 from coin_balances b where b.user_id = u.id), 0) as coins,
  (select count(*)::int from orders o where o.user_id = u.id) as orders_count`

// Written exactly as the trigram index, or the index is not used.
const searchable = (db: Db) => db`
  fold_text(u.first_name || ' ' || u.last_name || E'\n' || u.mobile || E'\n' || coalesce(u.email, ''))`

const where = (db: Db, { query, is_active, ...range }: Filter) => db`where true
  ${query ? db`and (${matchesQuery(db, query)})` : db``} ${is_active === undefined ? db`` : db`and u.is_active = ${is_active}`}
  ${withinDays(db, db`u.created_at`, range)}`

const whole = defineList<Filter, User>((db, filter) => ({
  select: db`select ${columns(db)} from users u`,
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
    select ${columns(db)} from users u where u.id = any(${ids}) order by array_position(${ids}::uuid[], u.id)`
  return { count, results }
}

/** The count from counters if they cover the filter, else from the rows. */
const counted = (db: Db, filter: Filter) =>
  filter.query || filter.from_date || filter.to_date
    ? countOf(db, db`users u ${where(db, filter)}`)
    : db`
      select coalesce(sum(users), 0)::int as count from user_figures
      ${filter.is_active === undefined ? db`` : db`where is_active = ${String(filter.is_active)}`}`

/** Condition: the name, email or mobile of `users u` contains the query. */
export const matchesQuery = (db: Db, query: string) => containsOrPhone(db, searchable(db), query)

/** Condition: `users same` and `users u` are one person: the same row, or two older rows with one phone number. */
export const isSamePerson = (db: Db) => db`
  (same.id in (u.id, u.double_of) or same.double_of in (u.id, u.double_of))`

/** A typed referral code in its stored form; in the collation of the stored codes, or their index is not used. */
export const referralCode = (db: Db, typed: string) =>
  db`upper(code_key(${typed}) collate "C") collate "default"`

export async function get(db: Db, id: string): Promise<User> {
  const [user] = await db<User[]>`select ${columns(db)} from users u where u.id = ${id}`
  if (!user) throw notFound('Customer')
  return user
}

type NewUser = { first_name: string; last_name: string; email: string | null; mobile: string; notes: string }

/** Creates a customer; an existing email or mobile violates a named constraint. */
export async function create(db: Db, user: NewUser): Promise<User> {
  const mobile = readPhone(user.mobile, 'mobile')
  const [row] = await db<[{ id: string }]>`
    insert into users (first_name, last_name, email, mobile, notes)
    values (${user.first_name}, ${user.last_name}, ${user.email}, ${mobile}, ${user.notes}) returning id`
  return get(db, row.id)
}

/** The customer with this mobile, or a new one; concurrent calls with one mobile create only one. */
export async function findOrCreate(db: Db, user: NewUser): Promise<{ id: string }> {
  const mobile = readPhone(user.mobile, 'mobile')
  const [made] = await db<{ id: string }[]>`
    insert into users (first_name, last_name, email, mobile, notes)
    values (${user.first_name}, ${user.last_name}, ${user.email}, ${mobile}, ${user.notes})
    on conflict (mobile) do nothing returning id`
  if (made) return made
  const [known] = await db<[{ id: string }]>`select id from users where mobile = ${mobile}`
  return known
}

/** Updates a customer. A trigger updates the search text of their orders. */
export async function update(db: Db, id: string, patch: Partial<User>): Promise<User> {
  const { first_name, last_name, email, mobile: typed, notes, is_active, version, ...readOnly } = patch
  const current = await lockRecord(db, { table: 'users', name: 'Customer', get }, id, version)
  refuseChangedFields(readOnly, current)
  const mobile = readChangedPhone(typed, current.mobile, 'mobile')
  const changed = changedFields({ first_name, last_name, email, mobile, notes, is_active }, current)
  if (Object.keys(changed).length === 0) return current
  // A customer who gets another number is no longer a duplicate.
  const row = { ...changed, ...(changed.mobile && { double_of: null }) }
  await db`update users set version = version + 1, ${db(row)} where id = ${id}`
  return get(db, id)
}
