import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { JsonText } from '../database/jsonText.ts'

type RouteSchema = { schema: unknown; method: string; url: string }

/**
 * Serializes responses as JSON. With `checked`, as in tests, a response that differs from its schema in any field fails
 * its request. Production skips this check: encoding every response with zod takes a tenth of the time of the server.
 */
export function serializeResponses(app: FastifyInstance, checked: boolean): void {
  app.setSerializerCompiler(({ schema, method, url }: RouteSchema) => {
    if (!checked || !(schema instanceof z.ZodType)) return write
    return (response: unknown) => {
      const text = write(response)
      const value: unknown = response instanceof JsonText ? response.toJSON() : response
      const encoded = schema.safeEncode(value)
      const name = `The answer of ${method} ${url}`
      if (!encoded.success) throw new Error(`${name} is not what its contract says`, { cause: encoded.error })
      // Encoding drops fields that the schema does not have.
      if (!isDeepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(encoded.data)))) {
        throw new Error(`${name} has fields that its contract does not know: ${text}`)
      }
      return text
    }
  })
}

const write = (response: unknown) => (response instanceof JsonText ? response.text : JSON.stringify(response))
