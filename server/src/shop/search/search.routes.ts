import { type SearchKind, searchKinds } from '@our-print/contract/entityKinds.ts'
import { seesKind } from '@our-print/contract/people/mayCall.ts'
import * as contract from '@our-print/contract/shop/search.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { findCoupons, findQrCodes, findVouchers } from './findCodes.queries.ts'
import { findOrders } from './findOrders.queries.ts'
import { findCompanies, findCustomers, findLeads, findStaff } from './findPeople.queries.ts'
import type { Find } from './matches.queries.ts'
import { runEach } from './runEach.ts'
import { readTerms } from './searchTerms.ts'

export function searchRoutes(app: FastifyInstance, { pool, lookup }: Dependencies): void {
  const run = runEach(searchKinds, lookup.timeoutMs)
  serve(app, pool, contract.search, async ({ query, actor, request }) => {
    const terms = readTerms(query.query)
    const { done, failed } = await run(async (kind) =>
      seesKind(actor, kind) ? finds[kind](lookup.pool, terms, actor) : [],
    )
    for (const { kind, error } of failed)
      request.log.warn({ err: error, kind }, 'A kind of record was not searched')
    return { results: done.flat(), late: failed.map(({ kind }) => kind) }
  })
}

/** How each kind of record is found. */
const finds: Record<SearchKind, Find> = {
  order: findOrders,
  customer: findCustomers,
  company: findCompanies,
  staff: findStaff,
  voucher: findVouchers,
  coupon: findCoupons,
  qr_code: findQrCodes,
  lead: findLeads,
}
