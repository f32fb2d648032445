import { isUtf8 } from 'node:buffer'
import type { Endpoint } from '@our-print/contract/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DiskWatch } from '../files/diskSpace.ts'
import { type FieldError, fieldError, invalidFields, Problem } from './problem.ts'

/**
 * Parses JSON bodies, when their request may run. An empty body counts as none, because many clients always set the
 * content type. A body that is not UTF-8 is refused: decoding would replace its wrong bytes by other characters.
 */
export function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer | string) => {
      await request.acquireSlot?.()
      const bytes = Buffer.from(body)
      if (bytes.length === 0) return undefined
      if (!isUtf8(bytes)) throw malformedText()
      const text = bytes.toString()
      const value = await new Promise<unknown>((resolve, reject) => {
        void parse(request, text, (error, parsed) =>
          error ? reject(unknownPrototype(text) ?? error) : resolve(parsed),
        )
      })
      const path = mayHideSurrogates.test(text) ? malformedPath(value) : undefined
      if (path !== undefined) throw malformedText(path)
      return value
    },
  )
}

const invalidCharacter = 'This has a character that does not exist'

/** The problem of a text that cannot be UTF-8, with its field if it is known. */
export const malformedText = (field?: string) =>
  field === undefined
    ? new Problem(400, 'malformed', invalidCharacter)
    : invalidFields([fieldError(field, invalidCharacter)])

// UTF-8 has no half of a surrogate pair; only an escape in JSON can make one.
const mayHideSurrogates = /\\u[dD][89a-fA-F]/

/** The path of the first text or key with half a surrogate pair, such as 'address.city'. */
const malformedPath = (json: unknown) =>
  findPath(json, (value) => typeof value === 'string' && !value.isWellFormed())

/**
 * Fastify's parser refuses a key that would change an object's prototype, as if the text were no JSON. It is named like any
 * other field that nobody knows.
 */
function unknownPrototype(text: string): Problem | undefined {
  try {
    const path = findPath(
      JSON.parse(text),
      (key, isKey) => isKey && (key === '__proto__' || key === 'constructor'),
    )
    return path === undefined ? undefined : invalidFields([fieldError(path, 'This field is not known')])
  } catch {
    return undefined
  }
}

/** The path of the first text or key that is looked for. */
function findPath(json: unknown, isWanted: (text: unknown, isKey: boolean) => boolean): string | undefined {
  // Not by recursion, because JSON can be nested deeper than the stack allows.
  const stack: { value: unknown; path: string }[] = [{ value: json, path: '' }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path } = next
    if (isWanted(value, false)) return path || 'body'
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      const keyPath = path ? `${path}.${key.toWellFormed()}` : key.toWellFormed()
      if (isWanted(key, true)) return keyPath
      // The path is for people, so it is not extended beyond 500 characters; long ones would take quadratic time.
      stack.push({ value: inner, path: keyPath.length > 500 ? path : keyPath })
    }
  }
  return undefined
}

const json = /^application\/json *(; *charset=("?)utf-8\2 *)?$/i
const form = /^multipart\/form-data *;/i

/**
 * Refuses a body of the wrong type before it is read. The whole header must match, because parsers that check only its
 * start have been tricked with tabs and spaces.
 */
export function checkContentType(request: FastifyRequest, { config }: Endpoint): void {
  const type = request.headers['content-type']
  if (request.method === 'GET' || request.method === 'HEAD' || type === undefined) return
  const takesJson = config.multipart !== true
  const takesForms = config.multipart !== undefined
  if ((takesForms && form.test(type)) || (takesJson && json.test(type))) return
  const names = [takesForms && 'multipart/form-data', takesJson && 'application/json'].filter(Boolean)
  throw new Problem(415, 'wrong_type', `Send this as ${names.join(' or ')}`)
}

/** Refuses writes on a full disk, before the body is read. */
export async function refuseOnFullDisk(
  { headers }: FastifyRequest,
  { method, config }: Endpoint,
  disk: DiskWatch,
): Promise<void> {
  // Deleting frees space.
  if (method === 'GET' || method === 'DELETE' || config.onFullDisk) return
  if (config.multipart === true) await disk.refuseUpload(Number(headers['content-length'] ?? 0))
  else await disk.refuseWrite()
}

/** Refuses query parameters and body fields of an endpoint without a schema for them; a schema refuses unknown ones. */
export function refuseUnexpectedInput(request: FastifyRequest, { config, schema }: Endpoint): void {
  const unknownFields: FieldError[] = []
  const refuseFields = (sent: unknown) => {
    for (const key of Object.keys(sent ?? {})) unknownFields.push(fieldError(key, 'This field is not known'))
  }
  if (!schema.querystring) refuseFields(request.query)
  if (!schema.body && !config.multipart) refuseFields(request.body)
  if (unknownFields.length > 0) throw invalidFields(unknownFields)
}
