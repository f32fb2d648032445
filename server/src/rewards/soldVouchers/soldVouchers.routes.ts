import {
  getSoldVoucher,
  listSoldVouchers,
  SoldVoucher,
  sellVoucher,
  voidSoldVoucher,
} from '@our-print/contract/rewards/soldVouchers.ts'
import type { FastifyInstance } from 'fastify'
import { presentRows } from '../../base/database/pages.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { presentRecord, serve } from '../../base/http/route.ts'
import { servePage } from '../../base/http/servePage.ts'
import { actsOf } from '../../money/approvals/acts.ts'
import { createImageUrlMapper } from '../vouchers/imageUrl.ts'
import { sell, voidSold } from './sell.queries.ts'
import * as soldVouchers from './soldVouchers.queries.ts'
import { voidVoucherAct } from './voidVoucherAct.queries.ts'

// Without image links: they expire after 15 minutes, which is too short for a file.
const columns = SoldVoucher.omit({ image: true })

export function soldVoucherRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  const present = createImageUrlMapper(dependencies)

  servePage(app, dependencies, listSoldVouchers, { name: 'purchased-vouchers', columns }, ({ query }) => ({
    select: (db) => soldVouchers.select(db, query),
    page: async (db) => presentRows(await soldVouchers.list(db, query), present),
  }))
  serve(app, pool, getSoldVoucher, async ({ db, params }) => present(await soldVouchers.get(db, params.id)))
  serve(app, pool, sellVoucher, async ({ db, body, actor }) =>
    present(await sell(db, { ...body, by: actor.id })),
  )
  const voidOne = actsOf(app).guard(voidVoucherAct, ({ db, body, actor }) =>
    presentRecord(voidSold(db, { ...body, by: actor.id }), present),
  )
  serve(app, pool, voidSoldVoucher, voidOne)
}
