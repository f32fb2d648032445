import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inBatches } from '../../base/database/batches.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { asProblem, replyWithError } from '../../base/http/errorReply.ts'
import * as images from '../images/images.queries.ts'
import { scanKindOf } from './scanKind.ts'
import { sendImagePage, sendNotice } from './scanPage.ts'
import * as scans from './scans.queries.ts'

// Many phones in one shop or mobile network share an IP address, so scans have a higher rate limit.
const scansPerRequest = 2.5

/**
 * `GET /?qr_code=523`, the URL inside a printed QR code. Without the parameter it is the web app's first page. A scan is
 * committed before its response is sent; concurrent scans share a commit.
 */
export function scanRoutes(app: FastifyInstance, { scanPool, signer, publicRateLimit }: Dependencies): void {
  const record = inBatches((batch: scans.Scan[]) => scans.record(scanPool, batch))
  const limit = app.rateLimit({ max: Math.ceil(publicRateLimit * scansPerRequest), timeWindow: 60_000 })

  app.get('/', {
    schema: { hide: true },
    onRequest: async (request, reply) => {
      if (isScan(request)) await limit.call(app, request, reply)
    },
    errorHandler: (error, request, reply) => void sendProblem(error, request, reply),
    handler: async (request, reply) => {
      if (!isScan(request)) return reply.callNotFound()
      const code = readCode(request.query.qr_code)
      if (code === undefined) return sendNotice(request, reply, 404, 'unknown')
      return sendTarget(request, reply, await record({ code, kind: scanKindOf(request) }))
    },
  })

  function sendTarget(
    request: FastifyRequest,
    reply: FastifyReply,
    scanned: scans.ScannedCode | undefined,
  ): FastifyReply {
    if (!scanned) return sendNotice(request, reply, 404, 'unknown')
    const { is_usable, is_active, redirection_url, image_id, company } = scanned
    if (!is_usable) return sendNotice(request, reply, 410, is_active ? 'expired' : 'inactive')
    // Serialized by the URL parser, so that it is safe in a header: no line breaks, and only ASCII.
    if (redirection_url) {
      void reply.removeHeader('x-robots-tag')
      return reply.header('cache-control', 'no-store').redirect(new URL(redirection_url).href, 302)
    }
    // Relative, so that it works under any address of the shop.
    return sendImagePage(reply, company, images.signedPath(signer, image_id ?? '').slice(1))
  }
}

type Scan = FastifyRequest<{ Querystring: { qr_code: unknown } }>

const isScan = (request: FastifyRequest): request is Scan =>
  typeof request.query === 'object' && request.query !== null && 'qr_code' in request.query

const readCode = (text: unknown): number | undefined =>
  typeof text === 'string' && /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined

/** Errors are shown as a page, because the reader is a person with a phone. */
function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = asProblem(error)
  if (!problem) {
    request.log.error({ err: error, request_id: request.id }, 'unexpected error')
    return sendNotice(request, reply, 500, 'failed')
  }
  if (!isScan(request)) return replyWithError(error, request, reply)
  if (problem.retryAfter !== undefined) void reply.header('retry-after', String(problem.retryAfter))
  return sendNotice(request, reply, problem.status, 'moment')
}
