import { deletionOf, kindsOf } from '@our-print/contract/people/mayCall.ts'
import * as contract from '@our-print/contract/shop/bin.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../base/database/db.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { type Actor, serve } from '../../base/http/route.ts'
import { servePage } from '../../base/http/servePage.ts'
import { actsOf } from '../../money/approvals/acts.ts'
import * as bin from './bin.queries.ts'
import { deleteForGoodAct } from './deleteForGoodAct.queries.ts'
import { restore } from './restoreRecords.ts'

export function binRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  servePage(app, dependencies, contract.listBin, { name: 'bin' }, ({ query, actor }) => {
    const filter = { ...query, kinds: kindsOf(actor, deletionOf) }
    return { select: (db) => bin.select(db, filter), page: (db) => bin.list(db, filter) }
  })
  serve(app, pool, contract.getBinEntry, ({ db, actor, params }) => visible(db, actor, params.id))
  serve(app, pool, contract.restoreBinEntry, async ({ db, actor, params: { id } }) => {
    const entry = await visible(db, actor, id)
    await restore(db, actor, [id])
    return entry
  })
  serve(app, pool, contract.restoreBinEntries, async ({ db, actor, body: { ids } }) => {
    await restore(db, actor, ids)
    return { restored: ids.length }
  })
  const deleteForGood = actsOf(app).guard(deleteForGoodAct, async ({ db, actor, request, params }) => {
    await visible(db, actor, params.id)
    await bin.removeForGood(db, actor, request.id, params.id)
    return null
  })
  serve(app, pool, contract.deleteBinEntry, deleteForGood)
}

/** An entry of a kind that the actor may delete; 404 for another one. */
const visible = (db: Db, actor: Actor, id: string) => bin.get(db, id, kindsOf(actor, deletionOf))
