import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Day, Id, Time, text } from '../values.ts'

/** What a key may do; `scopeEndpoints.ts` says which endpoints each one opens. */
export const scopes = [
  'orders:read',
  'orders:write',
  'leads:write',
  'vouchers:write',
  'users:write',
  'payments:write',
  'coupons:read',
  'webhooks:manage',
] as const
export const Scope = z.enum(scopes, { error: `A scope is one of ${scopes.join(', ')}` })
export type Scope = z.output<typeof Scope>

/** A key of another system, which calls the API with `Authorization: Api-Key <key>`. */
export const ApiKey = z
  .object({
    id: Id,
    name: z.string(),
    /** The last characters of the key, to tell keys apart. */
    hint: z.string(),
    scopes: z.array(z.enum(scopes)),
    /** Requests above this are answered 429 with Retry-After. */
    requests_per_minute: z.int(),
    /** Valid through this day of the shop; null: it does not expire. */
    expires_on: Day.nullable(),
    is_expired: z.boolean(),
    /** Whether it works: not expired, and made by a super admin or by somebody who may manage keys now. */
    is_valid: z.boolean(),
    /** Written at most once a minute; null: never used. */
    last_used_at: Time.nullable(),
    /** That of a super admin goes on when they are deactivated; whoever knows it may still use it. */
    created_by_data: z.object({ id: Id, full_name: z.string(), is_active: z.boolean() }),
    created_at: Time,
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof ApiKey>

/** The key itself, shown once. */
export const NewKey = ApiKey.extend({ key: z.string() }).meta({ id: 'NewApiKey' })
export type NewKey = z.output<typeof NewKey>

export const apiKeyOrderings = ['created_at', 'name'] as const

export const listApiKeys = {
  method: 'GET',
  url: '/api/api-keys/',
  config: { access: 'admin', summary: 'List the API keys, newest first; query searches the name.' },
  schema: {
    querystring: z.strictObject({ ...paging, ...csv, ...ordering(apiKeyOrderings) }),
    response: { 200: page(ApiKey) },
  },
} as const satisfies Endpoint

export const getApiKey = {
  method: 'GET',
  url: '/api/api-keys/:id/',
  config: { access: 'admin', summary: 'One API key, without its secret.' },
  schema: { ...byId, response: { 200: ApiKey } },
} as const satisfies Endpoint

export const createApiKey = {
  method: 'POST',
  url: '/api/api-keys/',
  config: {
    access: 'admin',
    secondPerson: true,
    secret: true,
    summary: 'Create an API key. `key` is shown this once; only its hash is kept.',
  },
  schema: {
    body: z.strictObject({
      name: text(60),
      scopes: z
        .array(Scope)
        .min(1, 'Choose at least one scope')
        .max(scopes.length)
        .transform((chosen) => scopes.filter((scope) => chosen.includes(scope))),
      expires_on: Day.nullable().default(null),
      requests_per_minute: z
        .int('This must be a whole number')
        .min(1, 'At least 1')
        .max(60_000, 'At most 60,000')
        .default(600),
    }),
    response: { 201: NewKey },
  },
} as const satisfies Endpoint

export const deleteApiKey = {
  method: 'DELETE',
  url: '/api/api-keys/:id/',
  config: { access: 'admin', summary: 'Revoke an API key: its next request is answered 401.' },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint
