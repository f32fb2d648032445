import { getAuthor } from '@our-print/contract/shop/authors.ts'
import * as contract from '@our-print/contract/shop/events.ts'
import * as viewersContract from '@our-print/contract/shop/orderViewers.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { invalid } from '../../base/http/problem.ts'
import { alreadySent, serve } from '../../base/http/route.ts'
import { readToken } from '../../people/session/access.ts'
import { hashToken } from '../../people/session/session.queries.ts'
import { createEventHub } from './eventHub.ts'
import * as viewers from './orderViewers.queries.ts'

export function eventRoutes(
  app: FastifyInstance,
  { pool, quickPool, onStop, heartbeatMs }: Dependencies,
): void {
  const hub = createEventHub(quickPool, app.log, { heartbeatMs })
  onStop(() => hub.close())
  serve(app, pool, contract.streamEndpoint, async ({ actor, request, reply }) => {
    const lastId = readLastId(request.headers['last-event-id'])
    const tokenHash = hashToken(readToken(request))
    void reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
    // The connection ends with the stream: a kept one would hold up the end of the server.
    void reply.header('connection', 'close')
    const headers = Object.fromEntries(
      Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
    )
    // For HEAD there is nothing to wait for.
    if (request.method === 'HEAD') return ''
    await hub.open(reply.raw, { actor, tokenHash, lastId }, headers)
    reply.hijack()
    return alreadySent
  })
  serve(app, pool, getAuthor, async ({ db, params }) => viewers.getName(db, params.id))
  serve(app, pool, viewersContract.viewOrder, async ({ db, actor, params }) => ({
    viewers: await viewers.view(db, actor, params.id),
  }))
  serve(app, pool, viewersContract.leaveOrder, async ({ db, actor, params }) => {
    await viewers.leave(db, actor, params.id)
    return null
  })
}

function readLastId(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) {
    throw invalid('Last-Event-ID', 'This is not the id of an event: a whole number as a stream sends it')
  }
  return Number(header)
}
