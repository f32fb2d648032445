import * as contract from '@our-print/contract/rewards/coupons.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { serveList, sliceOf } from '../../base/http/servePage.ts'
import * as coupons from './coupons.queries.ts'
import * as couponUses from './couponUses.queries.ts'

export function couponRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, csv, links } = dependencies
  serve(app, pool, contract.listCoupons, async ({ db, query, request, reply }) => {
    const { format, ordering, query: words, ...paging } = query
    const filter = { ordering, query: words }
    if (format) return csv.send(reply, 'coupons', contract.Coupon, (tx) => coupons.select(tx, filter))
    if (Object.keys(paging).length === 0) return coupons.list(db, filter)
    const slice = sliceOf(paging)
    return links.page(request, slice, await coupons.page(db, { ...filter, ...slice }))
  })
  serve(app, pool, contract.getCoupon, ({ db, params }) => coupons.get(db, params.id))
  serve(app, pool, contract.createCoupon, ({ db, body }) => coupons.create(db, body))
  serve(app, pool, contract.updateCoupon, ({ db, params, body }) => coupons.update(db, params.id, body))
  serve(app, pool, contract.deleteCoupon, async ({ db, params }) => {
    await coupons.remove(db, params.id)
    return null
  })
  serve(app, pool, contract.validateCoupon, ({ db, body }) => couponUses.validate(db, body))
  serveList(app, dependencies, contract.listCouponUses, { name: 'coupon-uses' }, couponUses)
}
