import { plainPhone } from '@our-print/contract/rules/plainPhone.ts'
import { toE164 } from '../database/phones.ts'
import { queryVariants } from '../database/search.ts'

/** What a query may mean. */
export type SearchTerms = {
  /** The query as typed. */
  text: string
  /** The query and, if it may be a phone number, its other spellings. */
  spellings: string[]
  /** What a trigram index finds: a text anywhere, two letters at the start of a word, nothing shorter. */
  indexed: 'anywhere' | 'start of a word' | null
  /** A phone number in E.164. */
  phone: string | null
  /** The last digits of a phone number. */
  lastDigits: string | null
  /** The number of an order or a QR code, or how it begins. */
  number: string | null
}

const minLastDigits = 3

/** Reads a query: '#1042' is a number, '98200 12345' a phone number, '2345' may be either. */
export function readTerms(query: string): SearchTerms {
  const text = query.trim()
  const spellings = queryVariants(text)
  const digits = plainPhone(text)
  const isDigits = /^\+?\d+$/.test(digits)
  return {
    text,
    spellings,
    indexed: indexedPart(text, spellings),
    phone: (isDigits && toE164(digits)) || null,
    lastDigits: isDigits && digits.length >= minLastDigits ? digits.replace('+', '') : null,
    number: /^#?\s*([1-9]\d{0,11})$/.exec(text)?.[1] ?? null,
  }
}

function indexedPart(text: string, spellings: string[]): SearchTerms['indexed'] {
  if (spellings.every((spelling) => /[\p{L}\p{N}]{3}/u.test(spelling))) return 'anywhere'
  return /^[\p{L}\p{N}]{2}$/u.test(text) ? 'start of a word' : null
}
