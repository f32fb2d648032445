import type { Pool } from '../lib/db.ts'
import { isPassword } from '../lib/password.ts'
import { Problem, tooMany } from '../lib/problem.ts'
import * as sessions from './session.queries.ts'

const failuresHere = 10
// Many addresses guessing at one account: only addresses from which it never signed in are braked, so that no
// stranger can lock its owner out.
const failuresEverywhere = 100

/**
 * Answers a token for the right pair. A wrong pair and an inactive account are one message, in like time: 422.
 * After 10 failures in 15 minutes for one account from one address: 429.
 */
export async function signIn(pool: Pool, email: string, password: string, address: string) {
  const attempt = await sessions.noteAttempt(pool, email, address)
  const brake = await findBrake(pool, email, address)
  if (brake) {
    await sessions.withdrawAttempt(pool, attempt)
    throw brake
  }
  const account = await sessions.findAccount(pool, email)
  const right = await isPassword(password, account?.password_hash).catch(async (error: unknown) => {
    // Too many were hashing: nobody looked at this password.
    await sessions.withdrawAttempt(pool, attempt)
    throw error
  })
  if (!account || !right || !account.is_active) {
    throw new Problem(422, 'wrong_credentials', 'Email or password is wrong')
  }
  await sessions.noteSuccess(pool, attempt)
  const { id, full_name, is_superuser } = account
  return { token: await sessions.open(pool, id), user: { id, email: account.email, full_name, is_superuser } }
}

/** Whether this account has failed too often; the attempt that asks is counted already. */
async function findBrake(pool: Pool, email: string, address: string): Promise<Problem | undefined> {
  const failures = await sessions.countFailures(pool, email, address)
  if (failures.here > failuresHere) return tooMany('Too many attempts. Try again in 15 minutes.', 900)
  if (failures.everywhere > failuresEverywhere && !failures.known) {
    return tooMany('Too many attempts for this account. Try again in an hour.', 3600)
  }
  return undefined
}
