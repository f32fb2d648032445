import type { ApiDocument, Operation, Schema } from './document.ts'

/** Examples of fields, by name: what a shop would have there. */
const named: Record<string, unknown> = {
  email: 'anil@example.com',
  mobile: '+919812345678',
  phone: '+919812345678',
  contact: '+919812345678',
  first_name: 'Anil',
  last_name: 'Mehta',
  full_name: 'Ravi Kumar',
  name: 'Anil Mehta',
  title: 'Thesis, 120 pages',
  subject: 'Visiting cards',
  message: 'How much are 500 visiting cards?',
  note: 'Called, wants a sample',
  line1: '12 MG Road',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  country_code: 'IN',
  pincode: '411001',
  url: 'https://example.com/hook',
  redirection_url: 'https://example.com/',
  description: 'Website',
  code: 'WELCOME10',
  coupon_code: 'WELCOME10',
  voucher_code: 'COFFEE-0001',
  uri: 'ipp://localhost/ipp/print',
  password: 'four words in a row',
  new_password: 'four words in a row',
  current_password: 'the one before it',
  validity: '2027-12-31',
  expiry_date: '2027-12-31',
  valid_from: '2027-01-01',
  valid_to: '2027-12-31',
  search: 'status=confirmed',
  endpoint: 'https://push.example.com/device',
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'A'.repeat(22),
  public_key: `B${'A'.repeat(86)}`,
}

const id = '01890000-0000-7000-8000-000000000001'
const formats: Record<string, string> = {
  uuid: id,
  'date-time': '2027-01-31T10:15:30.123456Z',
  date: '2027-01-31',
  email: 'anil@example.com',
  uri: 'https://example.com/',
}

/** An example of what a schema describes: required properties of a request, all of an answer. */
export function exampleOf(
  document: ApiDocument,
  schema: Schema,
  { name = '', all = false, depth = 0 } = {},
): unknown {
  const go = (next: Schema, nextName = name) =>
    exampleOf(document, next, { name: nextName, all, depth: depth + 1 })
  if (schema.$ref) {
    const target = document.components.schemas[schema.$ref.split('/').at(-1) ?? '']
    return target && depth < 12 ? go(target) : {}
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const options = schema.anyOf ?? schema.oneOf
  if (options) return go(options.find(({ type }) => type !== 'null') ?? options[0] ?? {})
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => go(one))) as unknown
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (type === 'object' || schema.properties) {
    const wanted = Object.entries(schema.properties ?? {}).filter(
      ([key]) => all || schema.required?.includes(key),
    )
    return Object.fromEntries(wanted.map(([key, one]) => [key, go(one, key)]))
  }
  if (type === 'array') return schema.items ? [go(schema.items)] : []
  if (type === 'boolean') return schema.default ?? false
  if (type === 'integer' || type === 'number') return numberOf(schema)
  if (type === 'string') return textOf(schema, name)
  return null
}

const numberOf = ({ default: usual, minimum, exclusiveMinimum, maximum }: Schema) => {
  if (typeof usual === 'number') return usual
  const least = Math.max(minimum ?? 0, exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1, 1)
  return maximum === undefined ? least : Math.min(least, maximum)
}

function textOf(
  { format, pattern, default: usual, minLength = 0, maxLength = 40 }: Schema,
  name: string,
): string {
  if (format && formats[format]) return formats[format]
  const known = named[name]
  const fits = (text: string) => text.length >= minLength && (!pattern || new RegExp(pattern, 'u').test(text))
  const candidates = [known, usual, '1', '2027-01-31', '2027-01', id, 'text', 'ABC123']
  const found = candidates.find(
    (text): text is string =>
      typeof text === 'string' && fits(text) && text.length <= Math.max(maxLength, 40),
  )
  return found ?? 'text'
}

/** Adds an example to each body, parameter and answer that has none. */
export function addExamples(document: ApiDocument, operation: Operation): void {
  for (const parameter of operation.parameters ?? []) {
    if (parameter.required)
      parameter.example ??= exampleOf(document, parameter.schema, { name: parameter.name })
  }
  for (const media of Object.values(operation.requestBody?.content ?? {})) {
    if (media.schema) media.example ??= exampleOf(document, media.schema)
  }
  for (const response of Object.values(operation.responses)) {
    const media = 'content' in response ? response.content?.['application/json'] : undefined
    if (media?.schema && media.example === undefined) {
      media.example = exampleOf(document, media.schema, { all: true })
    }
  }
}
