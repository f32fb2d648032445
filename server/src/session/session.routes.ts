import * as contract from '@our-print/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../lib/db.ts'
import { hashPassword, isPassword } from '../lib/password.ts'
import { refused } from '../lib/problem.ts'
import { type Actor, serve, writeAs } from '../lib/route.ts'
import { refuseChangedFields } from '../lib/versions.ts'
import { checkNewPassword } from './commonPasswords.ts'
import { readToken } from './readToken.ts'
import * as sessions from './session.queries.ts'
import { signIn } from './signIn.ts'

export function sessionRoutes(app: FastifyInstance, pool: Pool): void {
  serve(app, pool, contract.signIn, ({ body, request }) =>
    signIn(pool, body.email, body.password, request.ip),
  )

  serve(app, pool, contract.signOut, async ({ db, request }) => {
    await sessions.close(db, sessions.hashToken(readToken(request)))
    return null
  })

  serve(app, pool, contract.getProfile, ({ db, actor }) => sessions.getProfile(db, actor.id))

  serve(app, pool, contract.saveProfile, async ({ db, actor, body }) => {
    const { full_name, mobile, ...readOnly } = body
    const current = await sessions.getProfile(db, actor.id)
    refuseChangedFields(readOnly, current)
    return sessions.saveProfile(db, current, { full_name, mobile })
  })

  serve(app, pool, contract.updatePassword, async ({ actor, body, request }) => {
    await checkCurrent(pool, actor, body.current_password)
    checkNewPassword(body.new_password, 'new_password')
    const passwordHash = await hashPassword(body.new_password)
    await writeAs(pool, request, async (tx) => {
      await sessions.setPassword(tx, actor.id, passwordHash)
      await sessions.closeOthers(tx, actor.id, sessions.hashToken(readToken(request)))
    })
    return null
  })
}

async function checkCurrent(pool: Pool, actor: Actor, password: string): Promise<void> {
  const account = await sessions.findAccount(pool, actor.email)
  if (!(await isPassword(password, account?.password_hash))) {
    throw refused('current_password', 'This is not your current password')
  }
}
