import * as contract from '@our-print/contract/money/cash.ts'
import { type Notes, paiseOf } from '@our-print/contract/money/cashTerms.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { servePage } from '../../base/http/servePage.ts'
import { lacking } from '../../people/session/access.ts'
import { actsOf } from '../approvals/acts.ts'
import { explainAct, openDifference } from './explainAct.queries.ts'
import * as handOvers from './handOvers.queries.ts'

export function cashRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serve(app, pool, contract.getCash, ({ db, actor }) =>
    db.begin('isolation level repeatable read read only', (tx) => handOvers.readCash(tx, actor)),
  )
  servePage(app, dependencies, contract.listHandOvers, { name: 'hand-overs' }, ({ query, actor }) => {
    if (query.format && handOvers.seesCash(actor) && !can(actor, 'exports')) throw lacking('exports')
    const filter = { ...query, actor }
    return { select: (db) => handOvers.select(db, filter), page: (db) => handOvers.list(db, filter) }
  })
  serve(app, pool, contract.getHandOver, ({ db, actor, params }) => handOvers.get(db, actor, params.id))
  serve(app, pool, contract.declareHandOver, async ({ db, actor, body }) =>
    handOvers.get(db, actor, await handOvers.declare(db, actor, countedIn(body))),
  )
  serve(app, pool, contract.cancelHandOver, async ({ db, actor, params }) => {
    await handOvers.cancel(db, actor, params.id)
    return handOvers.get(db, actor, params.id)
  })
  serve(app, pool, contract.countHandOver, async ({ db, actor, params, body }) => {
    const open = await handOvers.lockOpen(db, actor, params.id, 'declared')
    await handOvers.count(db, actor, open, countedIn(body))
    return handOvers.get(db, actor, params.id)
  })
  const explain = actsOf(app).guard(explainAct, async (call) => {
    const { db, actor, params, body } = call
    await handOvers.explain(db, actor, await openDifference(call), body)
    return handOvers.get(db, actor, params.id)
  })
  serve(app, pool, contract.explainHandOver, explain)
}

/** What a count of cash comes to. */
export const countedIn = ({ notes, rest }: { notes: Notes; rest: number }): handOvers.Counted => ({
  paise: paiseOf(notes, rest),
  notes,
})
