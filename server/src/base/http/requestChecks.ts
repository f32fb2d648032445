import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { oldestApiVersion } from '@our-print/contract/apiVersion.ts'
import type { Endpoint } from '@our-print/contract/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DiskWatch } from '../files/diskSpace.ts'
import { closeWith } from './errorReply.ts'
import { isRead } from './isRead.ts'
import { type FieldError, fieldError, invalidFields, notFound, Problem, tooLarge } from './problem.ts'

const malformed = (message: string) => new Problem(400, 'malformed', message)

/**
 * Checks the head of a request before authentication and before its body is read. Node itself silently uses the first
 * of two equal headers, and responds to a missing Host without our headers.
 */
export function checkHeaders(request: FastifyRequest): void {
  const { raw, headers, url } = request
  // A line without a version is HTTP/0.9, which Node answers as 1.1.
  if (!/^1\.[01]$/.test(raw.httpVersion)) throw malformed('This is not HTTP/1.0 or HTTP/1.1')
  if (countHeader(raw, 'authorization') > 1) throw malformed('Two Authorization headers were sent')
  const hosts = countHeader(raw, 'host')
  if (hosts > 1) throw malformed('Two Host headers were sent')
  if (hosts === 0 && raw.httpVersion === '1.1') throw malformed('A Host header is missing')
  // The query of a screen is read by the browser, which reports what is wrong with it.
  const isScreen = isRead(request) && /^\/(?!api\/|coupon_app\/|referral_app\/)[a-zA-Z]/.test(url)
  if (!isWellFormed(isScreen ? url.replace(/\?.*/s, '') : url))
    throw malformed('This address is not well-formed UTF-8')
  const encoding = headers['content-encoding']
  if (encoding !== undefined && !/^(identity)?$/i.test(encoding.trim())) {
    throw new Problem(415, 'wrong_type', 'Send the body without a Content-Encoding')
  }
  if (headers.expect !== undefined && raw.httpVersion === '1.1' && !/^100-continue$/i.test(headers.expect)) {
    throw new Problem(417, 'expectation_failed', 'The only expectation that is met is 100-continue')
  }
  if (Number(headers['x-api-version']) < oldestApiVersion)
    throw new Problem(
      409,
      'outdated',
      'Our Print was updated, and this page is too old for it. Load it again.',
    )
  if (isRead(request)) return
  const { endpoint } = request.routeOptions.config
  if (Number(headers['content-length'] ?? 0) > (endpoint ? bodyLimitOf(endpoint) : jsonLimit))
    throw tooLarge()
  // Fastify would read and parse the body first.
  if (request.is404) throw unknownPage(request)
}

function countHeader({ rawHeaders }: IncomingMessage, wanted: string): number {
  let times = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === wanted.length && name.toLowerCase() === wanted) times++
  }
  return times
}

/** Fastify leaves what it cannot decode as it is, so a bare % or an incomplete character must be refused here. */
function isWellFormed(url: string): boolean {
  if (!/^[\x21-\x7e]*$/.test(url)) return false
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

/** A JSON body has the fields of one record; endpoints that need more set `bodyLimit`. */
export const jsonLimit = 1024 * 1024
/** A form without files, or with one image of 10 MB. */
const formLimit = 12 * 1024 * 1024

/** Maximum size of a body in bytes, including the files of a form. */
const bodyLimitOf = ({ config }: Endpoint): number =>
  config.bodyLimit ?? (config.multipart ? formLimit : jsonLimit)

const expecting = new WeakSet<IncomingMessage>()

/**
 * Handles requests with an Expect header like any other, as Node would respond to them before any check, and responds
 * to CONNECT, as Node would only close the connection.
 */
export function handleExpectAndConnect({ server }: FastifyInstance): void {
  server.on('checkContinue', (request, response) => {
    expecting.add(request)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket: Socket) => {
    closeWith(socket, new Problem(405, 'not_allowed', 'This is no proxy'))
  })
}

/** Sends `100 Continue` if the client waits for it. Call it after access and head are checked. */
export function sendContinue({ raw }: FastifyRequest, response: { writeContinue(): void }): void {
  if (expecting.delete(raw)) response.writeContinue()
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods of the endpoints at a path, in alphabetical order. */
    methodsAt: (path: string) => string[]
  }
}

/** Remembers which methods each endpoint's path has. Call it before the first route. */
export function rememberMethods(app: FastifyInstance): void {
  const paths = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.endpoint) return
    const known = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const one of [method].flat()) known.methods.add(one)
    paths.set(url, known)
  })
  app.decorate('methodsAt', (path) => {
    const found = [...paths.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted()
  })
}

/** A slash at the end is optional, as for the router. */
const patternOf = (url: string) => new RegExp(`^${url.replace(/\/$/, '').replace(/:[a-z_]+/gi, '[^/]+')}/?$`)

/** Nothing answers this method at this path: 405 where another method would, else 404. */
export function unknownPage({ server, url, method }: FastifyRequest): Problem {
  const allowed = server.methodsAt(url.replace(/[?#].*$/s, ''))
  if (allowed.length === 0) return notFound('Page')
  const methods = allowed.join(', ')
  return new Problem(405, 'not_allowed', `${method} does nothing here; ${methods} would`, { allow: methods })
}

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
      // To the validator this would be no body.
      if (value === null) throw new Problem(400, 'malformed', 'Send a JSON object')
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
  if (isRead(request) || type === undefined) return
  if (config.ignoresBody || config.parsesBody) return
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
