import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { mayReadRecord, scopesOf } from '@our-print/contract/people/scopeEndpoints.ts'
import type { FastifyRequest } from 'fastify'
import { inBatches } from '../../base/database/batches.ts'
import type { Pool } from '../../base/database/db.ts'
import { Problem, tooManyRequests } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { refuseWithoutAbility } from '../session/access.ts'
import { asHex } from '../session/session.queries.ts'
import * as apiKeys from './apiKeys.queries.ts'

/** The key in `Authorization: Api-Key <key>`; undefined for any other kind of authorization. */
export function readApiKey({ headers }: FastifyRequest): string | undefined {
  const [scheme, key = '', ...rest] = (headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'api-key') return undefined
  return rest.length === 0 ? key : ''
}

/**
 * Authenticates requests with an API key: 401 for a dead key, 429 above its limit, 403 without a scope of the endpoint.
 * Where it may act at all, a key acts as whoever made it: a super admin, or somebody with the abilities they have now. It is looked up for every request, and before anything else is
 * read: the request is counted in the same statement.
 */
export function createApiKeyHook(pool: Pool) {
  const use = createUse(pool)

  return async (request: FastifyRequest, key: string, endpoint: Endpoint): Promise<void> => {
    const hash = apiKeys.hashKey(key)
    const found = hash && (await use(hash))
    if (!found) throw new Problem(401, 'unauthenticated', 'This API key is not valid')
    if (found.requests > found.requests_per_minute) {
      throw tooManyRequests(
        `This API key may make ${found.requests_per_minute} requests a minute`,
        found.seconds_left,
      )
    }
    refuseWithoutScope(found, endpoint)
    const actor = actorOf(found)
    refuseWithoutAbility(request, actor, endpoint)
    request.hidesRecord = !mayReadRecord(found.scopes, endpoint)
    request.actor = actor
  }
}

const actorOf = ({ id, name, is_superuser, abilities, scopes }: apiKeys.UsedKey): Actor => ({
  id,
  email: '',
  full_name: `API key: ${name}`,
  is_superuser,
  abilities,
  scopes,
})

function refuseWithoutScope({ scopes }: apiKeys.UsedKey, endpoint: Endpoint): void {
  const opening = scopesOf(endpoint)
  if (opening.length === 0) throw new Problem(403, 'forbidden', 'API keys cannot be used here')
  if (opening.some((scope) => scopes.includes(scope))) return
  throw new Problem(403, 'missing_scope', `This API key needs the scope ${opening.join(' or ')}`)
}

/** Looks keys up and counts their requests. Concurrent requests share one statement, also those of one key. */
function createUse(pool: Pool) {
  const touching = new Set<string>()
  const touch = (id: string) => {
    if (touching.has(id)) return
    touching.add(id)
    // Not awaited, because the request does not need it; after a failure the next request tries again.
    apiKeys.touch(pool, id).then(
      () => touching.delete(id),
      () => touching.delete(id),
    )
  }
  return inBatches(async (hashes: Buffer[]) => {
    const byHash = Map.groupBy(hashes, asHex)
    const used = await apiKeys.use(
      pool,
      [...byHash.keys()],
      [...byHash.values()].map(({ length }) => length),
    )
    const found = new Map(used.map((key) => [asHex(key.key_hash), key]))
    for (const { id, is_touched } of used) if (!is_touched) touch(id)
    // The requests of a batch count one after another: the last one has the sum.
    const uncounted = new Map([...byHash].map(([hash, { length }]) => [hash, length]))
    return hashes.map((hash) => {
      const name = asHex(hash)
      const key = found.get(name)
      const after = (uncounted.get(name) ?? 1) - 1
      uncounted.set(name, after)
      return key && { ...key, requests: key.requests - after }
    })
  })
}
