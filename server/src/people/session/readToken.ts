import type { FastifyRequest } from 'fastify'

/** The token in `Authorization: Token <token>`, or an empty string. */
export function readToken(request: FastifyRequest): string {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'token' && token && rest.length === 0 ? token : ''
}
