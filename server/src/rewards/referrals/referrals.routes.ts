import * as contract from '@our-print/contract/rewards/referrals.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { actsOf } from '../../money/approvals/acts.ts'
import { fulfilClaimsAct } from './fulfilClaimsAct.queries.ts'
import * as referrers from './referrers.queries.ts'

export function referralRoutes(app: FastifyInstance, { pool, searchPool, csv }: Dependencies): void {
  serve(app, pool, contract.listReferrers, ({ query, reply }) =>
    query.format
      ? csv.send(reply, 'referrers', contract.ReferrerLine, (db) => referrers.select(db, query))
      : referrers.list(query.query || query.ordering ? searchPool : pool, query),
  )
  const fulfil = actsOf(app).guard(fulfilClaimsAct, ({ db, body, actor }) =>
    referrers.markFulfilled(db, body.referral_code, actor.id),
  )
  serve(app, pool, contract.markFulfilled, fulfil)
  serve(app, pool, contract.getCustomerReferral, ({ db, query }) =>
    referrers.getOfCustomer(db, query.user_id),
  )
}
