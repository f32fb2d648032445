import type { ApiDocument, Operation, Schema } from '../server/src/base/openapi/document.ts'
import { exampleOf } from '../server/src/base/openapi/examples.ts'

/** A generator of equal numbers for equal seeds. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    chance: (share: number) => next() < share,
    below: (limit: number) => Math.floor(next() * limit),
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T,
  }
}
export type Random = ReturnType<typeof createRandom>

const texts = [
  'Anil',
  'O’Neil & Söhne',
  '%_\\',
  'x'.repeat(60),
  '  space  ',
  '१२३',
  '🙂',
  "'; drop table orders",
  '<b>',
]
const days = ['2026-01-31', '2027-12-31', '2030-02-28', '1999-01-01']

/** A value that the schema allows, as far as the schema says what is allowed. */
export function valueOf(
  document: ApiDocument,
  schema: Schema,
  random: Random,
  ids: readonly string[],
  name = '',
): unknown {
  const go = (next: Schema, nextName = name) => valueOf(document, next, random, ids, nextName)
  if (schema.$ref) return go(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.enum) return random.pick(schema.enum)
  if (schema.const !== undefined) return schema.const
  const options = schema.anyOf ?? schema.oneOf
  if (options) return go(random.pick(options))
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'object') {
    const shown = Object.entries(schema.properties ?? {}).filter(
      ([key]) => schema.required?.includes(key) || random.chance(0.3),
    )
    return Object.fromEntries(shown.map(([key, one]) => [key, go(one, key)]))
  }
  if (type === 'array') {
    const length = Math.max(schema.minItems ?? 0, random.below(3))
    return Array.from({ length }, () => go(schema.items ?? {}))
  }
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'integer') return (schema.minimum ?? 0) > 0 ? 1 + random.below(20) : random.below(20)
  if (type === 'number') return random.pick([0.5, 1, 2.25, 100, schema.maximum ?? 7])
  if (type === 'null') return null
  // The shop calls these addresses: only this machine, where nobody listens.
  if (name === 'url') return 'http://127.0.0.1:9/hook'
  if (schema.format === 'uuid') return random.chance(0.8) ? random.pick(ids) : crypto.randomUUID()
  if (schema.format === 'date' || /day|date|valid/.test(name)) return random.pick(days)
  const example = exampleOf(document, schema, { name })
  return schema.pattern || schema.format || random.chance(0.5) ? example : random.pick(texts)
}

const strange: readonly unknown[] = [
  null,
  [],
  {},
  '',
  0,
  -1,
  1e30,
  true,
  'x'.repeat(5000),
  '\0',
  '\ud800',
  ['a'],
  { a: { b: [] } },
]

/** Breaks one thing of a body: a value, a missing or an unknown field. */
export function broken(body: unknown, random: Random): unknown {
  if (typeof body !== 'object' || body === null || random.chance(0.1)) return random.pick(strange)
  const copy: Record<string, unknown> = { ...body }
  const keys = Object.keys(copy)
  const key = keys.length > 0 ? random.pick(keys) : 'x'
  const way = random.below(4)
  if (way === 0) delete copy[key]
  else if (way === 1) copy[`unknown_${random.below(9)}`] = random.pick(strange)
  else if (way === 2) copy[key] = broken(copy[key], random)
  else copy[key] = random.pick(strange)
  return copy
}

export type Sent = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  url: string
  isBroken: boolean
  body?: unknown
}

/** One request from the description. */
export function requestOf(
  document: ApiDocument,
  [path, method, operation]: readonly [string, string, Operation],
  random: Random,
  ids: readonly string[],
): Sent {
  const isBroken = random.chance(0.4)
  const values = (place: string, share: number) =>
    (operation.parameters ?? [])
      .filter((one) => one.in === place && (one.required || random.chance(share)))
      .map(({ name, schema }): [string, string] => [
        name,
        String(valueOf(document, schema, random, ids, name)),
      ])
  const inPath = new Map(values('path', 1))
  const breaksPath = isBroken && random.chance(0.15)
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(breaksPath ? random.pick(['x', '0', '%', '🙂']) : (inPath.get(name) ?? '')),
  )
  const query = new URLSearchParams(values('query', 0.15))
  if (isBroken && random.chance(0.2))
    query.append(random.pick(['limit', 'unknown', 'ordering', 'page[]']), random.pick(['-1', 'x', '', '🙂']))
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const body = schema && valueOf(document, schema, random, ids)
  return {
    method: method.toUpperCase() as Sent['method'],
    path,
    url: query.size > 0 ? `${address}?${query.toString()}` : address,
    isBroken,
    ...(schema && { body: isBroken ? broken(body, random) : body }),
  }
}
