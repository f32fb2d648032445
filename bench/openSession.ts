import { randomBytes } from 'node:crypto'
import type { Pool } from '../server/src/database/db.ts'
import { hashToken } from '../server/src/session/session.queries.ts'

/** Creates a session without a sign-in. */
export async function openSession(db: Pool, staffUser: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db`insert into sessions (token_hash, staff_user) values (${hashToken(token)}, ${staffUser})`
  return token
}
