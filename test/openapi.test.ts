import { readdirSync, readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../server/test/api.ts'
import { buildUser } from '../server/test/build.ts'
import { allEndpoints } from './endpoints.ts'

// The API description: valid, and complete in what it says of each endpoint.

const api = useApi()
const endpoints = await allEndpoints()

type Schema = {
  type?: string | string[]
  pattern?: string
  properties?: Record<string, Schema>
}
type Media = { schema?: Schema; example?: unknown }
type Operation = {
  operationId: string
  tags?: string[]
  security: object[]
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response & { $ref?: string }>
}
type Response = { description: string; content?: Record<string, Media> }
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  tags: { name: string }[]
  components: {
    responses: Record<string, Response>
    schemas: Record<string, object>
    securitySchemes: object
  }
}
let document: Document
const operations = () =>
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => ({ ...operation, responses: resolved(operation.responses) }))

/** The responses with those that are only referred to. */
const resolved = (responses: Operation['responses']): Record<string, Response> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      response.$ref
        ? (document.components.responses[response.$ref.split('/').at(-1) ?? ''] ?? response)
        : response,
    ]),
  )
beforeAll(async () => {
  document = (await api.as(undefined).get('/api/openapi.json')).json()
})

test('no two schemas have one name, so that none takes the place of another', () => {
  const contract = new URL('../contract/src/', import.meta.url)
  const names = readdirSync(contract, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(new URL(file, contract), 'utf8').matchAll(/\.meta\(\{\s*id: '(\w+)'/g),
    ])
    .map(([, name]) => name)
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('the description is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect([valid, errors]).toEqual([true, undefined])
})

test('each operation has its own id, errors that are Problems, and descriptions', () => {
  const ids = operations().map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { operationId, responses } of operations()) {
    for (const status of ['400', '429', '500', '503'])
      expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining([status])])
    for (const [status, { description, content }] of Object.entries(responses)) {
      expect([operationId, status, description]).not.toContain('Default Response')
      if (Number(status) >= 400 && status !== '416')
        expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Problem' })
    }
  }
})

/** Every part of the description that is an object. */
function partsOf(part: unknown): Schema[] {
  if (typeof part !== 'object' || part === null) return []
  return [part, ...Object.values(part).flatMap(partsOf)]
}

const samples = ` - 1 2027-01-31 id WELCOME10 É ipp://x IPPS://x data:image/png;base64, 411001 🙂 १२`
  .split(' ')
  .concat('411 001', '\u2028', '\ud83d', 'a\nb', crypto.randomUUID(), Array(32).fill('aB').join(':'))

test('each pattern means the same with the flag u, which JSON schema asks for, and without it', () => {
  const patterns = new Set(
    partsOf(document).flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : [])),
  )
  expect(patterns.size).toBeGreaterThan(5)
  for (const pattern of patterns) {
    const [plain, unicode] = [new RegExp(pattern), new RegExp(pattern, 'u')]
    const taken = (by: RegExp) => samples.filter((sample) => by.test(sample))
    expect([pattern, taken(unicode)]).toEqual([pattern, taken(plain)])
  }
})

// A pattern of the description has no flags, so `/^ipp:/i` would tell other programs to refuse what the server takes.
test('no pattern of the contract ignores case by a flag', () => {
  const sources = readdirSync('contract/src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const flagged = sources.filter((name) =>
    /\.regex\(\s*\/.*\/[a-z]*i/.test(readFileSync(`contract/src/${name}`, 'utf8')),
  )
  expect(flagged).toEqual([])
})

test('no component is there for nothing', () => {
  const text = JSON.stringify(document)
  const { securitySchemes, ...referred } = document.components
  const unused = Object.entries(referred).flatMap(([kind, parts]) =>
    Object.keys(parts).filter((name) => !text.includes(`"#/components/${kind}/${name}"`)),
  )
  const keys = new Set(operations().flatMap(({ security }) => security.flatMap(Object.keys)))
  expect([unused, [...keys].toSorted()]).toEqual([[], Object.keys(securitySchemes).toSorted()])
})

test('pages, counts and versions are whole numbers, in addresses, bodies and answers', () => {
  const whole =
    /^(limit|offset|page|page_size|count|\w+_count|version|columns|rows|copies|used|pages|sheets)$/
  const fields = [
    ...operations().flatMap(({ parameters = [] }) =>
      parameters.map(({ name, schema }) => [name, schema] as const),
    ),
    ...partsOf(document).flatMap(({ properties }) => Object.entries(properties ?? {})),
  ].filter(
    ([name, { type }]) => whole.test(name) && type !== undefined && type !== 'object' && type !== 'array',
  )
  expect(fields.length).toBeGreaterThan(200)
  expect(fields.filter(([, { type }]) => ![type].flat().includes('integer'))).toEqual([])
  // What an address says is text in any case, so there one type is said.
  const unclear = operations().flatMap(({ operationId, parameters = [] }) =>
    parameters.filter(({ schema }) => Array.isArray(schema.type)).map(({ name }) => [operationId, name]),
  )
  expect(unclear).toEqual([])
})

test('each operation belongs to an area, and each area has one', () => {
  expect(operations().filter(({ tags }) => tags?.length !== 1)).toEqual([])
  expect(new Set(operations().flatMap(({ tags }) => tags))).toEqual(
    new Set(document.tags.map(({ name }) => name)),
  )
})

test('414, 415 and 417 are described where they can happen, and only there', async () => {
  const admin = api.as('admin')
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { operationId, responses }] of Object.entries(methods)) {
      const answer = async (url: string, headers: Record<string, string>) =>
        (await admin.send(method.toUpperCase(), url, undefined, headers)).statusCode
      const plain = path.replace(/\{\w+\}/g, 'x')
      const found = [
        path === plain ? 414 : await answer(path.replace(/\{\w+\}/g, 'x'.repeat(300)), {}),
        await answer(plain, { 'content-encoding': 'gzip' }),
        await answer(plain, { expect: '200-ok' }),
      ]
      expect([operationId, found]).toEqual([operationId, [414, 415, 417]])
      const described = Object.keys(responses).filter((status) => ['414', '415', '417'].includes(status))
      expect([operationId, described]).toEqual([
        operationId,
        path === plain ? ['415', '417'] : ['414', '415', '417'],
      ])
    }
  }
})

test('422 is described of what changes something, and of what is read by a query', async () => {
  const { id } = await buildUser(api.db)
  const preview = await api.as('admin').get(`/api/users/${id}/merge/?other=${id}`)
  expect(preview.statusCode).toBe(422)
  const describes = (path: string) => '422' in (document.paths[path]?.['get']?.responses ?? {})
  expect(describes('/api/users/{id}/merge/')).toBe(true)
  // Too many cannot be sorted by what is read for each.
  expect(describes('/api/all-orders/')).toBe(true)
  expect(describes('/api/qr-codes/')).toBe(true)
  expect(describes('/api/users/{id}/')).toBe(false)
})

test('an answer that is not JSON is described by its type, PDF files as bytes of application/pdf', async () => {
  const typesOf = ({ responses }: Operation) => Object.entries(responses['200']?.content ?? {})
  const saysNothing = operations().filter((operation) =>
    typesOf(operation).some(
      ([type, { schema }]) => type === 'application/json' && Object.keys(schema ?? {}).length === 0,
    ),
  )
  expect(saysNothing.map(({ operationId }) => operationId)).toEqual([])
  const pdfs = operations().filter((operation) =>
    typesOf(operation).some(([type]) => type === 'application/pdf'),
  )
  expect(pdfs.map(({ operationId }) => operationId).toSorted()).toEqual([
    'get_api_days_day_report',
    'get_api_invoice_files_id',
    'get_api_order_files_order_id_id',
    'get_api_order_request_files_id',
    'get_api_qr_codes_labels',
    'get_api_quotes_id_pdf',
    'get_api_sheets_order',
    'post_api_sheets_preview_pdf',
  ])
  for (const { responses } of pdfs)
    expect(responses['200']?.content?.['application/pdf']?.schema).toEqual({
      type: 'string',
      format: 'binary',
    })
})

describe('examples', () => {
  const described = endpoints.map((endpoint) => ({
    ...endpoint,
    name: `${endpoint.method} ${endpoint.url}`,
    path: endpoint.url.replace(/:([a-z_]+)/g, '{$1}'),
  }))

  test.each(described.filter(({ schema }) => schema.body))(
    'of the body of $name are taken',
    ({ method, path, schema }) => {
      const body = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']
      expect(body?.example).toBeDefined()
      const checked = schema.body?.safeParse(body?.example)
      // A few bodies need one of several fields, which a JSON schema does not say.
      if (!checked?.success) expect(checked?.error.issues.every(({ code }) => code === 'custom')).toBe(true)
    },
  )

  test('there is one for each JSON answer', () => {
    for (const { operationId, responses } of operations()) {
      for (const [status, { content }] of Object.entries(responses)) {
        const json = content?.['application/json']
        if (json) expect([operationId, status, json.example]).not.toContain(undefined)
      }
    }
  })
})

test('webhooks are described with the message and its headers, and keys and tokens with their header', () => {
  expect(Object.keys(document.webhooks)).toEqual(expect.arrayContaining(['order.created', 'stock.low']))
  expect(document.webhooks['order.delivered']?.post).toMatchObject({
    parameters: [{ name: 'webhook-id' }, { name: 'webhook-timestamp' }, { name: 'webhook-signature' }],
    requestBody: {
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/WebhookMessage' },
          example: { type: 'order.delivered' },
        },
      },
    },
  })
  expect(Object.keys(document.components.securitySchemes)).toEqual(['token', 'apiKey'])
})

test('where there is a PATCH, a PUT takes the whole record back', async () => {
  const admin = api.as('admin')
  const lead = (
    await admin.post('/api/users/', { first_name: 'Anil', last_name: 'Rao', mobile: '9812345678' })
  ).json()
  const reply = await admin.put(`/api/users/${lead.id}/`, { ...lead, first_name: 'Sunil' })
  expect([reply.statusCode, reply.json().first_name, reply.json().version]).toEqual([200, 'Sunil', 2])
  const stale = await admin.put(`/api/users/${lead.id}/`, { ...lead, first_name: 'Anil' })
  expect(stale.statusCode).toBe(409)
  expect((await admin.put(`/api/users/${lead.id}/`, { coins: 5 })).statusCode).toBe(400)
  expect((await api.as('staff').put(`/api/users/${lead.id}/`, lead)).statusCode).toBe(403)
})
