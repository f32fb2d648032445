import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

type Answered = { schema: unknown; method: string; url: string }

/**
 * How answers become JSON. Checked, each is held against its contract, and one with a field too many, too few or of
 * another kind fails its request; so tests see all of them. A shop at work sends them as they are: see
 * docs/decisions/006-answers-are-checked-in-tests.md.
 */
export function serializeAnswers(app: FastifyInstance, checked: boolean): void {
  app.setSerializerCompiler(({ schema, method, url }: Answered) => {
    if (!checked || !(schema instanceof z.ZodType)) return (answer: unknown) => JSON.stringify(answer)
    return (answer: unknown) => {
      const text = JSON.stringify(answer)
      const allowed = schema.safeEncode(answer)
      const name = `The answer of ${method} ${url}`
      if (!allowed.success) throw new Error(`${name} is not what its contract says`, { cause: allowed.error })
      // A field that the contract does not know is dropped by encoding it.
      if (!isDeepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(allowed.data)))) {
        throw new Error(`${name} has fields that its contract does not know: ${text}`)
      }
      return text
    }
  })
}
