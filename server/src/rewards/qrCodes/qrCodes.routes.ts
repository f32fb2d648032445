import * as contract from '@our-print/contract/rewards/qrCodes.ts'
import type { FastifyInstance } from 'fastify'
import { presentRows } from '../../base/database/pages.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { readForm } from '../../base/http/form.ts'
import { invalid } from '../../base/http/problem.ts'
import { alreadySent, presentRecord, serve, withIdempotentWrite } from '../../base/http/route.ts'
import { servePage } from '../../base/http/servePage.ts'
import { languageOf } from '../../customer/languages/paperLanguage.queries.ts'
import * as images from '../images/images.queries.ts'
import * as qrCodes from './qrCodes.queries.ts'
import * as scans from './scans.queries.ts'

export function qrCodeRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, links, signer } = dependencies
  const urlOf = (code: number) => links.to(`/?qr_code=${code}`)
  const present = ({ image_id, ...row }: qrCodes.QrCodeRow): contract.QrCode => ({
    ...row,
    image: image_id && links.to(images.signedPath(signer, image_id)),
    url: urlOf(row.code),
  })

  servePage(app, dependencies, contract.listQrCodes, { name: 'qr-codes' }, ({ query }) => ({
    select: (db) => qrCodes.select(db, query, links.publicUrl),
    page: async (db) => presentRows(await qrCodes.list(db, query), present),
  }))

  serve(app, pool, contract.getQrCode, async ({ db, params }) => present(await qrCodes.get(db, params.id)))

  serve(app, pool, contract.createQrCode, async ({ request }) => {
    const { fields, body } = await readForm(request, contract.createQrCode)
    const { image, redirection_url, ...rest } = fields
    if (image && redirection_url) throw invalid('image', qrCodes.oneTargetMessage)
    const row = await images.withImage(request, dependencies, await bytesOf(image), 'image', (image_id) => {
      const target = image_id ? { image_id } : redirection_url ? { redirection_url } : undefined
      if (!target) throw invalid('redirection_url', 'Say where it leads, or choose a picture')
      return withIdempotentWrite(pool, request, body, (db) => qrCodes.create(db, { ...rest, target }, urlOf))
    })
    return present(row)
  })

  serve(app, pool, contract.updateQrCode, async ({ request, query }) => {
    const { fields, body } = await readForm(request, contract.updateQrCode)
    // The count is ignored: it may have grown since the form was read.
    const { image, count: _, ...rest } = fields
    const picture = typeof image === 'string' ? undefined : image
    const change = images.withImage(request, dependencies, await bytesOf(picture), 'image', (image_id) =>
      withIdempotentWrite(pool, request, body, (db) => {
        const sent = { ...rest, image_id, ...(typeof image === 'string' && { image }) }
        return qrCodes.update(db, query.qr_id, sent, urlOf)
      }),
    )
    return presentRecord(change, present)
  })

  serve(app, pool, contract.deleteQrCodes, async ({ db, query }) => {
    await qrCodes.remove(db, query.qr_id)
    return null
  })

  serve(app, pool, contract.getQrLabels, async ({ db, query: { qr_id, ...layout }, reply }) => {
    // Loaded with the first sheet, because the PDF writer takes much memory.
    const { checkLayout, drawLabels } = await import('./labelSheet.ts')
    const codes = await qrCodes.getAll(db, qr_id)
    const labels = codes.map(({ code, company }) => ({ code, company, url: urlOf(code) }))
    checkLayout(labels, layout)
    void reply.type('application/pdf').header('content-disposition', 'inline; filename="qr-labels.pdf"')
    await reply.send(drawLabels(labels, layout, await languageOf(db, null)))
    return alreadySent
  })
  serve(app, pool, contract.getScans, ({ db, params, query }) => scans.getOfCode(db, params.id, query))
  serve(app, pool, contract.getAllScans, ({ db, query }) => scans.getOfAll(db, query))
}

const bytesOf = async (file: File | undefined) => file && Buffer.from(await file.arrayBuffer())
