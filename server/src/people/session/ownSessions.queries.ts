import type { Session } from '@our-print/contract/people/sessions.ts'
import type { Db } from '../../base/database/db.ts'
import { notFound } from '../../base/http/problem.ts'

/** More are of programs that sign in again and again. */
const mostShown = 100

const isAlive = (db: Db) => db`s.used_at > now() - interval '30 days'`

/** The sessions of a person, the last used first; `tokenHash` is that of the request. */
export const list = (db: Db, staffUser: string, tokenHash: Buffer) => db<Session[]>`
  select s.id, s.device, s.address, s.created_at, s.used_at, s.token_hash = ${tokenHash} as is_current
  from sessions s where s.staff_user = ${staffUser} and ${isAlive(db)}
  order by s.used_at desc, s.id limit ${mostShown}`

export type Ended = { id: string; staff_user: string; device: string | null; address: string | null }

/** Whose session it is; null if there is none. */
export async function ownerOf(db: Db, id: string): Promise<string | null> {
  const [session] = await db<{ staff_user: string }[]>`select staff_user from sessions where id = ${id}`
  return session?.staff_user ?? null
}

/** Ends a session of this person; 404 if they have none of this id. */
export async function end(db: Db, id: string, staffUser: string): Promise<Ended> {
  const [ended] = await db<Ended[]>`
    delete from sessions where id = ${id} and staff_user = ${staffUser}
    returning id, staff_user, device, address`
  if (!ended) throw notFound('Session')
  return ended
}

/** Ends all sessions of a person but the one with this token. */
export const endOthers = (db: Db, staffUser: string, tokenHash: Buffer) => db<Ended[]>`
  delete from sessions where staff_user = ${staffUser} and token_hash <> ${tokenHash}
  returning id, staff_user, device, address`
