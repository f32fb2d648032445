import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Endpoint } from '@our-print/contract/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { closeWith } from './errorReply.ts'
import { notFound, Problem, tooLarge } from './problem.ts'

const malformed = (message: string) => new Problem(400, 'malformed', message)

/**
 * Refuses a request by its head alone: before anyone is asked who sent it, and before a byte of its body is read.
 * Node takes the first of two equal headers silently, and answers a missing Host by itself, without our headers.
 */
export function checkHead(request: FastifyRequest): void {
  const { raw, headers, url, method } = request
  if (timesSent(raw, 'authorization') > 1) throw malformed('Two Authorization headers were sent')
  const hosts = timesSent(raw, 'host')
  if (hosts > 1) throw malformed('Two Host headers were sent')
  if (hosts === 0 && raw.httpVersion === '1.1') throw malformed('A Host header is missing')
  // What a screen's address says behind the ? is read in the browser, which tells its user what is wrong with it.
  const isScreen = method === 'GET' && /^\/(?!api\/|coupon_app\/|referral_app\/)[a-zA-Z]/.test(url)
  if (!isWellFormed(isScreen ? url.replace(/\?.*/s, '') : url))
    throw malformed('This address is not well-formed UTF-8')
  const encoding = headers['content-encoding']
  if (encoding !== undefined && !/^(identity)?$/i.test(encoding.trim())) {
    throw new Problem(415, 'wrong_type', 'Send the body without a Content-Encoding')
  }
  if (headers.expect !== undefined && raw.httpVersion === '1.1' && !/^100-continue$/i.test(headers.expect)) {
    throw new Problem(417, 'expectation_failed', 'The only expectation that is met is 100-continue')
  }
  if (method === 'GET' || method === 'HEAD') return
  const { endpoint } = request.routeOptions.config
  if (Number(headers['content-length'] ?? 0) > (endpoint ? bodyLimitOf(endpoint) : jsonLimit))
    throw tooLarge()
  // The framework would read and parse the body first.
  if (request.is404) throw notFound('Page')
}

function timesSent({ rawHeaders }: IncomingMessage, wanted: string): number {
  let times = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === wanted.length && name.toLowerCase() === wanted) times++
  }
  return times
}

/** The framework's parser leaves what it cannot decode as it is; a bare % or half a letter is a broken address. */
function isWellFormed(url: string): boolean {
  if (!/^[\x21-\x7e]*$/.test(url)) return false
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

/** JSON bodies are some fields of one record; endpoints that take more say how much. */
export const jsonLimit = 64 * 1024
/** A form without files, or with one picture of 10 MB. */
const formLimit = 12 * 1024 * 1024

/** How many bytes a body may have, a form's files and all. */
export const bodyLimitOf = ({ config }: Endpoint): number =>
  config.bodyLimit ?? (config.multipart ? formLimit : jsonLimit)

const expecting = new WeakSet<IncomingMessage>()

/**
 * Lets requests with an Expect header come in like any other, which Node would answer before anything is checked, and
 * answers a CONNECT, which it would break off.
 */
export function takeEveryRequest({ server }: FastifyInstance): void {
  server.on('checkContinue', (request, response) => {
    expecting.add(request)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket: Socket) => {
    closeWith(socket, new Problem(405, 'not_allowed', 'This is no proxy'))
  })
}

/** Says `100 Continue` to whoever waits for it with the body: who may send it and what it is has been checked by now. */
export function continueBody({ raw }: FastifyRequest, response: { writeContinue(): void }): void {
  if (expecting.delete(raw)) response.writeContinue()
}
