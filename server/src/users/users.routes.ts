import * as contract from '@our-print/contract/users.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../database/db.ts'
import type { CsvExports } from '../http/csv.ts'
import type { Links } from '../http/links.ts'
import { serve } from '../http/route.ts'
import * as users from './users.queries.ts'

export function userRoutes(
  app: FastifyInstance,
  pool: Pool,
  searchPool: Pool,
  links: Links,
  csv: CsvExports,
): void {
  serve(app, pool, contract.listUsers, async ({ query, request, reply }) =>
    query.format
      ? csv.send(reply, 'users', contract.User, (db) => users.select(db, query))
      : links.page(request, query, await users.list(query.query ? searchPool : pool, query)),
  )
  serve(app, pool, contract.createUser, ({ db, body }) => users.create(db, body))
  serve(app, pool, contract.getUser, ({ db, params }) => users.get(db, params.id))
  serve(app, pool, contract.patchUser, ({ db, params, body }) => users.change(db, params.id, body))
}
