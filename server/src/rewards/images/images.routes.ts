import * as contract from '@our-print/contract/rewards/images.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { forbidden } from '../../base/http/problem.ts'
import { alreadySent, serve } from '../../base/http/route.ts'
import * as images from './images.queries.ts'

export function imageRoutes(app: FastifyInstance, { pool, signer, storage }: Dependencies): void {
  serve(app, pool, contract.readImage, async ({ db, params: { id }, query, reply }) => {
    if (!signer.check(`image ${id}`, query.expires, query.signature)) {
      throw forbidden('This link has expired. Reload the page that showed it.')
    }
    const { storage_key, size } = await images.get(db, id)
    void reply
      .type('image/png')
      .header('cache-control', 'private, max-age=900')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-length', String(size))
    await reply.send(await storage.read(storage_key))
    return alreadySent
  })
}
