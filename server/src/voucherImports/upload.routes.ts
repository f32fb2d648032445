import * as contract from '@our-print/contract/voucherImports.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../database/db.ts'
import type { CsvExports } from '../http/csv.ts'
import type { Links } from '../http/links.ts'
import { serve } from '../http/route.ts'
import * as uploads from './upload.queries.ts'
import { createUploads } from './uploadVouchers.ts'

type Ground = { pool: Pool; links: Links; uploadFolder: string }

const skip = contract.VoucherImport.shape.skipped.element

export function voucherUploadRoutes(app: FastifyInstance, ground: Ground, csv: CsvExports): void {
  const { pool, links } = ground
  const upload = createUploads(ground)
  serve(app, pool, contract.uploadVouchers, ({ request, actor, query }) => upload(request, actor, query))
  serve(app, pool, contract.listImportSkips, async ({ params, query, request, reply }) => {
    const filter = { ...query, id: params.id }
    return query.format
      ? csv.send(reply, 'skipped-codes', skip, (db) => uploads.selectSkips(db, filter))
      : links.page(request, query, await uploads.listSkips(pool, filter))
  })
}
