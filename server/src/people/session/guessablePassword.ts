// Finds the passwords that attackers try first: published ones, and words of the person and the shop, each with small
// changes, such as `ravi@2024`.

/** Maximum number of characters that are expected before and after a word, together. */
const maxPadding = 8
// Longer texts are checked only as a whole, to limit the cost; no listed password is nearly as long.
const maxPaddedLength = 128

const sequences = [
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
].flatMap((keys) => [keys, keys.split('').toReversed().join('')])

/** Whether a password is a common one or consists of well-known `words`, with small changes. */
export function isGuessable(password: string, common: ReadonlySet<string>, personalWords: string[]): boolean {
  const text = fold(password)
  const squeezed = squeeze(text)
  if (new Set(squeezed).size <= 3) return true
  const known = knownWords(personalWords)
  const isEasy = (core: string) =>
    leetVariants(core).some(
      (reading) => isCommon(reading, common) || consistsOf(squeeze(reading), known, common),
    )
  return [text, squeezed].some((each) => withoutPadding(each).some(isEasy))
}

/** Makes full-width and other forms of a letter equal, and also its cases. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase()
const squeeze = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** The text as it is, and without the digits and signs at its ends. A text without letters is not shortened. */
function withoutPadding(text: string): string[] {
  const lead = /^[^\p{L}]*/u.exec(text)?.[0].length ?? 0
  if (lead === text.length || text.length > maxPaddedLength) return [text]
  const tail = /[^\p{L}]*$/u.exec(text)?.[0].length ?? 0
  const found: string[] = []
  for (let start = 0; start <= Math.min(lead, maxPadding); start++) {
    for (let end = 0; end <= Math.min(tail, maxPadding - start); end++) {
      found.push(text.slice(start, text.length - end))
    }
  }
  return found
}

const leetToLetter: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
}

/** A word as it is, and with letters in place of similar digits and signs: `p4$$w0rd` becomes `password`. */
function leetVariants(word: string): string[] {
  const plain = word.replace(/[@4305$7]/g, (sign) => leetToLetter[sign] ?? sign)
  return [word, plain.replace(/[1!|]/g, 'i'), plain.replace(/[1!|]/g, 'l')]
}

function isCommon(word: string, common: ReadonlySet<string>): boolean {
  const unit = repeatedPart(word)
  return common.has(unit) || unit.length <= 2 || sequences.some((keys) => keys.includes(unit))
}

/** The part that a text repeats, `abc` of `abcabcabc`; or the whole text. */
const repeatedPart = (text: string) => text.slice(0, (text + text).indexOf(text, 1))

/** Whether at most three characters or a common word are left of a text, when the known words are removed. */
function consistsOf(text: string, known: string[], common: ReadonlySet<string>): boolean {
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest !== text && (rest.length <= 3 || isCommon(rest, common))
}

/** Each text as one word and its parts, the longest first; parts of less than three letters would match everything. */
function knownWords(texts: string[]): string[] {
  const parts = texts.map(fold).flatMap((text) => [squeeze(text), ...text.split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(parts)].filter((part) => part.length >= 3).toSorted((a, b) => b.length - a.length)
}
