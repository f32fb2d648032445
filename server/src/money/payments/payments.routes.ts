import * as contract from '@our-print/contract/money/payments.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../base/database/db.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { type Actor, type Call, serve } from '../../base/http/route.ts'
import { servePage } from '../../base/http/servePage.ts'
import { lacking } from '../../people/session/access.ts'
import { actsOf } from '../approvals/acts.ts'
import * as payments from './payments.queries.ts'
import { refundAct, refuseForCourier, reversalAct } from './refundActs.queries.ts'
import { reverse } from './reversals.queries.ts'

export function paymentRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  servePage(app, dependencies, contract.listPayments, { name: 'payments' }, ({ query, actor }) => {
    if (query.format && payments.seesAll(actor) && !can(actor, 'exports')) throw lacking('exports')
    const filter = { ...query, actor }
    return { select: (db) => payments.select(db, filter), page: (db) => payments.list(db, filter) }
  })
  serve(app, pool, contract.getPayment, ({ db, actor, params }) => payments.get(db, actor, params.id))
  const acts = actsOf(app)
  const create = acts.guard(refundAct, async ({ db, actor, body }) =>
    payments.get(db, actor, await take(db, actor, body)),
  )
  serve(app, pool, contract.createPayment, create)
  const guarded = acts.guard(reversalAct, async ({ db, actor, params, body }) =>
    payments.get(db, actor, await reverse(db, actor, params.id, body.reason)),
  )
  serve(app, pool, contract.reversePayment, guarded)
}

type Body = Call<typeof contract.createPayment>['body']

async function take(db: Db, actor: Actor, { order, user, client, ...details }: Body): Promise<string> {
  const paid = { ...details, amount: toPaise(details.amount) }
  refuseForCourier(actor, paid.amount, order)
  if (order) return payments.takeForOrder(db, actor, await payments.lockOrder(db, actor, order), paid)
  const payer = { user_id: user ?? null, client_id: client ?? null }
  return payments.takeForAccount(db, actor, payer, paid)
}
