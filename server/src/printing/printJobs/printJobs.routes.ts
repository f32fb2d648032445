import { getOrderPrinting } from '@our-print/contract/printing/orderPrinting.ts'
import { printJobFirst } from '@our-print/contract/printing/printJobFirst.ts'
import * as contract from '@our-print/contract/printing/printJobs.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import * as changes from './changeJobs.queries.ts'
import { move, reprint, retry } from './changeJobs.ts'
import { propose } from './createJobs.ts'
import * as printJobs from './printJobs.queries.ts'

export function printJobRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies

  serveList(app, dependencies, contract.listPrintJobs, { name: 'print-jobs' }, printJobs)
  serve(app, pool, contract.proposePrintJobs, ({ query }) => propose(dependencies, query.order))
  serve(app, pool, getOrderPrinting, ({ db, params }) => printJobs.getPrinting(db, params.id))
  serve(app, pool, contract.getPrintJob, ({ db, params }) => printJobs.get(db, params.id))

  serve(app, pool, contract.cancelPrintJob, async ({ db, params, body }) => {
    await changes.cancel(db, params.id, body.give_up)
    return printJobs.get(db, params.id)
  })
  serve(app, pool, contract.holdPrintJob, async ({ db, params }) => {
    await changes.hold(db, params.id)
    return printJobs.get(db, params.id)
  })
  serve(app, pool, contract.releasePrintJob, async ({ db, params }) => {
    await changes.release(db, params.id)
    return printJobs.get(db, params.id)
  })
  serve(app, pool, printJobFirst, async ({ db, params }) => {
    await changes.moveToFront(db, params.id)
    return printJobs.get(db, params.id)
  })
  serve(app, pool, contract.retryPrintJob, ({ db, params, actor }) => retry(db, params.id, actor))
  serve(app, pool, contract.movePrintJob, ({ db, params, body, actor }) =>
    move(db, params.id, body.printer, actor),
  )
  serve(app, pool, contract.reprintPrintJob, ({ db, params, body, actor }) =>
    reprint(db, params.id, body, actor),
  )
}
