import type { Access, Endpoint } from '@our-print/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { inBatches } from '../database/batches.ts'
import type { Pool } from '../database/db.ts'
import { forbidden, Problem } from '../http/problem.ts'
import type { Actor, Session } from '../http/route.ts'
import { readToken } from './readToken.ts'
import * as sessions from './session.queries.ts'

/**
 * Authenticates a request: 401 without a valid token, 403 for the wrong role. If the endpoint checks the token itself and
 * the token was valid before, it is looked up only when the handler asks.
 */
export function createAuthHook(pool: Pool) {
  const { findActor, touchEachMinute } = createActorLookup(pool)
  const cachedActors = new Map<string, Actor>()

  const confirmToken = async (request: FastifyRequest, token: string, access: Access): Promise<Actor> => {
    const found =
      token === '' ? undefined : await findActor({ hash: sessions.hashToken(token), isRead: isRead(request) })
    if (!found) {
      cachedActors.delete(token)
      throw new Problem(401, 'unauthenticated', 'Please sign in')
    }
    const { event_id, token_hash: _, ...actor } = found
    request.eventId = event_id
    if (cachedActors.size > 10_000) cachedActors.clear()
    cachedActors.set(token, actor)
    if (access === 'admin' && !actor.is_superuser) throw forbidden('This is for super admins only')
    return actor
  }

  const openSession = (request: FastifyRequest, token: string, access: Access): Session => {
    let confirmed: Promise<Actor> | undefined
    const confirm = async () => (request.actor = await (confirmed ??= confirmToken(request, token, access)))
    return { tokenHash: sessions.hashToken(token), confirm }
  }

  /** Returns a promise only where the handler must wait for it. */
  return (
    request: FastifyRequest,
    { access, checksToken }: Endpoint['config'],
  ): Promise<void> | undefined => {
    if (access === 'public') return undefined
    const token = readToken(request)
    if (checksToken) {
      request.session = openSession(request, token, access)
      touchEachMinute(request.session.tokenHash)
      const cached = cachedActors.get(token)
      const mayCall = access === 'signed-in' || cached?.is_superuser
      if (!cached || !mayCall) return request.session.confirm().then(() => undefined)
      request.actor = cached
      return undefined
    }
    return confirmToken(request, token, access).then((actor) => {
      request.actor = actor
    })
  }
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

type Asked = { hash: Buffer; isRead: boolean }

/**
 * Looks up tokens in the database on every request, so that every server process refuses an ended session immediately.
 * Concurrent requests share one statement.
 */
function createActorLookup(pool: Pool) {
  const lastTouched = new Map<string, number>()
  const find = inBatches(async (asked: Asked[]) => {
    const hashes = asked.map(({ hash }) => hash)
    const found = await sessions.findActors(
      pool,
      hashes,
      asked.some(({ isRead }) => isRead),
    )
    return hashes.map((hash) => found.find(({ token_hash }) => token_hash.equals(hash)))
  })

  const touchEachMinute = (hash: Buffer) => {
    const key = hash.toString('base64')
    const now = Date.now()
    if (now - (lastTouched.get(key) ?? 0) < 60_000) return
    if (lastTouched.size > 10_000) lastTouched.clear()
    lastTouched.set(key, now)
    // Not awaited, because the request does not need it; after a failure the next request tries again.
    sessions.touch(pool, hash).catch(() => lastTouched.delete(key))
  }

  const findActor = async (asked: Asked): Promise<sessions.Found | undefined> => {
    const actor = await find(asked)
    if (actor) touchEachMinute(asked.hash)
    return actor
  }
  return { findActor, touchEachMinute }
}
