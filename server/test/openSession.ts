import { randomBytes } from 'node:crypto'
import type { Pool } from '../src/base/database/db.ts'
import { hashToken } from '../src/people/session/session.queries.ts'

/** Creates a session without hashing a password, which would take most of a test's time. */
export async function openSession(db: Pool, staffUser: string): Promise<string> {
  const token = randomBytes(16).toString('hex')
  await db`insert into sessions (token_hash, staff_user) values (${hashToken(token)}, ${staffUser})`
  return token
}
