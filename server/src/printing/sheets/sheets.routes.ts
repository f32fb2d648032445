import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { priceInPaise } from '@our-print/contract/orders/price.ts'
import * as contract from '@our-print/contract/printing/sheets.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { notFound } from '../../base/http/problem.ts'
import { alreadySent, serve } from '../../base/http/route.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import { listDocuments, readReports, withDocument, withSheets } from './documents.ts'
import { planSheets, withRanges } from './planSheets.ts'
import * as sheets from './sheets.queries.ts'

export function sheetRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies

  serve(app, pool, contract.listSheets, ({ query }) => listDocuments(dependencies, query.order_id))

  serve(app, pool, contract.readSheets, async ({ params, query, reply }) => {
    await withDocument(dependencies, params.order, query.file ?? null, (path) => sendPdf(reply, path))
    return alreadySent
  })

  serve(app, pool, contract.previewSheets, async ({ body }) => {
    const files = await findUploads(body)
    const plan = planSheets(files, body, await readReports(dependencies, files, body))
    const { impressions, blank_sides, color_impressions, sheets: count, documents } = plan
    const options = { ...body, pages: plan.paid_sides, color_pages: plan.paid_color_sides }
    return {
      pages: plan.files.reduce((sum, { pages }) => sum + pages.length, 0),
      impressions,
      blank_sides,
      color_impressions,
      sheets: count,
      amount: priceInPaise(options, await configurations.get(pool)) / 100,
      documents,
    }
  })

  serve(app, pool, contract.previewSheetsPdf, async ({ body, reply }) => {
    const files = await findUploads(body)
    const options = { ...body, color: 'bw' as const }
    if (body.fit === 'refuse') planSheets(files, options, await readReports(dependencies, files, options))
    await withSheets(dependencies, files, options, body.file, (path) => sendPdf(reply, path))
    return alreadySent
  })

  async function findUploads({ uploads, page_ranges }: { uploads: string[]; page_ranges: string[] }) {
    const files = await sheets.findFiles(pool, uploads)
    if (files.length < uploads.length) throw notFound('File')
    return withRanges(files, page_ranges)
  }
}

/** Sends a PDF that this server has made; resolves when the response is finished. */
async function sendPdf(reply: FastifyReply, path: string): Promise<void> {
  const { size } = await stat(path)
  void reply
    .type('application/pdf')
    .header('content-length', String(size))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline; filename="sheets.pdf"')
  await reply.send(createReadStream(path))
}
