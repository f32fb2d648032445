import { type Language, languages } from '@our-print/contract/customer/languages.ts'
import type { FastifyRequest } from 'fastify'
import { type Texts, textsIn } from './texts.ts'

/** Who reads a page, and what its links and forms carry on, so that a chosen language stays. */
export type Reader = { texts: Texts; query: '' | `?lang=${Language}` }

const known = (name: unknown) => languages.find((each) => each === name)

/** The language that a visitor has chosen by the address, or that their browser prefers; undefined: the shop's. */
function askedLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as { lang?: unknown }
  return known(lang) ?? preferred(request.headers['accept-language'] ?? '')
}

/**
 * The first of our languages by RFC 9110, 12.5.4, looked up as in RFC 4647: hi-IN is Hindi. Undefined where any language is as
 * good, or none is ours.
 */
export function preferred(header: string): Language | undefined {
  const ranges = header.split(',').map((each) => {
    const [range = '', ...parameters] = each
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    const weight = parameters.find((one) => one.startsWith('q='))
    return { language: range.split('-')[0], weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  const [first] = ranges
    .filter(({ language, weight }) => weight > 0 && (language === '*' || known(language)))
    .toSorted((one, other) => other.weight - one.weight)
  return known(first?.language)
}

/** The reader of a page; `shop` is asked where they have said nothing. */
export function readerOf(request: FastifyRequest, shop: Language): Reader {
  const chosen = known((request.query as { lang?: unknown }).lang)
  return {
    texts: textsIn(askedLanguage(request) ?? shop),
    query: chosen ? `?lang=${chosen}` : '',
  }
}
