import type { Endpoint } from '@our-print/contract/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type FieldError, fieldError, invalidFields, Problem } from './problem.ts'

/**
 * Takes JSON bodies; an empty one is none, as many clients say JSON whether they send something or not. A body is parsed
 * when its request has a place.
 */
export function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      await request.takePlace?.()
      if (body === '') return undefined
      return new Promise((resolve, reject) => {
        void parse(request, body, (error, value) => (error ? reject(error) : resolve(value)))
      })
    },
  )
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
