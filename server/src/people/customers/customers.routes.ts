import { can } from '@our-print/contract/people/abilities.ts'
import {
  addCustomerAddress,
  deleteCustomerAddress,
  getCustomerAddress,
  listCustomerAddresses,
  updateCustomerAddress,
} from '@our-print/contract/people/customerAddresses.ts'
import * as contract from '@our-print/contract/people/customers.ts'
import type { FastifyInstance } from 'fastify'
import { addView } from '../../base/database/auditTrail.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { notFound } from '../../base/http/problem.ts'
import { serve } from '../../base/http/route.ts'
import { serveList, servePage } from '../../base/http/servePage.ts'
import * as addresses from './customerAddresses.queries.ts'
import * as customers from './customers.queries.ts'

export function customerRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, auditViews } = dependencies
  servePage(app, dependencies, contract.listUsers, { name: 'users' }, ({ actor, query }) => {
    const filter = { ...query, seesPrices: can(actor, 'prices') }
    return { select: (db) => customers.select(db, filter), page: (db) => customers.list(db, filter) }
  })
  serveList(app, dependencies, contract.listCustomerTags, { name: 'tags' }, customers.tags)
  serve(app, pool, contract.createUser, ({ db, body }) => customers.create(db, body))
  serve(app, pool, contract.getUser, async ({ db, actor, params, request }) => {
    const user = await customers.get(db, params.id, can(actor, 'prices'))
    if (auditViews)
      await addView(db, { actor: actor.id, entity: 'users', entity_id: user.id, request_id: request.id })
    return user
  })
  serve(app, pool, contract.updateUser, ({ db, actor, params, body }) =>
    customers.update(db, params.id, body, can(actor, 'prices')),
  )
  const file = { name: 'addresses', of: { table: 'users', missing: () => notFound('Customer') } }
  servePage(app, dependencies, listCustomerAddresses, file, ({ params, query }) => ({
    select: (db) => addresses.select(db, { ...query, user: params.id }),
    page: (db) => addresses.list(db, { ...query, user: params.id }),
  }))
  serve(app, pool, getCustomerAddress, ({ db, params }) => addresses.get(db, params.id))
  serve(app, pool, addCustomerAddress, ({ db, params, body }) => addresses.add(db, params.id, body))
  serve(app, pool, updateCustomerAddress, ({ db, params, body }) => addresses.update(db, params.id, body))
  serve(app, pool, deleteCustomerAddress, ({ db, params }) => addresses.remove(db, params.id))
}
