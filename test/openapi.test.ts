import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../server/test/api.ts'
import { allEndpoints } from './endpoints.ts'

// The API description: valid, and complete in what it says of each endpoint.

const api = useApi()
const endpoints = await allEndpoints()

type Media = { schema?: object; example?: unknown }
type Operation = {
  operationId: string
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response & { $ref?: string }>
}
type Response = { description: string; content?: Record<string, Media> }
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
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
