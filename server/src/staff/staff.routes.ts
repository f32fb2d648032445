import * as contract from '@our-print/contract/staff.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../lib/db.ts'
import { hash } from '../lib/idempotency.ts'
import type { Links } from '../lib/links.ts'
import { hashPassword } from '../lib/password.ts'
import { keepingAnswer, serve } from '../lib/route.ts'
import { checkNewPassword } from '../session/commonPasswords.ts'
import * as staff from './staff.queries.ts'

export function staffRoutes(app: FastifyInstance, pool: Pool, links: Links): void {
  serve(app, pool, contract.listStaff, async ({ db, query, request }) =>
    links.page(request, query, await staff.list(db, query)),
  )

  serve(app, pool, contract.createStaff, async ({ body, request }) => {
    const { password, ...person } = body
    checkNewPassword(password, 'password')
    const password_hash = await hashPassword(password)
    // Nothing of the password is kept for the key, not even within a hash.
    return keepingAnswer(pool, request, hash(JSON.stringify(person)), async (tx) => {
      const id = await staff.create(tx, { ...person, password_hash, is_superuser: false })
      return staff.get(tx, id).then(existing)
    })
  })
}

/** What was written a statement ago in the same transaction is there. */
function existing<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('A row vanished within its own transaction')
  return row
}
