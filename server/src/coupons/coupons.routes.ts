import * as contract from '@our-print/contract/coupons.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../database/db.ts'
import type { CsvExports } from '../http/csv.ts'
import type { Links } from '../http/links.ts'
import { serve } from '../http/route.ts'
import * as coupons from './coupons.queries.ts'
import * as couponUses from './couponUses.queries.ts'

export function couponRoutes(
  app: FastifyInstance,
  pool: Pool,
  searchPool: Pool,
  links: Links,
  csv: CsvExports,
): void {
  serve(app, pool, contract.listCoupons, ({ db, query, reply }) =>
    query.format ? csv.send(reply, 'coupons', contract.Coupon, coupons.select) : coupons.list(db),
  )
  serve(app, pool, contract.getCoupon, ({ db, params }) => coupons.get(db, params.id))
  serve(app, pool, contract.createCoupon, ({ db, body }) => coupons.create(db, body))
  serve(app, pool, contract.changeCoupon, ({ db, params, body }) => coupons.change(db, params.id, body))
  serve(app, pool, contract.deleteCoupon, async ({ db, params }) => {
    await coupons.remove(db, params.id)
    return null
  })
  serve(app, pool, contract.validateCoupon, ({ db, body }) => couponUses.validate(db, body))
  serve(app, pool, contract.listCouponUses, async ({ query, request, reply }) =>
    query.format
      ? csv.send(reply, 'coupon-uses', contract.CouponUse, (db) => couponUses.select(db, query))
      : links.page(request, query, await couponUses.list(query.query ? searchPool : pool, query)),
  )
}
