import { isUtf8 } from 'node:buffer'
import type { Endpoint } from '@our-print/contract/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DiskWatch } from '../files/diskSpace.ts'
import { type FieldError, fieldError, invalidFields, Problem } from './problem.ts'

/**
 * Takes JSON bodies; an empty one is none, as many clients say JSON whether they send something or not. A body that is
 * no UTF-8 is refused: decoded all the same, its wrong bytes would be kept as other characters. It is parsed when its
 * request has a place.
 */
export function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer | string) => {
      await request.takePlace?.()
      const bytes = Buffer.from(body)
      if (bytes.length === 0) return undefined
      if (!isUtf8(bytes)) throw brokenText()
      const text = bytes.toString()
      const value = await new Promise<unknown>((resolve, reject) => {
        void parse(request, text, (error, parsed) => (error ? reject(error) : resolve(parsed)))
      })
      const broken = mayHideSurrogates.test(text) ? brokenPath(value) : undefined
      if (broken !== undefined) throw brokenText(broken)
      return value
    },
  )
}

const broken = 'This has a character that does not exist'

/** A text, of this field where it is known, that no UTF-8 can hold. */
export const brokenText = (field?: string) =>
  field === undefined ? new Problem(400, 'malformed', broken) : invalidFields([fieldError(field, broken)])

// UTF-8 itself has no half of a surrogate pair; only an escape in JSON makes one.
const mayHideSurrogates = /\\u[dD][89a-fA-F]/

/** Where in what JSON said a text or a key has half a surrogate pair: 'address.city'. */
function brokenPath(json: unknown): string | undefined {
  // Not by recursion: a body of 1 MiB can be nested deeper than the stack is.
  const left: { value: unknown; path: string }[] = [{ value: json, path: '' }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && !value.isWellFormed()) return path || 'body'
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      const here = path ? `${path}.${key.toWellFormed()}` : key.toWellFormed()
      if (!key.isWellFormed()) return here
      // A path is told to a person; one of a thousand parts helps nobody, and takes their square to build.
      left.push({ value: inner, path: here.length > 500 ? path : here })
    }
  }
  return undefined
}

/** Refuses an address whose query is no UTF-8: its bytes would be taken for the letters that spell them. */
export function checkQueryText(request: FastifyRequest): void {
  const query = request.raw.url?.split('?', 2)[1]
  if (!query?.includes('%')) return
  try {
    // As a form writes it; a lone % is an ordinary sign to most clients, and to us.
    decodeURIComponent(query.replace(/%(?![\da-f]{2})/gi, '%25'))
  } catch {
    throw brokenText()
  }
}

const json = /^application\/json *(; *charset=("?)utf-8\2 *)?$/i
const form = /^multipart\/form-data *;/i

/**
 * Refuses a body of another type than the endpoint's before a byte of it is read. The whole header is held against
 * what is expected: parsers that look only at its beginning have been tricked with tabs and spaces.
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

/** Refuses what needs room on a disk that has none, before its body is read. */
export async function refuseWithoutRoom(
  { headers }: FastifyRequest,
  { method, config }: Endpoint,
  disk: DiskWatch,
): Promise<void> {
  // What deletes gives room back.
  if (method === 'GET' || method === 'DELETE' || config.onFullDisk) return
  if (config.multipart === true) await disk.refuseUpload(Number(headers['content-length'] ?? 0))
  else await disk.refuseWrite()
}

/** Refuses query parameters and a body where the endpoint takes none, as those it knows refuse unknown ones. */
export function refuseUnasked(request: FastifyRequest, { config, schema }: Endpoint): void {
  const unasked: FieldError[] = []
  const refuse = (sent: unknown) => {
    for (const key of Object.keys(sent ?? {})) unasked.push(fieldError(key, 'This field is not known'))
  }
  if (!schema.querystring) refuse(request.query)
  if (!schema.body && !config.multipart) refuse(request.body)
  if (unasked.length > 0) throw invalidFields(unasked)
}
