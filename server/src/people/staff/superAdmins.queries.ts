import type { Db } from '../../base/database/db.ts'

export interface SuperAdmin {
  email: string
  full_name: string
  is_active: boolean
  /** Null if no sign-in of the last year is known. */
  last_sign_in: string | null
}

export const list = (db: Db) => db<SuperAdmin[]>`
  select u.email, u.full_name, u.is_active,
    greatest(
      (select max(s.created_at) from sessions s where s.staff_user = u.id),
      (select max(o.used_at) from sign_in_origins o where o.staff_user = u.id)) as last_sign_in
  from staff_users u where u.is_superuser order by u.created_at, u.id`

type Found = { id: string; is_superuser: boolean; is_active: boolean }

/** The account of an email, locked until the transaction ends. */
export async function lock(db: Db, email: string): Promise<Found | undefined> {
  const [found] = await db<Found[]>`
    select id, is_superuser, is_active from staff_users where email = ${email} for no key update`
  return found
}

/** Sets a new password, which nobody in the shop has chosen, and activates the account. */
export const activate = (db: Db, id: string, passwordHash: string) => db`
  update staff_users set version = version + 1, password_hash = ${passwordHash}, password_set_by = null, is_active = true
  where id = ${id}`
