import * as contract from '@our-print/contract/vouchers.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../database/db.ts'
import type { Signer } from '../database/secrets.ts'
import type { Storage } from '../files/storage.ts'
import type { CsvExports } from '../http/csv.ts'
import { hash } from '../http/idempotency.ts'
import type { Links } from '../http/links.ts'
import { keepingAnswer, presented, serve, writeAs } from '../http/route.ts'
import { withImage } from '../images/images.queries.ts'
import { change } from './changeVoucher.queries.ts'
import { isDataUrl, readPngDataUrl } from './pngDataUrl.ts'
import { createPresenter } from './presentImage.ts'
import { generate, save } from './saveVouchers.ts'
import * as groups from './voucherGroups.queries.ts'
import * as vouchers from './vouchers.queries.ts'

type Ground = { pool: Pool; searchPool: Pool; links: Links; signer: Signer; storage: Storage }

// A picture's address holds for 15 minutes, which is of no use in a file.
const asFile = {
  vouchers: contract.Voucher.omit({ image: true }),
  groups: contract.VoucherGroup.omit({ image: true }),
}

export function voucherRoutes(app: FastifyInstance, ground: Ground, csv: CsvExports): void {
  const { pool, searchPool, links } = ground
  const present = createPresenter(ground)

  serve(app, pool, contract.listVouchers, async ({ query, request, reply }) => {
    if (query.format) return csv.send(reply, 'vouchers', asFile.vouchers, (db) => vouchers.select(db, query))
    const { count, results } = await vouchers.list(query.query ? searchPool : pool, query)
    return links.page(request, query, { count, results: results.map(present) })
  })
  serve(app, pool, contract.getVoucher, async ({ db, params }) => present(await vouchers.get(db, params.id)))
  serve(app, pool, contract.listVoucherGroups, async ({ query, request, reply }) => {
    if (query.format)
      return csv.send(reply, 'voucher-groups', asFile.groups, (db) => groups.select(db, query))
    const { count, results } = await groups.list(query.query ? searchPool : pool, query)
    return links.page(request, query, { count, results: results.map(present) })
  })
  serve(app, pool, contract.getVoucherGroup, async ({ db, params }) =>
    present(await groups.get(db, params.id)),
  )
  serve(app, pool, contract.saveVoucher, ({ body, request }) => {
    const png = body.image ? readPngDataUrl(body.image) : undefined
    const bodyHash = hash(JSON.stringify(request.body))
    return withImage(request, ground, png, 'image', (image_id) =>
      keepingAnswer(pool, request, bodyHash, async (db) => present(await save(db, { ...body, image_id }))),
    )
  })
  serve(app, pool, contract.changeVoucher, ({ body, request }) => {
    const png = body.image && isDataUrl(body.image) ? readPngDataUrl(body.image) : undefined
    return withImage(request, ground, png, 'image', (newImage) =>
      presented(
        writeAs(pool, request, (db) => change(db, body, newImage)),
        present,
      ),
    )
  })
  serve(app, pool, contract.deleteVouchers, async ({ db, query }) => {
    await vouchers.remove(db, query.voucher_ids)
    return null
  })
  serve(app, pool, contract.generateVouchers, ({ body, request }) =>
    keepingAnswer(pool, request, hash(JSON.stringify(request.body)), async (db) =>
      present(await generate(db, body)),
    ),
  )
}
