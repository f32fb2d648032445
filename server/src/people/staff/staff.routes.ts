import * as contract from '@our-print/contract/people/staff.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { conflict } from '../../base/http/problem.ts'
import { type Actor, inActorTransaction, serve, withIdempotentWrite } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import { refuseTakingOver } from '../../money/approvals/rule.queries.ts'
import { refuseAbove, refuseGiving } from '../abilities/abilitySets.queries.ts'
import { checkNewPassword } from '../session/newPassword.ts'
import { withHasher } from '../session/password.ts'
import * as sessions from '../session/session.queries.ts'
import { clearAllFailures } from '../session/signInLimits.queries.ts'
import * as staff from './staff.queries.ts'

const hashClientOf = ({ id }: Actor) => ({ id, isKnown: true })

export function staffRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies

  serveList(app, dependencies, contract.listStaff, { name: 'staff-users' }, staff)

  serve(app, pool, contract.getStaff, ({ db, params }) => staff.get(db, params.id))

  serve(app, pool, contract.createStaff, async ({ actor, body, request }) => {
    const { password, ...person } = body
    await checkNewPassword(pool, password, 'password', person)
    const password_hash = await withHasher(hashClientOf(actor), (hasher) => hasher.hash(password))
    // The password is not part of the hash that is stored for the Idempotency-Key.
    return withIdempotentWrite(pool, request, person, async (tx) => {
      await refuseGiving(tx, actor, person.ability_set)
      const secret = { password_hash, password_set_by: actor.id }
      return staff.get(tx, await staff.create(tx, { ...person, ...secret, is_superuser: false }))
    })
  })

  serve(app, pool, contract.updateStaff, async ({ db, actor, params, body }) => {
    const person = await staff.update(db, actor, params.id, body)
    if (!person.is_active) await sessions.removeAll(db, person.id)
    return person
  })

  serve(app, pool, contract.resetStaffPassword, async ({ actor, params, body, request }) => {
    // The current password is required; otherwise a stolen session would be enough to take over the account.
    if (params.id === actor.id) throw conflict('Change your own password with Update Password.', 'yourself')
    const person = await staff.get(pool, params.id)
    await checkNewPassword(pool, body.password, 'password', person)
    const passwordHash = await withHasher(hashClientOf(actor), (hasher) => hasher.hash(body.password))
    await inActorTransaction(pool, request, async (tx) => {
      await refuseAbove(tx, actor, params.id)
      await refuseTakingOver(tx, params.id)
      await sessions.setPassword(tx, params.id, passwordHash, actor.id)
      await sessions.removeAll(tx, params.id)
      await clearAllFailures(tx, person.email)
    })
    return null
  })
}
