import * as contract from '@our-print/contract/users.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../http/dependencies.ts'
import { serve } from '../http/route.ts'
import { servePage } from '../http/servePage.ts'
import * as users from './users.queries.ts'

export function userRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  servePage(app, dependencies, contract.listUsers, { name: 'users' }, ({ query }) => ({
    select: (db) => users.select(db, query),
    page: (db) => users.list(db, query),
  }))
  serve(app, pool, contract.createUser, ({ db, body }) => users.create(db, body))
  serve(app, pool, contract.getUser, ({ db, params }) => users.get(db, params.id))
  serve(app, pool, contract.updateUser, ({ db, params, body }) => users.update(db, params.id, body))
}
