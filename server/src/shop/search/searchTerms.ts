import { plainPhone } from '@our-print/contract/plainPhone.ts'
import { toE164 } from '../../base/database/phones.ts'
import { queryVariants } from '../../base/database/search.ts'

/** What a query may mean. */
export type SearchTerms = {
  /** The query as typed. */
  text: string
  /** The spellings of a phone number, one of which must be found; empty if it is none. */
  spellings: string[]
  /** The words, all of which must be found, in any sequence. */
  words: string[]
  /** Whether a trigram index can find it: three letters or digits anywhere, or two at the start of a word. */
  isIndexed: boolean
  /** A phone number in E.164. */
  phone: string | null
  /** The last digits of a phone number. */
  lastDigits: string | null
  /** The number of an order or a QR code, or how it begins. */
  number: string | null
}

const minLastDigits = 3
/** More words than this are looked for as they stand. */
const mostWords = 8

/** Reads a query: '#1042' is a number, '98200 12345' a phone number, '2345' may be either. */
export function readTerms(query: string): SearchTerms {
  const text = query.trim()
  const variants = queryVariants(text)
  const spellings = variants.length > 1 || variants[0] !== text ? variants : []
  const words = wordsOf(text)
  const digits = plainPhone(text)
  const isDigits = /^\+?\d+$/.test(digits)
  return {
    text,
    spellings,
    words,
    isIndexed: spellings.length > 0 ? spellings.every(isLong) : words.some(isIndexable),
    phone: (isDigits && toE164(digits)) || null,
    lastDigits: isDigits && digits.length >= minLastDigits ? digits.replace('+', '') : null,
    number: /^#?\s*([1-9]\d{0,11})$/.exec(text)?.[1] ?? null,
  }
}

/** '#1042 Thesis · Asha Rao' is how the palette shows an order: signs alone are no words. */
function wordsOf(text: string): string[] {
  const words = text
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => word.replace(/^#(?=\d)/, ''))
  return words.length === 0 || words.length > mostWords ? [text] : words
}

const isLong = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

/** Two digits begin the number of very many records; they are looked up as numbers. */
const isIndexable = (word: string) => isLong(word) || /^(?=.*\p{L})[\p{L}\p{N}]{2}$/u.test(word)
