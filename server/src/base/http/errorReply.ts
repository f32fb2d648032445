import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import postgres from 'postgres'
import { isDatabaseUnavailable } from '../database/db.ts'
import { asDiskFull } from '../files/diskSpace.ts'
import { sayProblem } from './answerLanguage.ts'
import {
  asFields,
  databaseUnavailable,
  duplicate,
  fieldError,
  invalidFields,
  locked,
  overloaded,
  Problem,
  referenceGone,
  tooLarge,
} from './problem.ts'
import { refuseBeforeBodyEnds } from './refusedBodies.ts'
import { securityHeaders } from './securityHeaders.ts'

/** Responds with the contract's error. An unexpected error is logged, and its details are not sent. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = asProblem(error) ?? (request.raw.errored === error ? brokenOff : undefined)
  if (problem) {
    // What the person who runs the shop must know, and others need not.
    if (problem.cause !== undefined) request.log.error({ err: problem.cause }, problem.code)
    if (problem.retryAfter !== undefined) void reply.header('retry-after', String(problem.retryAfter))
    if (problem.allow !== undefined) void reply.header('allow', problem.allow)
    if (problem.status === 401) void reply.header('www-authenticate', 'Token')
    const { current, ...body } = problem.toBody()
    const said = sayProblem(request, reply, body)
    const shown = current === undefined || request.hidesRecord ? said : { ...said, current }
    return refuseBeforeBodyEnds(request, reply.code(problem.status), shown)
  }
  request.log.error({ err: error, request_id: request.id }, 'unexpected error')
  const message = 'Something went wrong on our side. Please try again.'
  const body = { code: 'internal', message, request_id: request.id }
  return refuseBeforeBodyEnds(request, reply.code(500), sayProblem(request, reply, body))
}

// The client closed its connection before its body ended: nothing of ours failed, and nobody reads the response.
const brokenOff = new Problem(400, 'malformed', 'The request is broken off')

/** For requests that Fastify refuses before routing: no hook has run, so the security headers are set here. */
export function frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void replyWithError(error, request, reply.headers(securityHeaders))
}

const malformedRequest = new Problem(400, 'malformed', 'This is not a well-formed request')
const parserProblems: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: new Problem(431, 'malformed', 'The headers are larger than is accepted here'),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'timeout', 'The request took too long to arrive'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: tooLarge(),
}

/** For bytes that are not HTTP, which have no route, reply or id: sends a bare response and closes the connection. */
export function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // A browser opened this connection in advance and never used it, so there is no request to respond to.
  if (socket.bytesRead === 0) return void socket.destroy()
  closeWith(socket, parserProblems[error.code ?? ''] ?? malformedRequest)
}

/** Responds without Fastify and closes the connection. */
export function closeWith(socket: Socket, problem: Problem): void {
  const body = JSON.stringify(problem.toBody())
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) {
    const status = `${problem.status} ${STATUS_CODES[problem.status]}`
    socket.write(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`)
  }
  socket.destroySoon()
}

/** The problem that an error stands for; undefined for a bug. */
export function asProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  const fullDisk = asDiskFull(error)
  if (fullDisk) return fullDisk
  if (isDatabaseUnavailable(error)) return databaseUnavailable()
  if (error instanceof postgres.PostgresError) return fromDatabase(error)
  if (!(error instanceof Error)) return undefined
  return fromFastify(error as FastifyError)
}

type Validation = {
  keyword?: string
  instancePath: string
  message?: string
  params?: Omit<Parameters<typeof asFields>[0], 'code' | 'path' | 'message'>
}

function fromFastify(error: FastifyError & { validation?: Validation[]; validationContext?: string }) {
  if (error.validation) return fromValidation(error.validation, error.validationContext)
  const known = fastifyErrors[error.code]
  if (known) return known(error)
  const status = error.statusCode
  if (status !== undefined && status >= 400 && status < 500) {
    return new Problem(status, 'bad_request', error.message)
  }
  return undefined
}

const wrongType = () => new Problem(415, 'wrong_type', 'This content type is not accepted here')
const malformed = (message: string) => () => new Problem(400, 'malformed', message)

const fastifyErrors: Record<string, (error: FastifyError) => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_REQ_FILE_TOO_LARGE: tooLarge,
  FST_FILES_LIMIT: () => invalidFields([fieldError('files', 'At most 20 files')]),
  FST_PARTS_LIMIT: malformed('The form has too many parts'),
  FST_FIELDS_LIMIT: malformed('The form has too many fields'),
  FST_INVALID_JSON_FIELD_ERROR: malformed('A field of the form is not valid JSON'),
  FST_MP_PREMATURE_CLOSE: malformed('The form is broken off'),
  // The parser does not say which: a name that all objects have, such as constructor.
  FST_PROTO_VIOLATION: () => invalidFields([fieldError('body', 'A field of this form is not known')]),
  FST_ERR_BAD_URL: malformed('This address is not well formed'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem(414, 'malformed', 'A part of this address is too long'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: wrongType,
  FST_INVALID_MULTIPART_CONTENT_TYPE: wrongType,
  FST_ERR_CTP_INVALID_JSON_BODY: malformed('The body is not valid JSON'),
  FST_ERR_CTP_EMPTY_JSON_BODY: malformed('The body is empty'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: malformed('The body’s length is not what its header says'),
  FST_UNDER_PRESSURE: overloaded,
}

function fromValidation(validation: Validation[], context: string | undefined): Problem {
  const fields = validation.flatMap(({ keyword, instancePath, message = 'This is not valid', params }) => {
    const path = instancePath.split('/').filter(Boolean)
    return asFields({ ...params, code: keyword, path, message }, context)
  })
  return invalidFields(fields)
}

function fromDatabase(error: postgres.PostgresError): Problem | undefined {
  const { code, constraint_name: constraint = '', table_name: table = '' } = error
  if (code === '23505' && constraint.endsWith('_taken')) {
    // Unique constraints are named `<table>_<column>_taken`, so that every table gets this message.
    const column = constraint.slice(table.length + 1, -'_taken'.length)
    return duplicate(column, `This ${column.replaceAll('_', ' ')} is taken already`)
  }
  if (code === '22021' || code === '22P05')
    return new Problem(400, 'invalid', 'A text has a character that cannot be kept')
  // A record that this one refers to was deleted between two statements, or got one that refers to it. Logged, because
  // without a race it would be a fault of ours.
  if (code === '23503') return referenceGone(error)
  // Waited for a lock for as long as a request may, or two waited for each other: no state forbids it, so a device that
  // sends later tries again. Not stored for an Idempotency-Key, because a retry may succeed.
  if (code === '55P03' || code === '40P01' || code === '40001') return locked()
  // Out of memory, which is temporary.
  if (code === '53200') return overloaded()
  return undefined
}
