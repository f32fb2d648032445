import type { Access, Endpoint } from '@our-print/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { inBatches } from '../database/batches.ts'
import type { Pool } from '../database/db.ts'
import { forbidden, Problem } from '../http/problem.ts'
import type { Actor } from '../http/route.ts'
import { readToken } from './readToken.ts'
import * as sessions from './session.queries.ts'

/**
 * Lets a request pass, or refuses it: 401 without a live token, 403 for the wrong role. Where the endpoint reads ahead
 * and the token was alive a moment ago, the request goes on while the database is asked whether it still is;
 * `request.confirmed` is the answer, before which nothing may be sent.
 */
export function createAuthHook(pool: Pool) {
  const find = createActorLookup(pool)
  const cachedActors = new Map<string, Actor>()

  const confirm = async (token: string, access: Access): Promise<Actor> => {
    const actor = token === '' ? undefined : await find(sessions.hashToken(token))
    if (!actor) {
      cachedActors.delete(token)
      throw new Problem(401, 'unauthenticated', 'Please sign in')
    }
    if (cachedActors.size > 10_000) cachedActors.clear()
    cachedActors.set(token, actor)
    if (access === 'admin' && !actor.is_superuser) throw forbidden('This is for super admins only')
    return actor
  }

  return async (request: FastifyRequest, { access, readsAhead }: Endpoint['config']): Promise<void> => {
    if (access === 'public') return
    const token = readToken(request)
    const known = readsAhead && !streams(request) ? cachedActors.get(token) : undefined
    const confirmed = confirm(token, access)
    if (known) {
      request.actor = known
      request.confirmed = confirmed
      // It is awaited before an answer; until then nobody needs to hear of a refusal.
      confirmed.catch(() => {})
    } else request.actor = await confirmed
  }
}

/** An export sends as it reads, so nothing of it may begin before the token is confirmed. */
const streams = ({ query }: FastifyRequest) => (query as { format?: unknown }).format !== undefined

/**
 * Looks tokens up in the database on every request, so that a dead one is refused by every server process at once.
 * Requests that come at the same time share a statement.
 */
function createActorLookup(pool: Pool) {
  const lastTouched = new Map<string, number>()
  const find = inBatches(async (hashes: Buffer[]) => {
    const found = await sessions.findActors(pool, hashes)
    return hashes.map((hash) => found.find(({ token_hash }) => token_hash.equals(hash)))
  })

  const touchHourly = (hash: Buffer) => {
    const key = hash.toString('base64')
    const now = Date.now()
    if (now - (lastTouched.get(key) ?? 0) < 3_600_000) return
    if (lastTouched.size > 10_000) lastTouched.clear()
    lastTouched.set(key, now)
    // Of no matter to this request; should it fail, the next hour's succeeds.
    sessions.touch(pool, hash).catch(() => lastTouched.delete(key))
  }

  return async (hash: Buffer): Promise<Actor | undefined> => {
    const actor = await find(hash)
    if (actor) touchHourly(hash)
    return actor
  }
}
