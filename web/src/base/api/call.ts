import { apiVersion } from '@our-print/contract/apiVersion.ts'
import type { Endpoint, Input, Output } from '@our-print/contract/endpoint.ts'
import type { ProblemBody } from '@our-print/contract/problem.ts'
import { language } from '../format/locale.ts'
import { noteClock } from './clock.ts'
import { noteRead, readText, takeEarly } from './early.ts'

/** The error of every failed call; its message can be shown to a person. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  /** Field name (nested as `address.city`) to message. */
  readonly fields: Record<string, string>
  readonly retryAfter: number | null
  /** With the code `stale`: the record as its GET answers it now. */
  readonly current: unknown

  constructor(status: number, problem: ProblemBody, retryAfter: number | null = null) {
    super(problem.message)
    this.status = status
    this.code = problem.code
    this.fields = Object.fromEntries((problem.errors ?? []).map((e) => [e.context.key, e.message]))
    this.retryAfter = retryAfter
    this.current = problem.current
  }
}

/**
 * The current record, if a write was refused because of its older version. By contract it is what GET of the record
 * answers.
 */
export const currentOf = (error: unknown): unknown =>
  error instanceof ApiError && error.code === 'stale' ? error.current : undefined

type Options = { signal?: AbortSignal; idempotencyKey?: string }
type Request = { params?: unknown; querystring?: unknown; body?: unknown; form?: object }

let onUnauthorized = () => {}

/** Called on every 401, when the server no longer knows the token. */
export function setUnauthorizedHandler(handler: () => void) {
  onUnauthorized = handler
}

let onForbidden = () => {}

/** Called on every 403: the person may do less than this page believes. */
export function setForbiddenHandler(handler: () => void) {
  onForbidden = handler
}

let onOutdated = () => {}
let isOutdated = false

/** Called when the server refuses this page as too old; at once, if it has done so already. */
export function setOutdatedHandler(handler: () => void) {
  onOutdated = handler
  if (isOutdated) handler()
}

/** Calls an endpoint of the contract. */
export const call = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: Options) =>
  send<E>(endpoint, input, options)

/** Browsers send 64 KiB in all after a page is left. */
const mostKept = 8192

/** Calls an endpoint of which only the type is imported, where its schemas are too much to load. */
export async function send<E extends Endpoint>(
  { method, url }: Pick<E, 'method' | 'url'>,
  input: Input<E>,
  { signal, idempotencyKey }: Options = {},
): Promise<Output<E>> {
  const { params, querystring, body, form } = input as Request
  const headers = authorization()
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const init: RequestInit = { method, headers }
  const sent = body === undefined ? undefined : JSON.stringify(body)
  if (sent !== undefined) init.body = sent
  // The browser sets the Content-Type itself, with the boundary.
  if (form !== undefined) init.body = formOf(form)
  if (signal) init.signal = signal
  // What a person has done is sent even if they leave the page, or the phone goes to sleep, right after it.
  if (method !== 'GET' && sent !== undefined && sent.length <= mostKept) init.keepalive = true
  const to = address(url, params, querystring)
  const early = method === 'GET' ? takeEarly(to) : undefined
  const { status, text, retryAfter, eventId, date } =
    (early && (await early)) ??
    (await readText(to, init).catch((error: unknown) => {
      throw signal?.aborted ? error : networkError()
    }))
  // Of an early answer it is over.
  if (!early) noteClock(date)
  if (method === 'GET') noteRead(to, eventId)
  return parseResponse(status, text, retryAfter, headers['Authorization'] ?? null) as Output<E>
}

/** A multipart body; undefined fields are left out. */
function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.set(name, value)
    else if (value !== undefined) form.set(name, String(value ?? ''))
  }
  return form
}

type UploadOptions = Options & { querystring?: object; onProgress?: (share: number) => void }

/** Sends a form with files. XMLHttpRequest, because fetch does not report upload progress. */
export function upload<E extends Endpoint>(
  { method, url }: E,
  form: FormData,
  { querystring, onProgress, signal, idempotencyKey }: UploadOptions = {},
): Promise<Output<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address(url, {}, querystring))
    const headers = authorization()
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (idempotencyKey) request.setRequestHeader('Idempotency-Key', idempotencyKey)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total ? loaded / total : 0),
    )
    request.addEventListener('error', () => reject(networkError()))
    const cancelled = () => reject(new DOMException('Upload cancelled', 'AbortError'))
    request.addEventListener('abort', cancelled)
    request.addEventListener('load', () => {
      try {
        resolve(
          parseResponse(
            request.status,
            request.responseText,
            request.getResponseHeader('Retry-After'),
            headers['Authorization'] ?? null,
          ) as Output<E>,
        )
      } catch (error) {
        reject(error)
      }
    })
    signal?.addEventListener('abort', () => request.abort())
    if (signal?.aborted) cancelled()
    else request.send(form)
  })
}

let readToken = () => localStorage.getItem('token')

/** Where to read the token, for a service worker: it has no localStorage. */
export function setTokenReader(read: () => string | null) {
  readToken = read
}

/** The headers that name the session, the API that this page was made for, and its language. */
export function authorization(): Record<string, string> {
  const token = readToken()
  const made = { 'X-Api-Version': String(apiVersion), 'Accept-Language': language }
  return token ? { ...made, Authorization: token } : made
}

/** The URL of an endpoint with this input. */
export function address(url: string, params: unknown, querystring: unknown): string {
  const values = (params ?? {}) as Record<string, string>
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(querystring ?? {})) {
    for (const each of [value].flat()) {
      if (each !== undefined && each !== null && each !== '') search.append(name, String(each))
    }
  }
  return search.size ? `${path}?${search}` : path
}

/**
 * The body of a successful response; throws an ApiError for any other. `token` is what it was asked with: that of a session
 * that has ended says nothing of one that has begun since.
 */
export function parseResponse(
  status: number,
  text: string,
  retryAfter: string | null,
  token: string | null = readToken(),
): unknown {
  const body = parse(text)
  if (status === 202 && isApproval(body)) throw new ApiError(status, waiting(body))
  if (status >= 200 && status < 300) return body
  if (status === 401 && token === readToken()) onUnauthorized()
  if (status === 403) onForbidden()
  if (isProblem(body) && body.code === 'outdated') {
    isOutdated = true
    onOutdated()
  }
  throw new ApiError(status, isProblem(body) ? body : unreadable(status), Number(retryAfter) || null)
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}

const isProblem = (body: unknown): body is ProblemBody =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'

/** An act that waits for a second super admin is no success: whoever called is told so by an error. */
const isApproval = (body: unknown): body is { summary: string } =>
  typeof body === 'object' && body !== null && 'act' in body && 'summary' in body

const waiting = (approval: { summary: string }): ProblemBody => ({
  code: 'waiting',
  message: `Waiting for a second person: ${approval.summary}`,
  current: approval,
})

const unreadable = (status: number): ProblemBody => ({
  code: 'unreadable',
  message: `The server answered in a way this page does not understand (${status}). Please try again.`,
})

export const networkError = () =>
  new ApiError(0, {
    code: 'unreachable',
    message: 'The server cannot be reached. Check your connection and try again.',
  })
