import type { Pool } from '../../base/database/db.ts'
import { tooManyRequests } from '../../base/http/problem.ts'
import { type Hasher, withHasher } from './password.ts'
import * as sessions from './session.queries.ts'
import * as limits from './signInLimits.queries.ts'

export type PasswordAttempt = { email: string; password: string; origin: limits.Origin }

/**
 * Checks a password with a rate limit: 429 after 10 failures in 15 minutes for one account from one network, and for
 * unknown clients a wait of seconds while the account is attacked from many networks. Returns undefined, after an equal
 * time, if the password is wrong or the account is inactive or unknown. Every check of an account's password must use
 * this function.
 */
export async function checkPassword<T>(
  pool: Pool,
  { email, password, origin }: PasswordAttempt,
  whenRight: (account: sessions.Account, hasher: Hasher) => Promise<T>,
): Promise<T | undefined> {
  const account = await sessions.findAccount(pool, email, origin)
  const { knows_network = false, knows_device = false } = account ?? {}
  // Unknown clients share the limit of their network; a known one has its own limit.
  const knownOrigin = knows_device ? origin.device : origin.network
  const client =
    account && (knows_network || knows_device)
      ? { id: `${account.id} ${knownOrigin}`, isKnown: true }
      : { id: origin.network, isKnown: false }
  return withHasher(client, async (hasher) => {
    const seconds = await limits.countAttempt(pool, email, origin, { knows_network, knows_device })
    if (seconds > 0)
      throw tooManyRequests(`Too many attempts. Try again in ${waitMessage(seconds)}.`, seconds)
    const isRight = await hasher.verify(password, account?.password_hash)
    if (!isRight || !account?.is_theirs || !account.is_active) return undefined
    return whenRight(account, hasher)
  })
}

function waitMessage(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
