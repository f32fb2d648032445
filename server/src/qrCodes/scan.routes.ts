import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inBatches } from '../database/batches.ts'
import type { Dependencies } from '../http/dependencies.ts'
import { asProblem, replyWithError } from '../http/errorReply.ts'
import * as images from '../images/images.queries.ts'
import { scanKindOf } from './scanKind.ts'
import { sendImagePage, sendNotice } from './scanPage.ts'
import * as scans from './scans.queries.ts'

// Many phones in one shop or one mobile network share an address: 300 scans where other requests have 120.
const scansPerRequest = 2.5

/**
 * `GET /?qr_code=523`, the address inside a printed code. Without the parameter it is the web app's first page.
 * A scan is written before it is answered, many scans in one commit.
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
      if (code === undefined) return sendUnknown(reply)
      return answer(reply, await record({ code, kind: scanKindOf(request) }))
    },
  })

  function answer(reply: FastifyReply, scanned: scans.Scanned | undefined): FastifyReply {
    if (!scanned) return sendUnknown(reply)
    const { is_usable, is_active, redirection_url, image_id, company } = scanned
    if (!is_usable) {
      const title = is_active ? 'This code has expired' : 'This code is not in use'
      return sendNotice(reply, 410, title, 'Please ask where you found it whether there is a new one.')
    }
    // Written by the parser: nothing in it can end the header, and letters beyond ASCII travel encoded.
    if (redirection_url) {
      void reply.removeHeader('x-robots-tag')
      return reply.header('cache-control', 'no-store').redirect(new URL(redirection_url).href, 302)
    }
    // Relative, so that it holds below whatever address the shop is reached by.
    return sendImagePage(reply, company, images.signedPath(signer, image_id ?? '').slice(1))
  }
}

type Scan = FastifyRequest<{ Querystring: { qr_code: unknown } }>

const isScan = (request: FastifyRequest): request is Scan =>
  typeof request.query === 'object' && request.query !== null && 'qr_code' in request.query

const readCode = (text: unknown): number | undefined =>
  typeof text === 'string' && /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined

const sendUnknown = (reply: FastifyReply) =>
  sendNotice(reply, 404, 'We do not know this code', 'Please scan it once more, or ask where you found it.')

/** What goes wrong is told to a person with a phone, not to a program. */
function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = asProblem(error)
  if (!problem) {
    request.log.error({ err: error, request_id: request.id }, 'unexpected error')
    return sendNotice(
      reply,
      500,
      'Something went wrong on our side',
      'Please scan the code again in a moment.',
    )
  }
  if (!isScan(request)) return replyWithError(error, request, reply)
  if (problem.retryAfter !== undefined) void reply.header('retry-after', String(problem.retryAfter))
  return sendNotice(reply, problem.status, 'One moment, please', 'Please scan the code again in a minute.')
}
