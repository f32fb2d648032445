import type { Language } from '@our-print/contract/customer/languages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../base/database/db.ts'
import { asProblem } from '../../base/http/errorReply.ts'
import { forbidden, type Problem } from '../../base/http/problem.ts'
import { discardBody } from '../../base/http/refusedBodies.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import { readerOf } from '../languages/reader.ts'
import type { Sentence } from '../languages/sentences.ts'
import { html } from './html.ts'
import { sendPublicNotice } from './publicPage.ts'

type Told = {
  pool: Db
  back?: string
  keepsTyped?: boolean
  /** Said in place of a rule that is told to clerks. */
  ofRule?: Sentence
}
/** A rule of the shop refused it, not what was sent or the state of the server. */
const isRule = ({ status }: Problem) => status === 409 || status === 422

/** Errors are shown as a page, because the reader is a person; `back` is the page that they came from. */
export async function sendProblemPage(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { pool, back, keepsTyped, ofRule }: Told,
): Promise<FastifyReply> {
  // Otherwise a browser that still sends a large file would not see the page.
  if (request.method === 'POST') discardBody(request)
  const problem = asProblem(error)
  if (!problem) request.log.error({ err: error, request_id: request.id }, 'unexpected error')
  const { texts, query } = readerOf(request, await shopLanguage(pool, problem?.status))
  const notice = { texts, status: problem?.status ?? 500, back: back && back + query, keepsTyped }
  if (!problem)
    return sendPublicNotice(reply, {
      ...notice,
      title: texts.say('Something went wrong on our side'),
      text: texts.say('Please try again in a moment.'),
    })
  if (problem.retryAfter !== undefined) void reply.header('retry-after', String(problem.retryAfter))
  if (problem.status === 404)
    return sendPublicNotice(reply, {
      ...notice,
      back: undefined,
      title: texts.say('There is nothing here'),
      text: texts.say('The link may have ended, or was replaced by a new one. Please ask the shop.'),
    })
  const text =
    (ofRule && isRule(problem)
      ? (texts.ownRefusal(problem.message) ?? texts.fill(ofRule, {}))
      : texts.refusal(problem.message)) ??
    html`${texts.say('Please try again, or ask the shop. The reason, in English:')} <span lang="en" dir="ltr">${problem.message}</span>`
  return sendPublicNotice(reply, { ...notice, title: texts.say('That did not work'), text })
}

/** For whoever has not said which language they read. What is refused to spare the server costs no look-up. */
async function shopLanguage(pool: Db, status: number | undefined): Promise<Language> {
  if (status === undefined || status === 429 || status >= 500) return 'en'
  return configurations.get(pool).then(
    ({ language }) => language,
    () => 'en',
  )
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
