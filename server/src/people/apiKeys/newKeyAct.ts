import { createApiKey, type Scope } from '@our-print/contract/people/apiKeys.ts'
import { mayCall } from '@our-print/contract/people/mayCall.ts'
import { scopeEndpoints } from '@our-print/contract/people/scopeEndpoints.ts'
import { forbidden } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import type { Act } from '../../money/approvals/acts.ts'
import { newSecret, type Secret } from './apiKeys.queries.ts'

/**
 * A key that can change records. It is made when it is asked for and shown to that person alone, once; only its hash is
 * kept, so that nobody who approves it has ever seen it. Until then it opens nothing.
 */
export const newKeyAct: Act<typeof createApiKey> = {
  name: 'api_keys',
  endpoint: createApiKey,
  check: ({ actor, body }) => refuseLackedScopes(actor, body.scopes),
  measure: ({ body }) => (body.scopes.every((scope) => scope.endsWith(':read')) ? 0 : 1),
  show: async ({ body }) => ({
    summary: `Create the API key ${body.name}`,
    changes: [
      { what: 'It may', before: null, after: body.scopes.join(', ') },
      { what: 'It expires', before: null, after: body.expires_on ?? 'Never' },
      { what: 'Requests a minute', before: null, after: `At most ${body.requests_per_minute}` },
    ],
  }),
  prepare() {
    const { key, ...kept } = newSecret()
    return { kept: kept satisfies Secret, told: { key } }
  },
}

/** Nobody gives a key what they may not do themselves. */
export function refuseLackedScopes(actor: Actor, scopes: readonly Scope[]): void {
  const lacked = scopes.filter((scope) =>
    scopeEndpoints[scope].some((one) => one.config.access === 'admin' && !mayCall(actor, one)),
  )
  if (lacked.length > 0) throw forbidden(`You cannot give what you may not do yourself: ${lacked.join(', ')}`)
}
