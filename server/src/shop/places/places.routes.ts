import * as contract from '@our-print/contract/shop/places.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { conflict } from '../../base/http/problem.ts'
import { serve } from '../../base/http/route.ts'
import { answerPlace } from './answerPlace.ts'

export function placeRoutes(app: FastifyInstance, { pool }: Dependencies): void {
  serve(app, pool, contract.answerPlace, async ({ db, actor, body, request }) => {
    const stopped = await answerPlace(db, { ...body, actor: actor.id, request_id: request.id })
    if (!stopped) throw conflict('Nobody asks any more: somebody has said it.', 'answered')
    return { stopped }
  })
}
