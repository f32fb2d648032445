/** English sentences with their translations. Braces hold a place for a value, the same ones in both. */
export type Sentences = Readonly<Record<string, string>>

/** A value of such a name is English, too, and translated: words, or a sentence, without which the one around it is another. */
const words = /^(word|where|size|problem)/
const sentence = /^why/

/** Longer texts are none of ours, and would cost time. */
const mostLetters = 1000

/**
 * Translates what was said with its values in; undefined where no sentence is like it. `show` writes the values that stay as
 * they are.
 */
export function createTranslator(sentences: Sentences, show = (value: string) => value) {
  const exact = new Map(Object.entries(sentences))
  let patterns: Patterns | undefined

  function translate(said: string): string | undefined {
    if (said.length > mostLetters) return undefined
    const known = exact.get(said)
    if (known !== undefined) return known
    const parts = translateParts(said)
    if (!parts.includes(undefined)) return parts.join('। ')
    const one = translateOne(said)
    if (one !== undefined || parts.every((part) => part === undefined)) return one
    // Such as words of a provider after ours.
    return parts.map((part, at) => part ?? said.split('. ')[at]).join('। ')
  }

  /** Each of several sentences that follow each other; of a single one nothing. */
  function translateParts(said: string): (string | undefined)[] {
    const parts = said.split('. ')
    if (parts.length === 1) return [undefined]
    return parts.map((part) => translate(part) ?? translate(`${part}.`)?.replace(/।$/, ''))
  }

  function translateOne(said: string): string | undefined {
    patterns ??= patternsOf(sentences)
    for (const { pattern, own, text } of [
      ...(patterns.get(said.charAt(0)) ?? []),
      ...(patterns.get('{') ?? []),
    ]) {
      if (!said.includes(own)) continue
      const { groups } = pattern.exec(said) ?? {}
      const values = groups && Object.entries(groups).map(([name, value]) => [name, valueOf(name, value)])
      if (!values || values.some(([, value]) => value === undefined)) continue
      const shown = Object.fromEntries(values)
      return text.replace(/\{(\w+)\}/g, (_, name: string) => shown[name] ?? '')
    }
    return undefined
  }

  function valueOf(name: string, value: string): string | undefined {
    if (sentence.test(name)) return translate(value)
    return words.test(name) ? (translate(value) ?? inWords(value)) : show(value)
  }

  /** Words of a list, in quotation marks or not; others stay. */
  const inWords = (value: string): string =>
    value
      .split(/(“[^”]+”|, | and | or )/)
      .filter((part) => part !== '')
      .map((part) => {
        const [, quoted] = /^“(.+)”$/.exec(part) ?? []
        return quoted === undefined ? (translate(part) ?? show(part)) : `“${translate(quoted) ?? quoted}”`
      })
      .join('')

  return translate
}

type Pattern = { pattern: RegExp; own: string; text: string }
type Patterns = Map<string, Pattern[]>

/**
 * The sentences with values by their first letter, or a brace. Of those that what was said is like, the first one begins with
 * the most words of its own, or has the most.
 */
function patternsOf(sentences: Sentences): Patterns {
  const all = Object.entries(sentences)
    .filter(([english]) => english.includes('{'))
    .toSorted(
      ([one], [other]) => other.indexOf('{') - one.indexOf('{') || ownLetters(other) - ownLetters(one),
    )
  const byStart = Map.groupBy(all, ([english]) => english.charAt(0))
  return new Map(
    [...byStart].map(([start, some]) => [start, some.map(([english, text]) => patternOf(english, text))]),
  )
}

const ownLetters = (english: string) => english.replace(/\{\w+\}/g, '').length

/** What a sentence looks like with any values, and the longest words of its own. */
function patternOf(english: string, text: string): Pattern {
  const parts = english.split(/\{(\w+)\}/)
  const source = parts.map((part, at) =>
    at % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${part}>.+?)`,
  )
  const [own = ''] = parts.filter((_, at) => at % 2 === 0).toSorted((one, other) => other.length - one.length)
  return { pattern: new RegExp(`^${source.join('')}$`, 's'), own, text }
}
