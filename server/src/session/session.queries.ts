import { randomBytes } from 'node:crypto'
import type { Profile } from '@our-print/contract/session.ts'
import type { Db } from '../lib/db.ts'
import { hash } from '../lib/idempotency.ts'
import { readChangedPhone } from '../lib/phones.ts'
import type { Actor } from '../lib/route.ts'

export const hashToken = (token: string) => hash(token)

/** Opens a session; the token is shown this once and only its hash is kept. */
export async function open(db: Db, staffUser: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db`insert into sessions (token_hash, staff_user) values (${hashToken(token)}, ${staffUser})`
  return token
}

type Found = Actor & { token_hash: Buffer }

/** The people behind live tokens: idle for at most 30 days, account active. */
export const findActors = (db: Db, hashes: Buffer[]) => db<Found[]>`
  select s.token_hash, u.id, u.email, u.full_name, u.is_superuser
  from sessions s join staff_users u on u.id = s.staff_user
  where s.token_hash = any(${db.array(hashes)}) and u.is_active and s.used_at > now() - interval '30 days'`

/** Marks a session as used, at most once an hour: a write on every request would be the dearest part of it. */
export const touch = (db: Db, tokenHash: Buffer) => db`
  update sessions set used_at = now() where token_hash = ${tokenHash} and used_at < now() - interval '1 hour'`

export const close = (db: Db, tokenHash: Buffer) => db`delete from sessions where token_hash = ${tokenHash}`

export const closeOthers = (db: Db, staffUser: string, tokenHash: Buffer) => db`
  delete from sessions where staff_user = ${staffUser} and token_hash <> ${tokenHash}`

/** Ends all sessions of a person. */
export const closeAll = (db: Db, staffUser: string) =>
  db`delete from sessions where staff_user = ${staffUser}`

export const sweep = (db: Db) => db`
  with old_attempts as (delete from sign_in_attempts where at < now() - interval '30 days')
  delete from sessions where used_at < now() - interval '30 days'`

type Account = Actor & { password_hash: string; is_active: boolean }

export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const [account] = await db<Account[]>`
    select id, email, full_name, is_superuser, password_hash, is_active from staff_users where email = ${email}`
  return account
}

/** Recent failures: from this address, and from everywhere; and whether this address ever got in. */
export async function countFailures(db: Db, email: string, address: string) {
  const [row] = await db<[{ here: number; everywhere: number; known: boolean }]>`
    select
      count(*) filter (where not succeeded and address = ${address} and at > now() - interval '15 minutes')::int as here,
      count(*) filter (where not succeeded and at > now() - interval '1 hour')::int as everywhere,
      coalesce(bool_or(succeeded and address = ${address}), false) as known
    from sign_in_attempts where email = ${email} and at > now() - interval '30 days'`
  return row
}

/** Notes an attempt as failed before it is made, so that many at once count one another. */
export async function noteAttempt(db: Db, email: string, address: string): Promise<string> {
  const [row] = await db<[{ id: string }]>`
    insert into sign_in_attempts (email, address, succeeded) values (${email}, ${address}, false) returning id`
  return row.id
}

/** An attempt that was not made after all. */
export const withdrawAttempt = (db: Db, id: string) => db`delete from sign_in_attempts where id = ${id}`

export const noteSuccess = (db: Db, id: string) => db`
  update sign_in_attempts set succeeded = true where id = ${id}`

export async function getProfile(db: Db, id: string): Promise<Profile> {
  const [profile] = await db<[Profile]>`
    select id, email, full_name, is_superuser, mobile, created_at from staff_users where id = ${id}`
  return profile
}

export async function saveProfile(
  db: Db,
  current: Profile,
  fields: { full_name: string; mobile?: string | null },
) {
  const mobile = readChangedPhone(fields.mobile, current.mobile, 'mobile')
  await db`
    update staff_users set full_name = ${fields.full_name}
      ${mobile === undefined ? db`` : db`, mobile = ${mobile}`}
    where id = ${current.id}`
  return getProfile(db, current.id)
}

export const setPassword = (db: Db, id: string, passwordHash: string) => db`
  update staff_users set password_hash = ${passwordHash} where id = ${id}`
