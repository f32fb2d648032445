import type { BulkKind } from '@our-print/contract/entityKinds.ts'
import { moveOrders } from '@our-print/contract/orders/orders.ts'
import { bulkChangeOf, kindsOf, mayCall } from '@our-print/contract/people/mayCall.ts'
import { tagUsers } from '@our-print/contract/people/tagUsers.ts'
import { createPrintJobs } from '@our-print/contract/printing/printJobs.ts'
import * as contract from '@our-print/contract/shop/bulkJobs.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../base/database/db.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { notFound } from '../../base/http/problem.ts'
import { type Actor, serve, withIdempotentWrite } from '../../base/http/route.ts'
import { servePage } from '../../base/http/servePage.ts'
import { filterOf, refuseHidden } from '../../orders/listFilter.ts'
import { soughtBy } from '../../orders/orderText.queries.ts'
import { judgeDue } from '../../orders/promises/atRisk.ts'
import { selectNames } from '../../orders/searchOrders.queries.ts'
import { refuseNoChange, refuseOtherFields } from '../../orders/updateOrders.ts'
import { readOrders } from '../../printing/printJobs/createJobs.ts'
import * as clients from '../../rewards/clients/clients.queries.ts'
import * as qrCodes from '../../rewards/qrCodes/qrCodes.queries.ts'
import * as vouchers from '../../rewards/vouchers/vouchers.queries.ts'
import * as jobs from './bulkJobs.queries.ts'
import { moveSelected } from './moveSelected.ts'
import { printSelected } from './printSelected.ts'
import { tagSelected } from './tagSelected.ts'

export function bulkJobRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies

  serve(app, pool, moveOrders, ({ db, body, actor, request }) => moveSelected(db, actor, body, request.id))
  serve(app, pool, createPrintJobs, async ({ body, actor, request }) => {
    const documents = await readOrders(dependencies, body.orders)
    return withIdempotentWrite(pool, request, body, (db) =>
      printSelected(db, actor, body, documents, request.id),
    )
  })
  serve(app, pool, tagUsers, ({ db, body, actor, request }) => tagSelected(db, actor, body, request.id))
  serve(app, pool, contract.createOrderBulkJob, async ({ db, query, body, actor, request }) => {
    const { count, seen_seconds_ago: age, ...wanted } = body
    refuseNoChange(wanted)
    refuseOtherFields(actor, wanted)
    refuseHidden(actor, query)
    const seen = age === undefined ? {} : { assigned_before: new Date(Date.now() - age * 1000).toISOString() }
    const change = { ...wanted, ...seen }
    const job = { kind: 'order', action: 'update', change, filter: query, count } as const
    const sought = query.query === undefined ? undefined : soughtBy(actor, query.query)
    const filter = await judgeDue(db, filterOf(query))
    const matching = selectNames(db, { ...filter, query: sought })
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

  servePage(app, dependencies, contract.listBulkJobs, { name: 'bulk-jobs' }, ({ query, actor }) => {
    const filter = { ...query, kinds: kindsOf(actor, bulkChangeOf) }
    return { select: (db) => jobs.select(db, filter), page: (db) => jobs.list(db, filter) }
  })
  serve(app, pool, contract.getBulkJob, ({ db, actor, params }) => visible(db, actor, params.id))
  servePage(
    app,
    dependencies,
    contract.listBulkJobRecords,
    { name: 'bulk-job' },
    async ({ query, params, actor }) => {
      await visible(pool, actor, params.id)
      const filter = { ...query, ...params }
      return { select: (db) => jobs.selectRecords(db, filter), page: (db) => jobs.listRecords(db, filter) }
    },
  )
  serve(app, pool, contract.cancelBulkJob, async ({ db, actor, params }) => {
    await visible(db, actor, params.id)
    return jobs.cancel(db, params.id)
  })
  serve(app, pool, contract.undoBulkJob, async ({ db, params, actor, request }) => {
    await visible(db, actor, params.id)
    return jobs.undo(db, params.id, actor, request.id)
  })
}

/** A job of a kind that the actor may change many of; 404 for another one. */
async function visible(db: Db, actor: Actor, id: string) {
  const job = await jobs.get(db, id)
  if (!mayCall(actor, bulkChangeOf[job.kind])) throw notFound('Bulk job')
  return job
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
