import { createCoinEntry } from '@our-print/contract/rewards/coins.ts'
import { notFound } from '../../base/http/problem.ts'
import type { Act } from '../../money/approvals/acts.ts'

/** Coins granted by hand; what is deducted needs nobody else. */
export const grantCoinsAct: Act<typeof createCoinEntry> = {
  name: 'coins',
  endpoint: createCoinEntry,
  measure: ({ body }) => Math.round(body.delta * 100),
  async show({ db, params, body }, lock) {
    const [customer] = await db<{ name: string }[]>`
      select trim(first_name || ' ' || last_name) as name from users where id = ${params.id}`
    if (!customer) throw notFound('Customer')
    const [balance] = await db<{ coins: number }[]>`
      select (earned - spent)::float8 as coins from coin_balances where user_id = ${params.id} ${lock}`
    const before = balance?.coins ?? 0
    return {
      summary: `Grant ${body.delta} coins to ${customer.name}: ${body.reason}`,
      changes: [
        {
          what: `Coins of ${customer.name}`,
          before: String(before / 100),
          after: String((before + Math.round(body.delta * 100)) / 100),
        },
      ],
    }
  },
}
