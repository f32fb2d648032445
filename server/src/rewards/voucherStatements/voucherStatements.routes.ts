import * as contract from '@our-print/contract/rewards/voucherStatements.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { alreadySent, serve } from '../../base/http/route.ts'
import { languageOf } from '../../customer/languages/paperLanguage.queries.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import * as statements from './voucherStatements.queries.ts'

export function voucherStatementRoutes(app: FastifyInstance, { pool, csv }: Dependencies): void {
  serve(app, pool, contract.getVoucherStatement, async ({ db, params, query, reply }) => {
    const filter = { client: params.id, month: query.month }
    if (query.format === undefined) return statements.readShort(db, filter)
    const statement = await statements.read(db, filter)
    const { month } = statement
    if (query.format === 'csv')
      return csv.send(reply, `vouchers-${month}`, contract.VoucherStatementLine, (each) =>
        statements.selectLines(each, { client: params.id, month }),
      )
    // Loaded with the first one, because the PDF writer takes much memory.
    const { drawStatement } = await import('./voucherStatementPdf.ts')
    const { contact } = await configurations.get(db)
    void reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="vouchers-${month}.pdf"`)
    await reply.send(drawStatement(statement, contact, await languageOf(db, null)))
    return alreadySent
  })
  serve(app, pool, contract.getVoucherChain, ({ db, params }) => statements.readChain(db, params.id))
}
