import * as contract from '@our-print/contract/money/approvals.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { servePage } from '../../base/http/servePage.ts'
import { type Act, actsOf } from './acts.ts'
import * as approvals from './approvals.queries.ts'
import * as decide from './decide.ts'
import * as rule from './rule.queries.ts'

/** While the rule is on, one person cannot switch it off. */
const ruleAct: Act<typeof contract.updateApprovalRule> = {
  name: 'two_people',
  endpoint: contract.updateApprovalRule,
  measure: rule.countChanges,
  show: rule.show,
}

export function approvalRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  const acts = actsOf(app)
  const csv = { name: 'approvals', columns: contract.ApprovalLine }
  servePage(app, dependencies, contract.listApprovals, csv, ({ query, actor }) => {
    const filter = { ...query, actor }
    return { select: (db) => approvals.select(db, filter), page: (db) => approvals.list(db, filter) }
  })
  serve(app, pool, contract.getApproval, ({ db, actor, params }) => decide.read(acts, db, actor, params.id))
  serve(app, pool, contract.approve, ({ db, actor, params, body, request, reply }) =>
    decide.approve(acts, { db, actor, request, reply }, params.id, body?.reason ?? ''),
  )
  serve(app, pool, contract.refuse, ({ db, actor, params, body }) =>
    decide.refuse(db, actor, params.id, body.reason),
  )
  serve(app, pool, contract.getApprovalRule, ({ db }) => rule.get(db))
  serve(
    app,
    pool,
    contract.updateApprovalRule,
    acts.guard(ruleAct, ({ db, body }) => rule.save(db, body)),
  )
}
