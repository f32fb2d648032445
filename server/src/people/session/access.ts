import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { type Ability, type Able, can } from '@our-print/contract/people/abilities.ts'
import { abilityTexts } from '@our-print/contract/people/abilityTexts.ts'
import { abilitiesFor, mayCall } from '@our-print/contract/people/mayCall.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inBatches } from '../../base/database/batches.ts'
import type { Pool } from '../../base/database/db.ts'
import { isRead } from '../../base/http/isRead.ts'
import { forbidden, Problem, tooManyRequests } from '../../base/http/problem.ts'
import * as sessions from './session.queries.ts'

/** The token in `Authorization: Token <token>`, or an empty string. */
export function readToken(request: FastifyRequest): string {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'token' && token && rest.length === 0 ? token : ''
}

/** Authenticates requests: 401 without a valid token, 403 for the wrong role. */
export function createAuthHook(pool: Pool) {
  const findActor = createActorLookup(pool)

  return async (request: FastifyRequest, endpoint: Endpoint): Promise<void> => {
    if (endpoint.config.access === 'public') return
    const token = readToken(request)
    const found =
      token === '' ? undefined : await findActor({ hash: sessions.hashToken(token), isRead: isRead(request) })
    if (!found) throw new Problem(401, 'unauthenticated', 'Please sign in')
    const { event_id, token_hash, ...actor } = found
    refuseWithoutAbility(request, actor, endpoint)
    request.actor = actor
    request.eventId = event_id
  }
}

/** 403 for an endpoint that the person's abilities do not open, and for a file of a list without the ability to export. */
export function refuseWithoutAbility({ query }: FastifyRequest, person: Able, endpoint: Endpoint): void {
  if (endpoint.config.access !== 'admin') return
  if (!mayCall(person, endpoint)) throw forbidden(sentenceFor(person, endpoint))
  const isFile = typeof query === 'object' && query !== null && 'format' in query
  if (isFile && !can(person, 'exports')) throw lacking('exports')
}

function sentenceFor(person: Able, endpoint: Endpoint): string {
  const { anyOf, allOf } = abilitiesFor(endpoint)
  if (anyOf.length === 0) return 'This is for super admins only'
  const isOpened = anyOf.some((each) => can(person, each))
  const missing = isOpened ? allOf.filter((each) => !can(person, each)) : anyOf
  const names = missing.map((each) => `“${abilityTexts[each].name}”`)
  return `This needs the ability ${names.join(isOpened ? ' and ' : ' or ')}`
}

/** 403 for who lacks an ability. */
export const lacking = (ability: Ability) =>
  forbidden(`This needs the ability “${abilityTexts[ability].name}”`)

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
    // Not the clock of the wall: set back, it would let a session in use grow idle.
    const now = performance.now()
    if (now - (lastTouched.get(key) ?? -Infinity) < 60_000) return
    if (lastTouched.size > 10_000) lastTouched.clear()
    lastTouched.set(key, now)
    // Not awaited, because the request does not need it; after a failure the next request tries again.
    sessions.touch(pool, hash).catch(() => lastTouched.delete(key))
  }

  return async (asked: Asked): Promise<sessions.Found | undefined> => {
    const actor = await find(asked)
    if (actor) touchEachMinute(asked.hash)
    return actor
  }
}

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
