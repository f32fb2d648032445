import type { Access, Endpoint } from '@our-print/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
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
export function createGuard(pool: Pool) {
  const find = createActorReader(pool)
  const seen = new Map<string, Actor>()

  const confirm = async (token: string, access: Access): Promise<Actor> => {
    const actor = token === '' ? undefined : await find(sessions.hashToken(token))
    if (!actor) {
      seen.delete(token)
      throw new Problem(401, 'unauthenticated', 'Please sign in')
    }
    if (seen.size > 10_000) seen.clear()
    seen.set(token, actor)
    if (access === 'admin' && !actor.is_superuser) throw forbidden('This is for super admins only')
    return actor
  }

  return async (request: FastifyRequest, { access, readsAhead }: Endpoint['config']): Promise<void> => {
    if (access === 'public') return
    const token = readToken(request)
    const known = readsAhead && !streams(request) ? seen.get(token) : undefined
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

type Waiting = { hash: Buffer; resolve: (actor: Actor | undefined) => void; reject: (error: unknown) => void }

/**
 * Looks tokens up in the database on every request, so that a dead one is refused by every server process at once.
 * While one look-up is under way the next requests gather and then share a single statement.
 */
function createActorReader(pool: Pool) {
  const lastTouched = new Map<string, number>()
  let waiting: Waiting[] = []
  let running = false

  const run = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const found = await sessions.findActors(
          pool,
          batch.map(({ hash }) => hash),
        )
        for (const { hash, resolve } of batch) {
          resolve(found.find(({ token_hash }) => token_hash.equals(hash)))
        }
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }

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
    const found = new Promise<Actor | undefined>((resolve, reject) => waiting.push({ hash, resolve, reject }))
    if (!running) {
      running = true
      setImmediate(() => void run())
    }
    const actor = await found
    if (actor) touchHourly(hash)
    return actor
  }
}
