import { getKeptPromises } from '@our-print/contract/printing/keptPromises.ts'
import * as margins from '@our-print/contract/printing/margins.ts'
import * as readings from '@our-print/contract/printing/printerReadings.ts'
import * as production from '@our-print/contract/printing/production.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import * as keptPromises from './keptPromises.queries.ts'
import * as marginQueries from './margins.queries.ts'
import * as readingQueries from './printerReadings.queries.ts'
import * as queries from './production.queries.ts'
import * as costs from './productionCosts.queries.ts'
import * as summary from './productionSummary.queries.ts'

export function productionRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serveList(app, dependencies, production.listProduction, { name: 'production' }, queries)
  serve(app, pool, production.getProductionSummary, ({ db, query }) => summary.get(db, query))
  serve(app, pool, production.getOrderProduction, ({ db, params }) => queries.getOfOrder(db, params.id))
  serve(app, pool, production.getProductionCosts, ({ db }) => costs.get(db))
  serve(app, pool, production.updateProductionCosts, ({ db, body }) => costs.update(db, body))

  serve(app, pool, getKeptPromises, ({ db, query }) => keptPromises.get(db, query))

  serveList(app, dependencies, margins.listMargins, { name: 'margins' }, marginQueries)

  serveList(app, dependencies, readings.listReadings, { name: 'printer-readings' }, readingQueries)
  serve(app, pool, readings.getReading, ({ db, params }) => readingQueries.get(db, params.id))
  serve(app, pool, readings.createReading, ({ db, body, actor }) => readingQueries.create(db, body, actor.id))
  serve(app, pool, readings.correctReading, ({ db, params, body, actor }) =>
    readingQueries.correct(db, params.id, body, actor.id),
  )
  serve(app, pool, readings.explainReading, ({ db, params, body }) =>
    readingQueries.explain(db, params.id, body.explanation),
  )
}
