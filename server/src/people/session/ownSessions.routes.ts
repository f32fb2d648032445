import { mayCall } from '@our-print/contract/people/mayCall.ts'
import * as contract from '@our-print/contract/people/sessions.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addEntry } from '../../base/database/auditTrail.ts'
import type { Db } from '../../base/database/db.ts'
import { refuseMissing } from '../../base/database/pages.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { notFound } from '../../base/http/problem.ts'
import { serve } from '../../base/http/route.ts'
import { refuseAbove, refuseSeeingAbove } from '../abilities/abilitySets.queries.ts'
import { readToken } from './access.ts'
import * as own from './ownSessions.queries.ts'
import { hashToken } from './session.queries.ts'

const tokenHashOf = (request: FastifyRequest) => hashToken(readToken(request))

/** Each person sees and ends their own sessions; who manages the staff those of whoever may do no more than they. */
export function ownSessionRoutes(app: FastifyInstance, { pool }: Dependencies): void {
  serve(app, pool, contract.listSessions, ({ db, actor, request }) =>
    own.list(db, actor.id, tokenHashOf(request)),
  )
  serve(app, pool, contract.endSession, async ({ db, actor, params, request }) => {
    const owner = mayCall(actor, contract.endStaffSessions) ? await own.ownerOf(db, params.id) : null
    if (owner) await refuseAbove(db, actor, owner)
    await traceEnds(db, request, [await own.end(db, params.id, owner ?? actor.id)])
    return null
  })
  serve(app, pool, contract.endOtherSessions, async ({ db, actor, request }) => {
    await traceEnds(db, request, await own.endOthers(db, actor.id, tokenHashOf(request)))
    return null
  })
  serve(app, pool, contract.listStaffSessions, async ({ db, actor, params, request }) => {
    await refuseMissing(db, { table: 'staff_users', missing: () => notFound('Staff user') }, params.id)
    await refuseSeeingAbove(db, actor, params.id)
    return own.list(db, params.id, tokenHashOf(request))
  })
  serve(app, pool, contract.endStaffSessions, async ({ db, actor, params, request }) => {
    await refuseAbove(db, actor, params.id)
    await traceEnds(db, request, await own.endOthers(db, params.id, tokenHashOf(request)))
    return null
  })
}

/** Sessions have no audit trigger: their tokens come and go with every sign-in. */
async function traceEnds(db: Db, { actor, id }: FastifyRequest, ended: own.Ended[]): Promise<void> {
  for (const { id: entity_id, ...before } of ended) {
    await addEntry(db, {
      actor: actor?.id ?? null,
      action: 'end_session',
      entity: 'sessions',
      entity_id,
      before,
      after: null,
      request_id: id,
    })
  }
}
