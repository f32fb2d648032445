import { readdirSync } from 'node:fs'
import type { Endpoint } from '@our-print/contract/endpoint.ts'

const folder = new URL('../contract/src/', import.meta.url)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value && 'schema' in value

/** Every endpoint of the contract, read from its files so that a new one is included. */
export async function allEndpoints(): Promise<Endpoint[]> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const modules = await Promise.all(
    names.map((name) => import(new URL(name, folder).href) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
}

export const someId = '01890000-0000-7000-8000-000000000000'

/** The endpoint's path with well-formed parameters and its required query parameters. */
export function exampleUrl({ url, schema }: Endpoint): string {
  const path = url.replace(':day', '2026-01-01').replace(/:[a-z_]+/g, someId)
  const required: Record<string, string> = {}
  const examples = {
    order_id: someId,
    user_id: someId,
    client_id: someId,
    qr_id: someId,
    voucher_ids: someId,
    expiry_date: '2099-01-01',
    expires: '1',
    signature: 'x',
    query: 'x1',
    sides: '100',
    color: 'false',
    pickup: 'true',
  }
  for (const [name, value] of Object.entries(examples)) {
    const given = schema.querystring?.safeParse(required)
    if (given?.success !== false) break
    if (given.error.issues.some(({ path }) => path[0] === name)) required[name] = value
  }
  const query = new URLSearchParams(required).toString()
  return query ? `${path}?${query}` : path
}

/** The schema of an endpoint's JSON body; `form` where it accepts a form or JSON. */
export const jsonOf = ({ config, schema }: Endpoint) =>
  schema.body ?? (config.multipart === 'or JSON' ? schema.form : undefined)

/** The fields of what an endpoint takes, as JSON or as a form, by name. */
export const fieldsOf = ({ schema }: Endpoint): Record<string, unknown> =>
  ((schema.body ?? schema.form) as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}

/** The method of a test's call: a stream would not end, so only its headers are asked for. */
export const callMethod = ({ method, config }: Endpoint) => (config.streams ? 'HEAD' : method)
