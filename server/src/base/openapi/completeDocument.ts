import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { eventTypes } from '@our-print/contract/entityKinds.ts'
import { abilitiesFor } from '@our-print/contract/people/mayCall.ts'
import { mayReadRecord, scopesOf } from '@our-print/contract/people/scopeEndpoints.ts'
import type { ApiDocument, Operation, Response, Schema } from './document.ts'
import { addErrors, errorResponses } from './errors.ts'
import { addExamples, exampleOf } from './examples.ts'

/** What an endpoint answers that is not JSON, by its path. */
const otherTypes: Record<string, string[]> = {
  '/api/days/{day}/report/': ['application/pdf', 'text/csv'],
  '/api/order-request-files/{id}/': ['application/pdf', 'image/png', 'image/jpeg'],
  '/api/order-files/{order_id}/{id}/': ['application/pdf', 'image/png', 'image/jpeg'],
  '/api/qr-codes/labels/': ['application/pdf'],
  '/api/quotes/{id}/pdf/': ['application/pdf'],
  '/api/invoice-files/{id}/': ['application/pdf'],
  '/api/complaint-photos/{id}/': ['image/jpeg'],
  '/api/courier-task-pictures/{id}/': ['image/jpeg', 'image/png'],
  '/api/sheets/{order}/': ['application/pdf'],
  '/api/sheets/preview/pdf/': ['application/pdf'],
  '/api/images/{id}/': ['image/png'],
  '/api/events': ['text/event-stream'],
  '/': ['text/html'],
}

const descriptions: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Waits for a second super admin; nothing is done yet.',
  204: 'Done; there is nothing to say.',
}

/** Adds to the description what the schemas of the endpoints do not say: errors, examples, authorization, webhooks. */
export function completeDocument(document: ApiDocument, endpoints: readonly Endpoint[]): ApiDocument {
  const byName = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]))
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const endpoint = byName.get(`${method.toUpperCase()} ${path}`)
      if (!endpoint) continue
      operation.operationId = operationId(method, path)
      operation.security = securityOf(endpoint)
      operation.description = whoMay(endpoint)
      describeSuccess(operation, endpoint, otherTypes[path])
      if (hidesRecord(endpoint)) operation.responses['204'] = { description: hiddenRecord }
      describeNumbers(operation)
      addErrors(operation, endpoint)
      addExamples(document, operation)
    }
  }
  document.components.responses = errorResponses()
  document.webhooks = webhooksOf(document)
  removeUnused(document)
  return document
}

/** In an address a number is text in any case. */
function describeNumbers({ parameters = [] }: Operation): void {
  for (const { in: place, schema } of parameters) {
    if (place !== 'query' || !Array.isArray(schema.type)) continue
    schema.type = schema.type.find((type) => type !== 'string') ?? 'string'
  }
}

/** Removes the schemas that nothing refers to. */
function removeUnused(document: ApiDocument): void {
  const { schemas } = document.components
  const count = () => Object.keys(schemas).length
  for (let before = Number.POSITIVE_INFINITY; count() < before; ) {
    before = count()
    const text = JSON.stringify(document)
    for (const name of Object.keys(schemas)) {
      if (!text.includes(`"#/components/schemas/${name}"`)) Reflect.deleteProperty(schemas, name)
    }
  }
}

const hiddenRecord = 'Done, for an API key whose scopes do not open reading this record.'

/** Whether a scope opens changing a record, but not reading it. */
const hidesRecord = (endpoint: Endpoint) =>
  endpoint.method !== 'POST' && scopesOf(endpoint).some((scope) => !mayReadRecord([scope], endpoint))

const nameOf = ({ method, url }: Endpoint) => `${method} ${url.replace(/:([a-z_]+)/g, '{$1}')}`

/** `get_api_all_orders_id` */
const operationId = (method: string, path: string) =>
  `${method}${
    path
      .replace(/[{}]/g, '')
      .replace(/[/_-]+/g, '_')
      .replace(/_$/, '') || '_root'
  }`

function securityOf(endpoint: Endpoint): Operation['security'] & object {
  const scopes = scopesOf(endpoint)
  const byKey = scopes.map((scope) => ({ apiKey: [scope] }))
  if (endpoint.config.access === 'public') return byKey.length > 0 ? [{}, ...byKey] : []
  return [{ token: [] }, ...byKey]
}

const access = { public: 'Open to everybody.', 'signed-in': 'For everybody who is signed in.' }

/** Who may call: by the table of abilities. */
function whoMay(endpoint: Endpoint): string {
  if (endpoint.config.access !== 'admin') return access[endpoint.config.access]
  const { anyOf, allOf } = abilitiesFor(endpoint)
  if (anyOf.length === 0) return 'For super admins only.'
  const either = anyOf.map((each) => `\`${each}\``).join(' or ')
  const also = allOf.map((each) => ` and \`${each}\``).join('')
  return `For super admins, and for staff users whose ability set has ${either}${also && `,${also}`}.`
}

const schemaOf = (type: string): Schema =>
  type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }

function describeSuccess(operation: Operation, { schema }: Endpoint, types: string[] | undefined): void {
  for (const [status, response] of Object.entries(operation.responses)) {
    if ('$ref' in response) continue
    response.description = descriptions[status] ?? response.description
    if (status === '204') delete response.content
    if (types) response.content = Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }]))
    const query = (schema.querystring as { shape?: Record<string, unknown> } | undefined)?.shape
    if (query && 'format' in query && response.content?.['application/json']) {
      response.content['text/csv'] = { schema: { type: 'string' } }
    }
  }
  if (types?.includes('image/jpeg')) {
    operation.responses['206'] = {
      ...(operation.responses['200'] as Response),
      description: 'The range that was asked for.',
    }
    operation.responses['304'] = { description: 'Not changed.' }
    operation.responses['416'] = { description: 'The file has no such range.' }
  }
  if (types?.includes('text/html')) {
    operation.responses['302'] = {
      description: 'To the address of the code.',
      headers: { Location: { schema: { type: 'string' } } },
    }
  }
}

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' } satisfies Schema,
  example,
})

/** What the shop sends to webhooks. */
function webhooksOf(document: ApiDocument): ApiDocument['webhooks'] & object {
  const message: Schema = { $ref: '#/components/schemas/WebhookMessage' }
  const example = exampleOf(document, message, { all: true }) as object
  const describe = (type: string): { post: Operation } => ({
    post: {
      summary: `${type}: signed by the Standard Webhooks specification; read the record with a key.`,
      operationId: `webhook_${type.replace('.', '_')}`,
      tags: ['Integration'],
      security: [],
      parameters: [
        header('webhook-id', 'The same in each try and replay.', 'msg_01890000-0000-7000-8000-000000000001'),
        header('webhook-timestamp', 'Seconds since 1970.', '1800000000'),
        header(
          'webhook-signature',
          '`v1,` and the signature; two during a rotation.',
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: message, example: { ...example, type } } },
      },
      responses: {
        '2XX': { description: 'Received.' },
        '410': { description: 'The endpoint is switched off.' },
        default: { description: 'Tried again with growing pauses, for three days.' },
      },
    },
  })
  return Object.fromEntries(eventTypes.map((type) => [type, describe(type)]))
}
