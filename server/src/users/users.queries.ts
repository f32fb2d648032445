import type { Rows } from '@our-print/contract/paging.ts'
import type { User } from '@our-print/contract/users.ts'
import { contains, type Db } from '../lib/db.ts'
import { notFound } from '../lib/problem.ts'

type Filter = { query?: string; limit: number; offset: number }

const columns = (db: Db) => db`
  u.id, u.first_name, u.last_name, u.email, u.mobile, u.is_active, u.created_at, u.version,
  (select count(*)::int from orders o where o.user_id = u.id) as orders_count`

// Written as the trigram index is, or it would not be used.
const searchable = (db: Db) => db`
  lower(u.first_name || ' ' || u.last_name || E'\n' || u.mobile || E'\n' || coalesce(u.email, ''))`

export async function list(db: Db, filter: Filter): Promise<Rows<User>> {
  const query = filter.query?.trim().toLowerCase() ?? ''
  const where = query === '' ? db`` : db`where (${matches(db, query)})`
  const results = await db<User[]>`
    select ${columns(db)} from users u ${where}
    order by u.created_at desc, u.id desc limit ${filter.limit} offset ${filter.offset}`
  const [{ count }] = await db<[{ count: number }]>`select count(*)::int as count from users u ${where}`
  return { count, results }
}

/** Mobile numbers are kept without spacing, so what looks like one is looked for without it, too. */
function matches(db: Db, query: string) {
  const digits = query.replace(/[ ().-]/g, '')
  const asTyped = db`${searchable(db)} like ${contains(query)}`
  return /^\+?\d+$/.test(digits) && digits !== query
    ? db`${asTyped} or ${searchable(db)} like ${contains(digits)}`
    : asTyped
}

export async function get(db: Db, id: string): Promise<User> {
  const [user] = await db<User[]>`select ${columns(db)} from users u where u.id = ${id}`
  if (!user) throw notFound('Customer')
  return user
}

type NewUser = { first_name: string; last_name: string; email: string | null; mobile: string }

/** Adds a customer; a taken email or mobile breaks a named constraint. */
export async function create(db: Db, user: NewUser): Promise<User> {
  const [row] = await db<[{ id: string }]>`
    insert into users (first_name, last_name, email, mobile)
    values (${user.first_name}, ${user.last_name}, ${user.email}, ${user.mobile}) returning id`
  return get(db, row.id)
}
