import * as contract from '@our-print/contract/money/till.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import { enterDay } from '../cash/openDay.queries.ts'
import * as till from './till.queries.ts'

export function tillRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serveList(app, dependencies, contract.listTillEntries, { name: 'till' }, till)
  serve(app, pool, contract.getTillEntry, ({ db, params }) => till.get(db, params.id))
  serve(app, pool, contract.createTillEntry, async ({ db, actor, body }) => {
    await enterDay(db)
    const amount = toPaise(body.amount) * (body.kind === 'float' ? 1 : -1)
    return till.get(db, await till.add(db, actor, { ...body, amount }))
  })
  serve(app, pool, contract.reverseTillEntry, async ({ db, actor, params, body }) => {
    await enterDay(db)
    return till.get(db, await till.reverse(db, actor, params.id, body.reason))
  })
}
