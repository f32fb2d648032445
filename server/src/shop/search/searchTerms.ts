import { plainPhone } from '@our-print/contract/plainPhone.ts'
import { toE164 } from '../../base/database/phones.ts'
import { readQuery, type Terms } from '../../base/database/search.ts'

/** What a query may mean. */
export type SearchTerms = Terms & {
  /** The query as typed. */
  text: string
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

/** Reads a query: '#1042' and 'order 1042' are a number, '98200 12345' a phone number, '2345' may be either. */
export function readTerms(query: string): SearchTerms {
  const text = query.trim()
  const terms = readQuery(text)
  const digits = plainPhone(text)
  const isDigits = /^\+?\d+$/.test(digits)
  return {
    ...terms,
    text,
    isIndexed: terms.words.some((spellings) => spellings.every(isIndexable)) && terms.phones.every(isLong),
    phone: (isDigits && toE164(digits)) || null,
    lastDigits: isDigits && digits.length >= minLastDigits ? digits.replace('+', '') : null,
    number: /^(?:order\s)?\s*#?\s*([1-9]\d{0,11})$/i.exec(text)?.[1] ?? null,
  }
}

const isLong = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

/** Two digits begin the number of very many records; they are looked up as numbers. */
const isIndexable = (word: string) => isLong(word) || /^(?=.*\p{L})[\p{L}\p{N}]{2}$/u.test(word)
