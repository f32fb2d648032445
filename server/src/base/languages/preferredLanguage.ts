import type { Language } from '@our-print/contract/customer/languages.ts'

/**
 * The first of some languages that a browser asks for by RFC 9110, 12.5.4, looked up as in RFC 4647: hi-IN is Hindi. Undefined
 * where any language is as good, or it names none of them.
 */
export function preferredLanguage<L extends Language>(
  acceptLanguage: string | undefined,
  among: readonly L[],
): L | undefined {
  if (acceptLanguage === undefined) return undefined
  const known = (name: string | undefined) => among.find((each) => each === name)
  const ranges = acceptLanguage.split(',').map((each) => {
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
