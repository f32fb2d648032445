import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@our-print/contract/endpoint.ts'
import type { Approval } from '@our-print/contract/money/approvals.ts'
import { mayCall } from '@our-print/contract/people/mayCall.ts'
import { type Db, type Transaction, violatedConstraint } from '../../base/database/db.ts'
import { asProblem } from '../../base/http/errorReply.ts'
import { conflict, forbidden, Problem } from '../../base/http/problem.ts'
import type { Actor, Call } from '../../base/http/route.ts'
import type { Acts } from './acts.ts'
import * as approvals from './approvals.queries.ts'

/** An approval as one person sees it: while it waits, whether what it concerns is still as shown and they can decide. */
export async function read(acts: Acts, db: Db, actor: Actor, id: string): Promise<Approval> {
  const approval = await approvals.get(db, actor, id)
  if (approval.status !== 'waiting') return approval
  const waiting = await approvals.read(db, actor, id)
  const asker = await approvals.findAsker(db, waiting.asked_by)
  const is_stale = asker !== undefined && !(await isAsShown(acts, db, waiting, asker))
  return { ...approval, is_stale, knows_password: waiting.knows_password }
}

type Request = Pick<Call<Endpoint>, 'request' | 'reply'> & { db: Transaction; actor: Actor }

/**
 * Approves: runs the act once, as the one who asked, on the state that was shown. If the shop refuses it now, the approval
 * is ended as failed, and nothing else is changed.
 */
export async function approve(acts: Acts, { db, actor, ...call }: Request, id: string, reason: string) {
  const waiting = await lockWaiting(db, actor, id)
  if (waiting.is_own)
    throw forbidden('Nobody approves what they asked for themselves. Another super admin must.')
  if (waiting.knows_password)
    throw forbidden(
      'You set this person’s password: another super admin approves it, or they set one of their own first.',
    )
  const failure = await run(acts, { db, actor, ...call }, waiting)
  const status = failure === null ? 'approved' : 'failed'
  await approvals.end(db, id, { status, by: actor.id, reason, failure })
  return approvals.get(db, actor, id)
}

export async function refuse(db: Transaction, actor: Actor, id: string, reason: string): Promise<Approval> {
  await lockWaiting(db, actor, id)
  await approvals.end(db, id, { status: 'refused', by: actor.id, reason })
  return approvals.get(db, actor, id)
}

/** Whoever comes second waits here, and finds it decided. */
async function lockWaiting(db: Transaction, actor: Actor, id: string): Promise<approvals.Waiting> {
  const found = await approvals.lock(db, actor, id)
  if (found.status === 'waiting') return found
  if (found.status === 'expired') throw conflict('This approval has run out. Ask for it again.', 'expired')
  const { decided_by_name, status } = await approvals.get(db, actor, id)
  throw conflict(`${decided_by_name} has decided already: this is ${status}.`, 'decided')
}

/** Does what was asked for; the reason, if it is refused. */
async function run(acts: Acts, { db, actor, ...call }: Request, waiting: approvals.Waiting) {
  const asker = await approvals.findAsker(db, waiting.asked_by)
  const endpoint = acts.endpointOf(waiting)
  if (!asker || (endpoint.config.access === 'admin' && !mayCall(asker, endpoint)))
    return `${waiting.asked_by_name} may not do this any more.`
  if (!(await isAsShown(acts, db, waiting, asker, true)))
    throw conflict(
      'What this concerns has changed since it was asked for, so it is not what you see. Refuse it, and ask again.',
      'changed',
    )
  return db
    .savepoint(async (tx) => {
      await approvals.actAs(tx, asker)
      await acts.run(tx, waiting, { ...call, actor: asker }, actor)
      await approvals.actAs(tx, actor)
      return null
    })
    .catch(refusalOf)
}

/** A record that is gone shows nothing. */
async function isAsShown(acts: Acts, db: Db, waiting: approvals.Waiting, asker: Actor, isLocked = false) {
  try {
    const { changes } = await acts.show(db, waiting, asker, isLocked)
    return isDeepStrictEqual(JSON.parse(JSON.stringify(changes)), waiting.changes)
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

function refusalOf(error: unknown): string {
  const refusal = violatedConstraint(error) ? asProblem(error) : error
  if (!(refusal instanceof Problem) || refusal.status >= 500) throw error
  return refusal.message
}
