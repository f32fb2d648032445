import type { FastifyRequest } from 'fastify'

/** The key in `Authorization: Token <key>`, or an empty string. */
export function readToken(request: FastifyRequest): string {
  const [scheme, key, ...rest] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'token' && key && rest.length === 0 ? key : ''
}
