import * as contract from '@our-print/contract/rewards/vouchers.ts'
import type { FastifyInstance } from 'fastify'
import { presentRows } from '../../base/database/pages.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { presentRecord, serve, withIdempotentWrite } from '../../base/http/route.ts'
import { servePage } from '../../base/http/servePage.ts'
import { withImage } from '../images/images.queries.ts'
import { create, generate } from './createVouchers.ts'
import * as deleteVouchers from './deleteVouchers.queries.ts'
import { createImageUrlMapper } from './imageUrl.ts'
import { isDataUrl, readPngDataUrl } from './pngDataUrl.ts'
import { update } from './updateVoucher.queries.ts'
import * as groups from './voucherGroups.queries.ts'
import * as vouchers from './vouchers.queries.ts'

// Without image links: they expire after 15 minutes, which is too short for a file.
const columns = {
  vouchers: contract.Voucher.omit({ image: true }),
  groups: contract.VoucherGroup.omit({ image: true }),
}

export function voucherRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  const present = createImageUrlMapper(dependencies)

  servePage(
    app,
    dependencies,
    contract.listVouchers,
    { name: 'vouchers', columns: columns.vouchers },
    ({ query }) => ({
      select: (db) => vouchers.select(db, query),
      page: async (db) => presentRows(await vouchers.list(db, query), present),
    }),
  )
  serve(app, pool, contract.getVoucher, async ({ db, params }) => present(await vouchers.get(db, params.id)))
  servePage(
    app,
    dependencies,
    contract.listVoucherGroups,
    { name: 'voucher-groups', columns: columns.groups },
    ({ query }) => ({
      select: (db) => groups.select(db, query),
      page: async (db) => presentRows(await groups.list(db, query), present),
    }),
  )
  serve(app, pool, contract.getVoucherGroup, async ({ db, params }) =>
    present(await groups.get(db, params.id)),
  )
  serve(app, pool, contract.createVouchers, ({ body, request }) => {
    const png = body.image ? readPngDataUrl(body.image) : undefined
    return withImage(request, dependencies, png, 'image', (image_id) =>
      withIdempotentWrite(pool, request, request.body, async (db) =>
        present(await create(db, { ...body, image_id })),
      ),
    )
  })
  serve(app, pool, contract.updateVoucher, ({ body, request }) => {
    const png = body.image && isDataUrl(body.image) ? readPngDataUrl(body.image) : undefined
    return withImage(request, dependencies, png, 'image', (newImage) =>
      presentRecord(
        withIdempotentWrite(pool, request, request.body, (db) => update(db, body, newImage)),
        present,
      ),
    )
  })
  serve(app, pool, contract.deleteVouchers, async ({ db, query }) => {
    await deleteVouchers.remove(db, query.voucher_ids)
    return null
  })
  serve(app, pool, contract.generateVouchers, ({ body, request }) =>
    withIdempotentWrite(pool, request, request.body, async (db) => present(await generate(db, body))),
  )
}
