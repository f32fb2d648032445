import { isDeepStrictEqual } from 'node:util'
import type { Rows } from '@our-print/contract/paging.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** A response, or a part of one, that is JSON text already: PostgreSQL made it, and nothing needs to be parsed. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** The value. JSON.stringify calls it where the text is a part of an object. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** A page of a list as `Rows`, with its items as the text of one JSON array. */
export type TextRows = Omit<Rows<never>, 'results'> & { results: JsonText }

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
