import {
  getPurchasedVoucher,
  listPurchasedVouchers,
  PurchasedVoucher,
  purchaseVoucher,
  voidPurchasedVoucher,
} from '@our-print/contract/soldVouchers.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../database/db.ts'
import type { Signer } from '../database/secrets.ts'
import type { CsvExports } from '../http/csv.ts'
import type { Links } from '../http/links.ts'
import { presented, serve } from '../http/route.ts'
import { createPresenter } from '../vouchers/presentImage.ts'
import { purchase, voidPurchase } from './purchase.queries.ts'
import * as purchased from './purchasedVouchers.queries.ts'

type Ground = { pool: Pool; searchPool: Pool; links: Links; signer: Signer }

// A picture's address holds for 15 minutes, which is of no use in a file.
const asFile = PurchasedVoucher.omit({ image: true })

export function soldVoucherRoutes(app: FastifyInstance, ground: Ground, csv: CsvExports): void {
  const { pool, searchPool, links } = ground
  const present = createPresenter(ground)

  serve(app, pool, listPurchasedVouchers, async ({ query, request, reply }) => {
    if (query.format) {
      return csv.send(reply, 'purchased-vouchers', asFile, (db) => purchased.select(db, query))
    }
    const { count, results } = await purchased.list(query.query ? searchPool : pool, query)
    return links.page(request, query, { count, results: results.map(present) })
  })
  serve(app, pool, getPurchasedVoucher, async ({ db, params }) => present(await purchased.get(db, params.id)))
  serve(app, pool, purchaseVoucher, async ({ db, body, actor }) =>
    present(await purchase(db, { ...body, by: actor.id })),
  )
  serve(app, pool, voidPurchasedVoucher, ({ db, body, actor }) =>
    presented(voidPurchase(db, { ...body, by: actor.id }), present),
  )
}
