import type { FastifyReply, FastifyRequest } from 'fastify'
import { asProblem } from '../../base/http/errorReply.ts'
import { forbidden } from '../../base/http/problem.ts'
import { discardBody } from '../../base/http/refusedBodies.ts'
import { sendPublicNotice } from './publicPage.ts'

/** Errors are shown as a page, because the reader is a person; `back` is the page that they came from. */
export function sendProblemPage(error: unknown, request: FastifyRequest, reply: FastifyReply, back?: string) {
  // Otherwise a browser that still sends a large file would not see the page.
  if (request.method === 'POST') discardBody(request)
  const problem = asProblem(error)
  if (!problem) {
    request.log.error({ err: error, request_id: request.id }, 'unexpected error')
    return sendPublicNotice(
      reply,
      500,
      'Something went wrong on our side',
      'Please try again in a moment.',
      back,
    )
  }
  if (problem.retryAfter !== undefined) void reply.header('retry-after', String(problem.retryAfter))
  if (problem.status === 404)
    return sendPublicNotice(
      reply,
      404,
      'There is nothing here',
      'The link may have ended, or was replaced by a new one. Please ask the shop.',
    )
  return sendPublicNotice(reply, problem.status, 'That did not work', problem.message, back)
}

/**
 * Refuses a form that another site sent. The address of the form is the authority, and there are no cookies; so this is only
 * for a link that another site got hold of. Old browsers send neither header.
 */
export function refuseOtherSites(request: FastifyRequest, publicUrl: string): void {
  const { 'sec-fetch-site': site, origin, host } = request.headers
  const isOwn = (from: string) =>
    URL.canParse(from) && [host, new URL(publicUrl).host].includes(new URL(from).host)
  const isRefused = typeof site === 'string' ? site !== 'same-origin' : origin !== undefined && !isOwn(origin)
  if (isRefused) throw forbidden('This form was sent by another site.')
}
