import * as contract from '@our-print/contract/lists/bulkJobs.ts'
import type { FastifyInstance } from 'fastify'
import * as clients from '../clients/clients.queries.ts'
import type { Dependencies } from '../http/dependencies.ts'
import { serve } from '../http/route.ts'
import { servePage } from '../http/servePage.ts'
import { filterOf } from '../orders/listFilter.ts'
import { selectNames } from '../orders/searchOrders.queries.ts'
import { refuseNoChange } from '../orders/updateOrders.ts'
import * as qrCodes from '../qrCodes/qrCodes.queries.ts'
import * as vouchers from '../vouchers/vouchers.queries.ts'
import * as jobs from './bulkJobs.queries.ts'

export function bulkJobRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies

  serve(app, pool, contract.createOrderBulkJob, ({ db, query, body, actor, request }) => {
    const { count, ...change } = body
    refuseNoChange(change)
    const job = { kind: 'order', action: 'update', change, filter: query, count } as const
    const matching = selectNames(db, filterOf(query))
    return jobs.create(db, { ...job, created_by: actor.id, request_id: request.id }, matching)
  })

  serve(app, pool, contract.createClientBulkJob, ({ db, query, body, actor, request }) => {
    const job = { kind: 'company', ...body, change: null, filter: query } as const
    const by = { created_by: actor.id, request_id: request.id }
    return jobs.create(db, { ...job, ...by }, clients.selectNames(db, query))
  })

  serve(app, pool, contract.createVoucherBulkJob, ({ db, query, body, actor, request }) => {
    const job = { kind: 'voucher', ...body, change: null, filter: query } as const
    const by = { created_by: actor.id, request_id: request.id }
    return jobs.create(db, { ...job, ...by }, vouchers.selectNames(db, query))
  })

  serve(app, pool, contract.createQrCodeBulkJob, ({ db, query, body, actor, request }) => {
    const job = { kind: 'qr_code', ...body, change: null, filter: query } as const
    const by = { created_by: actor.id, request_id: request.id }
    return jobs.create(db, { ...job, ...by }, qrCodes.selectNames(db, query))
  })

  servePage(app, dependencies, contract.listBulkJobs, { name: 'bulk-jobs' }, ({ query }) => ({
    select: (db) => jobs.select(db, query),
    page: (db) => jobs.list(db, query),
  }))
  serve(app, pool, contract.getBulkJob, ({ db, params }) => jobs.get(db, params.id))
  servePage(app, dependencies, contract.listBulkJobRecords, { name: 'bulk-job' }, ({ params, query }) => ({
    select: (db) => jobs.selectRecords(db, { ...query, id: params.id }),
    page: (db) => jobs.listRecords(db, { ...query, id: params.id }),
  }))
  serve(app, pool, contract.cancelBulkJob, ({ db, params }) => jobs.cancel(db, params.id))
  serve(app, pool, contract.undoBulkJob, ({ db, params, actor, request }) =>
    jobs.undo(db, params.id, actor, request.id),
  )
}
