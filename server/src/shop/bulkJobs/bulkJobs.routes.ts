import type { BulkKind } from '@our-print/contract/entities.ts'
import * as contract from '@our-print/contract/shop/bulkJobs.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { type Actor, serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import { filterOf } from '../../orders/listFilter.ts'
import { selectNames } from '../../orders/searchOrders.queries.ts'
import { refuseNoChange } from '../../orders/updateOrders.ts'
import * as clients from '../../rewards/clients/clients.queries.ts'
import * as qrCodes from '../../rewards/qrCodes/qrCodes.queries.ts'
import * as vouchers from '../../rewards/vouchers/vouchers.queries.ts'
import * as jobs from './bulkJobs.queries.ts'

export function bulkJobRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies

  serve(app, pool, contract.createOrderBulkJob, ({ db, query, body, actor, request }) => {
    const { count, seen_seconds_ago: age, ...wanted } = body
    refuseNoChange(wanted)
    const seen = age === undefined ? {} : { assigned_before: new Date(Date.now() - age * 1000).toISOString() }
    const change = { ...wanted, ...seen }
    const job = { kind: 'order', action: 'update', change, filter: query, count } as const
    const matching = selectNames(db, filterOf(query))
    return jobs.create(db, { ...job, created_by: actor.id, request_id: request.id }, matching)
  })

  serve(app, pool, contract.createClientBulkJob, (call) =>
    jobs.create(call.db, deletionOf('company', call), clients.selectNames(call.db, call.query)),
  )
  serve(app, pool, contract.createVoucherBulkJob, (call) =>
    jobs.create(call.db, deletionOf('voucher', call), vouchers.selectNames(call.db, call.query)),
  )
  serve(app, pool, contract.createQrCodeBulkJob, (call) =>
    jobs.create(call.db, deletionOf('qr_code', call), qrCodes.selectNames(call.db, call.query)),
  )

  serveList(app, dependencies, contract.listBulkJobs, { name: 'bulk-jobs' }, jobs)
  serve(app, pool, contract.getBulkJob, ({ db, params }) => jobs.get(db, params.id))
  serveList(
    app,
    dependencies,
    contract.listBulkJobRecords,
    { name: 'bulk-job' },
    {
      select: jobs.selectRecords,
      list: jobs.listRecords,
    },
  )
  serve(app, pool, contract.cancelBulkJob, ({ db, params }) => jobs.cancel(db, params.id))
  serve(app, pool, contract.undoBulkJob, ({ db, params, actor, request }) =>
    jobs.undo(db, params.id, actor, request.id),
  )
}

type Deletion = {
  query: object
  body: { action: 'delete'; count: number }
  actor: Actor
  request: { id: string }
}

/** A job that deletes all records of a filter. */
const deletionOf = (kind: BulkKind, { query, body, actor, request }: Deletion) => ({
  ...body,
  kind,
  change: null,
  filter: query,
  created_by: actor.id,
  request_id: request.id,
})
