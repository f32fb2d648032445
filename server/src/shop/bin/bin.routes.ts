import * as contract from '@our-print/contract/shop/bin.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import * as bin from './bin.queries.ts'
import { restore } from './restoreRecords.ts'

export function binRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serveList(app, dependencies, contract.listBin, { name: 'bin' }, bin)
  serve(app, pool, contract.getBinEntry, ({ db, params }) => bin.get(db, params.id))
  serve(app, pool, contract.restoreBinEntry, async ({ db, params: { id } }) => {
    const entry = await bin.get(db, id)
    await restore(db, [id])
    return entry
  })
  serve(app, pool, contract.restoreBinEntries, async ({ db, body: { ids } }) => {
    await restore(db, ids)
    return { restored: ids.length }
  })
  serve(app, pool, contract.deleteBinEntry, async ({ db, actor, request, params }) => {
    await bin.removeForGood(db, actor, request.id, params.id)
    return null
  })
}
