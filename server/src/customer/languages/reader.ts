import { type Language, languages } from '@our-print/contract/customer/languages.ts'
import type { FastifyRequest } from 'fastify'
import { preferredLanguage } from '../../base/languages/preferredLanguage.ts'
import { type Texts, textsIn } from './texts.ts'

/** Who reads a page, and what its links and forms carry on, so that a chosen language stays. */
export type Reader = { texts: Texts; query: '' | `?lang=${Language}` }

const known = (name: unknown) => languages.find((each) => each === name)

/** The language that a visitor has chosen by the address, or that their browser prefers; undefined: the shop's. */
function askedLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as { lang?: unknown }
  return known(lang) ?? preferredLanguage(request.headers['accept-language'], languages)
}

/** The reader of a page; `shop` is asked where they have said nothing. */
export function readerOf(request: FastifyRequest, shop: Language): Reader {
  const chosen = known((request.query as { lang?: unknown }).lang)
  return {
    texts: textsIn(askedLanguage(request) ?? shop),
    query: chosen ? `?lang=${chosen}` : '',
  }
}
