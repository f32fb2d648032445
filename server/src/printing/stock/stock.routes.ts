import * as contract from '@our-print/contract/printing/stock.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { notFound } from '../../base/http/problem.ts'
import { serve } from '../../base/http/route.ts'
import { serveList, servePage } from '../../base/http/servePage.ts'
import * as stock from './stock.queries.ts'
import * as entries from './stockEntries.queries.ts'
import { listWarnings } from './stockWarnings.queries.ts'

export function stockRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serveList(app, dependencies, contract.listStock, { name: 'stock' }, stock)
  serve(app, pool, contract.getStockItem, ({ db, params }) => stock.get(db, params.id))
  serve(app, pool, contract.createStockItem, ({ db, body }) => stock.create(db, body))
  serve(app, pool, contract.updateStockItem, ({ db, params, body }) => stock.update(db, params.id, body))
  serve(app, pool, contract.deleteStockItem, async ({ db, params }) => {
    await stock.remove(db, params.id)
    return null
  })
  const file = { name: 'stock-entries', of: { table: 'stock_items', missing: () => notFound('Stock item') } }
  servePage(app, dependencies, contract.listStockEntries, file, ({ params, query }) => ({
    select: (db) => entries.select(db, { ...query, item: params.id }),
    page: (db) => entries.list(db, { ...query, item: params.id }),
  }))
  serve(app, pool, contract.createStockEntry, ({ db, params, body, actor }) =>
    entries.create(db, params.id, body, actor.id),
  )
  serve(app, pool, contract.getStockWarnings, async ({ db, query }) => ({
    warnings: await listWarnings(db, query),
  }))
}
