// Passwords that a guesser tries first: those of the published lists, and what is known of the person and the shop,
// each with small changes. Whoever guesses at a shop tries `ravi@2024` before a random word.

/** What the guesser puts before and after a word: at most so many characters in all. */
const mostPadding = 8
// No word of the list is nearly as long, and each further character would be looked at dozens of times.
const longestPadded = 128

const sequences = [
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
].flatMap((keys) => [keys, keys.split('').toReversed().join('')])

/** Whether a password is a common one, or made of `words` that everybody knows, with small changes. */
export function isGuessable(password: string, common: ReadonlySet<string>, words: string[]): boolean {
  const text = fold(password)
  const squeezed = squeeze(text)
  if (new Set(squeezed).size <= 3) return true
  const known = knownWords(words)
  const isEasy = (core: string) =>
    readings(core).some((reading) => isCommon(reading, common) || isMadeOf(squeeze(reading), known, common))
  return [text, squeezed].some((each) => cores(each).some(isEasy))
}

/** Full-width and other spellings of a letter are one, and so are capital and small ones. */
const fold = (text: string) => text.normalize('NFKC').toLowerCase()
const squeeze = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** The text as it is, and without the digits and signs at its ends. A number stays whole: it has no word within. */
function cores(text: string): string[] {
  const lead = /^[^\p{L}]*/u.exec(text)?.[0].length ?? 0
  if (lead === text.length || text.length > longestPadded) return [text]
  const tail = /[^\p{L}]*$/u.exec(text)?.[0].length ?? 0
  const found: string[] = []
  for (let start = 0; start <= Math.min(lead, mostPadding); start++) {
    for (let end = 0; end <= Math.min(tail, mostPadding - start); end++) {
      found.push(text.slice(start, text.length - end))
    }
  }
  return found
}

const letterOf: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
}

/** A word as it stands, and with the letters that its digits and signs look like: `p4$$w0rd` reads as `password`. */
function readings(word: string): string[] {
  const plain = word.replace(/[@4305$7]/g, (sign) => letterOf[sign] ?? sign)
  return [word, plain.replace(/[1!|]/g, 'i'), plain.replace(/[1!|]/g, 'l')]
}

function isCommon(word: string, common: ReadonlySet<string>): boolean {
  const unit = repeatedUnit(word)
  return common.has(unit) || unit.length <= 2 || sequences.some((keys) => keys.includes(unit))
}

/** What a text repeats, `abc` of `abcabcabc`; the text itself where it repeats nothing. */
const repeatedUnit = (text: string) => text.slice(0, (text + text).indexOf(text, 1))

/** Whether nothing of a text is left, or nothing but a common word, when words that everybody knows are taken out. */
function isMadeOf(text: string, known: string[], common: ReadonlySet<string>): boolean {
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest !== text && (rest.length <= 3 || isCommon(rest, common))
}

/** Each text as one word and in its parts, the longest first; shorter than three letters they are in everything. */
function knownWords(texts: string[]): string[] {
  const parts = texts.map(fold).flatMap((text) => [squeeze(text), ...text.split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(parts)].filter((part) => part.length >= 3).toSorted((a, b) => b.length - a.length)
}
