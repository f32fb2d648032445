import * as contract from '@our-print/contract/money/accounts.ts'
import type { AccountKind } from '@our-print/contract/money/paymentTerms.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { alreadySent, type Call, serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import { languageOf } from '../../customer/languages/paperLanguage.queries.ts'
import { lacking } from '../../people/session/access.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import * as accounts from './accountList.queries.ts'
import * as statements from './statements.queries.ts'

// What was overpaid is counted of one account alone.
const columns = contract.Account.omit({ overpaid: true })

export function accountRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serveList(app, dependencies, contract.listAccounts, { name: 'accounts', columns }, accounts)
  serve(app, pool, contract.getAccount, ({ db, params }) => accounts.get(db, params.id))
  serve(app, pool, contract.updateAccount, ({ db, params, body }) => {
    const paise =
      body.credit_limit === null || body.credit_limit === undefined ? null : toPaise(body.credit_limit)
    return accounts.setLimit(db, params.id, body, paise)
  })
  serve(app, pool, contract.getUserStatement, (call) => sendStatement(dependencies, call, 'user'))
  serve(app, pool, contract.getClientStatement, (call) => sendStatement(dependencies, call, 'client'))
}

type StatementCall = Call<typeof contract.getUserStatement>

async function sendStatement(
  { csv }: Dependencies,
  { db, actor, params, query, reply }: StatementCall,
  kind: AccountKind,
) {
  const { format, ...days } = query
  const asked = { ...days, id: params.id, kind }
  if (format === 'csv') {
    if (!can(actor, 'exports')) throw lacking('exports')
    const head = await statements.getHead(db, asked)
    return csv.send(reply, 'statement', contract.StatementLine, (each) =>
      statements.selectLines(each, asked, head),
    )
  }
  const statement = await statements.get(db, asked)
  if (format !== 'pdf') return statement
  // Loaded with the first one, because the PDF writer takes much memory.
  const { drawStatement } = await import('./statementPdf.ts')
  const { contact } = await configurations.get(db)
  const language = await languageOf(db, kind === 'client' ? null : asked.id)
  void reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="statement-${statement.to_date}.pdf"`)
  await reply.send(drawStatement(statement, contact, language))
  return alreadySent
}
