import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem, tooManyRequests } from '../../base/http/problem.ts'

/**
 * Limits by address the requests whose token or key is refused: above PUBLIC_RATE_LIMIT a minute they get 429 instead of
 * 401. Only refusals count, after the token was looked up, so nobody behind the same address is kept from using a good one.
 */
export function createRefusedTokenLimit(app: FastifyInstance) {
  const count = app.createRateLimit({})

  return async (error: unknown, request: FastifyRequest): Promise<unknown> => {
    const isRefused = error instanceof Problem && error.status === 401
    if (!isRefused || request.headers.authorization === undefined) return error
    const limit = await count(request)
    if (limit.isAllowed || !limit.isExceeded) return error
    return tooManyRequests(
      'Too many requests with a token or key that is not valid came from your address. Sign in, or check the key.',
      limit.ttlInSeconds,
    )
  }
}
