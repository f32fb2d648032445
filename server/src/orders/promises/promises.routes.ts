import { getPromiseProposal } from '@our-print/contract/orders/promiseProposal.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { measure, readOpening } from './measure.queries.ts'
import { proposePromise } from './proposePromise.ts'
import { workingTime } from './workingTime.ts'

export function promiseRoutes(app: FastifyInstance, { pool }: Dependencies): void {
  serve(app, pool, getPromiseProposal, async ({ db, query }) => {
    const { time_zone, ...opening } = await readOpening(db)
    const measured = await measure(db, query)
    const proposal = proposePromise(Date.now(), query.sides, measured, workingTime(opening, time_zone))
    return {
      promised_at: isoQuarter(proposal.promised),
      median_at: isoQuarter(proposal.median),
      measured_orders: proposal.measured,
    }
  })
}

/** Nobody promises 11:07: the next quarter of an hour. */
const isoQuarter = (time: number) => new Date(Math.ceil(time / 900_000) * 900_000).toISOString()
