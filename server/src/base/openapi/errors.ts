import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { scopesOf } from '@our-print/contract/people/scopeEndpoints.ts'
import type { Operation, Response } from './document.ts'

const wait = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
}

/** Every error that the API answers, with an example of its body. */
const errors: Record<
  number,
  { description: string; code: string; message: string; headers?: Record<string, object> }
> = {
  400: {
    description: 'Malformed, or a field is not valid; `errors` names the fields.',
    code: 'invalid',
    message: 'This field is Required',
  },
  401: {
    description: 'No token or key, or one that is not valid any more.',
    code: 'unauthenticated',
    message: 'Please sign in',
    headers: { 'WWW-Authenticate': { schema: { type: 'string' } } },
  },
  403: {
    description: 'Not allowed to this role, or the API key lacks the scope.',
    code: 'forbidden',
    message: 'This needs the ability “Take in and change orders”',
  },
  404: { description: 'Not there, or not yours to see.', code: 'not_found', message: 'Order not found' },
  408: {
    description: 'The request took too long to arrive.',
    code: 'timeout',
    message: 'The request took too long to arrive',
  },
  409: {
    description:
      'The state of the record forbids it, or its `version` is outdated: then `current` is the record as it is now.',
    code: 'stale',
    message: 'This order was changed by someone else in the meantime. Reload to see how it is now.',
  },
  410: {
    description: 'It was there once and is no longer valid.',
    code: 'gone',
    message: 'This code is no longer valid',
  },
  413: {
    description: 'The body is too large.',
    code: 'too_large',
    message: 'This is larger than is accepted here',
  },
  414: {
    description: 'A part of the path is too long.',
    code: 'malformed',
    message: 'A part of this address is too long',
  },
  415: {
    description: 'The body has a type or an encoding that is not accepted here.',
    code: 'wrong_type',
    message: 'This content type is not accepted here',
  },
  417: {
    description: 'The request has an `Expect` header other than `100-continue`.',
    code: 'expectation_failed',
    message: 'The only expectation that is met is 100-continue',
  },
  422: {
    description: 'Understood, but refused by a rule of the shop that the person can satisfy.',
    code: 'refused',
    message: 'Wrong email or password',
  },
  429: {
    description: 'Too many requests.',
    code: 'too_many_requests',
    message: 'Too many requests. Please wait a moment.',
    headers: wait,
  },
  500: {
    description: 'A fault of the server; `request_id` finds it in the log.',
    code: 'internal',
    message: 'Something went wrong on our side. Please try again.',
  },
  503: {
    description:
      'Busy, or what the server needs is away: the database, the storage, the processes that read files.',
    code: 'overloaded',
    message: 'The server is busy. Please try again in a moment.',
    headers: wait,
  },
  507: {
    description: 'The disk is full; what is there can still be read.',
    code: 'disk_full',
    message: 'The disk of the server is full, so nothing can be saved at the moment.',
  },
}

const problem = { $ref: '#/components/schemas/Problem' }

function responseOf(status: number): Response {
  const { description, code, message, headers } = errors[status] ?? { description: '', code: '', message: '' }
  const example = {
    code,
    message,
    ...(status === 400 && { errors: [{ message, context: { key: 'title' } }] }),
    ...(status === 500 && { request_id: '7f0c5f4e-3a52-4f0c-8e3c-0d6c1b9d2a11' }),
  }
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: problem, example } },
  }
}

const nameOf = (status: number | string) => `Error${status}`

/** All errors, to which the operations refer. */
export const errorResponses = (): Record<string, Response> =>
  Object.fromEntries(Object.keys(errors).map((status) => [nameOf(status), responseOf(Number(status))]))

/** The statuses of errors that an endpoint can answer. */
export function errorStatuses(endpoint: Endpoint): number[] {
  const { method, config, schema } = endpoint
  const isPublic = config.access === 'public'
  const takesKeys = !isPublic || scopesOf(endpoint).length > 0
  const hasBody = Boolean(schema.body || schema.form)
  const changes = method !== 'GET'
  return [
    400,
    ...(takesKeys ? [401, 403] : config.unlimited ? [403] : []),
    // Lists that name a record in their query are 404 without it, as are writes that name one in their body.
    404,
    408,
    ...(changes ? [409] : []),
    ...(isPublic ? [410] : []),
    ...(hasBody ? [413] : []),
    ...(schema.params ? [414] : []),
    // Also for a body that would be ignored, in an encoding that is not read.
    415,
    417,
    // Some lists are too long for a sequence, and a preview is refused as its change would be.
    ...(changes || schema.querystring ? [422] : []),
    429,
    500,
    503,
    ...(changes ? [507] : []),
  ]
}

export function addErrors(operation: Operation, endpoint: Endpoint): void {
  for (const status of errorStatuses(endpoint)) {
    operation.responses[status] ??= { $ref: `#/components/responses/${nameOf(status)}` }
  }
}
