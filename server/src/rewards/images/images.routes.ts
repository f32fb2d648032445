import * as contract from '@our-print/contract/rewards/images.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { sendPicture } from '../../base/http/sendPicture.ts'
import * as images from './images.queries.ts'

export function imageRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  serve(app, dependencies.pool, contract.readImage, ({ db, params: { id }, query, reply }) =>
    sendPicture(dependencies, { query, reply }, `image ${id}`, async () => ({
      content_type: 'image/png',
      ...(await images.get(db, id)),
    })),
  )
}
