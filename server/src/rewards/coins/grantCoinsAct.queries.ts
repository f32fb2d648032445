import { createCoinEntry } from '@our-print/contract/rewards/coins.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { notFound } from '../../base/http/problem.ts'
import type { Act } from '../../money/approvals/acts.ts'
import type { Shown } from '../../money/approvals/askedAct.ts'

async function nameOf(db: Db, user: string): Promise<string> {
  const [customer] = await db<{ name: string }[]>`
    select trim(first_name || ' ' || last_name) as name from users where id = ${user}`
  if (!customer) throw notFound('Customer')
  return customer.name
}

/** What a customer has, and has with so many coins more. */
export async function showCoins(
  db: Db,
  user: string,
  coins: number,
  lock: Fragment,
): Promise<Shown['changes'][number]> {
  const name = await nameOf(db, user)
  const [balance] = await db<{ coins: number }[]>`
    select (earned - spent)::float8 as coins from coin_balances where user_id = ${user} ${lock}`
  const before = balance?.coins ?? 0
  return {
    what: `Coins of ${name}`,
    before: String(before / 100),
    after: String((before + Math.round(coins * 100)) / 100),
  }
}

/** Coins granted by hand; what is deducted needs nobody else. */
export const grantCoinsAct: Act<typeof createCoinEntry> = {
  name: 'coins',
  endpoint: createCoinEntry,
  measure: ({ body }) => Math.round(body.delta * 100),
  async show({ db, params, body }, lock) {
    const name = await nameOf(db, params.id)
    return {
      summary: `Grant ${body.delta} coins to ${name}: ${body.reason}`,
      changes: [await showCoins(db, params.id, body.delta, lock)],
    }
  },
}
