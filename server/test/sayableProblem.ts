import { ProblemBody } from '@our-print/contract/problem.ts'
import type { LightMyRequestResponse } from 'fastify'
import { hindi } from '../src/base/languages/hindi.ts'
import { createTranslator } from '../src/base/languages/translator.ts'

const translate = createTranslator(hindi)

/** Fails where a problem says what has no Hindi text: the scan of the code finds what is written there, and this the rest. */
export function expectSayable({ statusCode, headers, body }: LightMyRequestResponse): void {
  // A HEAD has no body.
  if (statusCode < 400 || body === '' || !String(headers['content-type']).startsWith('application/json'))
    return
  const { success, data } = ProblemBody.safeParse(JSON.parse(body))
  // Asked for in Hindi.
  if (!success || headers['content-language'] !== 'en') return
  const said = [data.message, ...(data.errors ?? []).map(({ message }) => message)]
  const left = said.filter((text) => translate(text) === undefined)
  if (left.length > 0) throw new Error(`The server has no Hindi for: ${left.join(' | ')}`)
}
