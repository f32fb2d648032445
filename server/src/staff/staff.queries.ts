import type { Rows } from '@our-print/contract/paging.ts'
import type { StaffUser } from '@our-print/contract/staff.ts'
import { contains, type Db } from '../lib/db.ts'

type Filter = { query?: string; is_active?: boolean; is_superuser?: boolean; limit: number; offset: number }

const columns = (db: Db) => db`
  u.id, u.full_name, u.email, u.mobile, u.is_superuser, u.is_active, u.created_at, u.version,
  (select count(*)::int from orders o
    where o.assigned_user = u.id and o.status in ('assigned', 'out-for-delivery')) as open_orders`

export async function list(db: Db, filter: Filter): Promise<Rows<StaffUser>> {
  const query = filter.query?.trim().toLowerCase() ?? ''
  const pattern = contains(query)
  // Mobile numbers are kept without spacing, so what looks like one is looked for without it.
  const digits = query.replace(/[ ().-]/g, '')
  const mobile = /^\+?\d+$/.test(digits) ? contains(digits) : pattern
  const where = db`
    where true
      ${filter.is_active === undefined ? db`` : db`and u.is_active = ${filter.is_active}`}
      ${filter.is_superuser === undefined ? db`` : db`and u.is_superuser = ${filter.is_superuser}`}
      ${query ? db`and (lower(u.full_name) like ${pattern} or u.email like ${pattern} or u.mobile like ${mobile})` : db``}`
  const results = await db<StaffUser[]>`
    select ${columns(db)} from staff_users u ${where}
    order by u.created_at desc, u.id desc limit ${filter.limit} offset ${filter.offset}`
  const [{ count }] = await db<[{ count: number }]>`select count(*)::int as count from staff_users u ${where}`
  return { count, results }
}

export async function get(db: Db, id: string): Promise<StaffUser | undefined> {
  const [staff] = await db<StaffUser[]>`select ${columns(db)} from staff_users u where u.id = ${id}`
  return staff
}

type NewStaff = {
  full_name: string
  email: string
  mobile: string | null
  password_hash: string
  is_superuser: boolean
}

/** Adds a staff user; a taken email or mobile breaks a named constraint. */
export async function create(db: Db, staff: NewStaff): Promise<string> {
  const [row] = await db<[{ id: string }]>`
    insert into staff_users (full_name, email, mobile, password_hash, is_superuser)
    values (${staff.full_name}, ${staff.email}, ${staff.mobile}, ${staff.password_hash}, ${staff.is_superuser})
    returning id`
  return row.id
}
