import * as contract from '@our-print/contract/money/statements.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import { checkMethod, importStatement } from './importStatement.ts'
import * as statements from './statementLines.queries.ts'
import * as matches from './statementMatches.queries.ts'

export function statementRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serve(app, pool, contract.uploadStatement, ({ request, actor, query }) =>
    importStatement(dependencies, request, actor, query),
  )
  serveList(app, dependencies, contract.listStatementLines, { name: 'statement-lines' }, statements)
  serve(app, pool, contract.getStatementLine, ({ db, params }) => statements.get(db, params.id))
  serve(app, pool, contract.matchStatementLine, async ({ db, actor, params, body }) => {
    await matches.match(db, actor, params.id, body.payment, body.version)
    return statements.get(db, params.id)
  })
  serve(app, pool, contract.setAsideStatementLine, async ({ db, actor, params, body }) => {
    await matches.setAside(db, actor, params.id, body.reason, body.version)
    return statements.get(db, params.id)
  })
  serve(app, pool, contract.reopenStatementLine, async ({ db, params, body }) => {
    await matches.reopen(db, params.id, body.version)
    return statements.get(db, params.id)
  })
  serve(app, pool, contract.takeBackStatement, async ({ db, actor, params }) => {
    const method = await matches.lockMethodOf(db, params.id)
    return {
      taken_back: await statements.takeBack(db, params.id, actor.id),
      ...(await matches.countStates(db, method)),
    }
  })
  serve(app, pool, contract.matchStatements, async ({ db, actor, body: { method } }) => {
    await checkMethod(db, method)
    await matches.lockMethod(db, method)
    await matches.matchLines(db, actor, method)
    return matches.countStates(db, method)
  })
}
