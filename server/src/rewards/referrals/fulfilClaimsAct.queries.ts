import { markFulfilled } from '@our-print/contract/rewards/referrals.ts'
import { conflict, notFound } from '../../base/http/problem.ts'
import type { Act } from '../../money/approvals/acts.ts'
import * as customers from '../../people/customers/customers.queries.ts'

type Claims = { name: string; total: number; fulfilled: number }

export const fulfilClaimsAct: Act<typeof markFulfilled> = {
  name: 'claims',
  endpoint: markFulfilled,
  measure: () => 1,
  async show({ db, body }, lock) {
    const [user] = await db<{ id: string; name: string }[]>`
      select id, trim(first_name || ' ' || last_name) as name from users
      where id = (${customers.ownerOfCode(db, body.referral_code)})`
    if (!user) throw notFound('Referral code')
    const [claims] = await db<Claims[]>`
      select total, fulfilled from referrers where user_id = ${user.id} ${lock}`
    if (!claims || claims.total <= claims.fulfilled)
      throw conflict('This referrer has no claims left; all are fulfilled.', 'fulfilled_already')
    const { total, fulfilled } = claims
    return {
      summary: `Mark all claims of ${user.name} as fulfilled`,
      changes: [
        {
          what: `Claims of ${user.name} that are fulfilled`,
          before: `${fulfilled} of ${total}`,
          after: `${total} of ${total}`,
        },
      ],
    }
  },
}
