import { plainPhone } from '@our-print/contract/plainPhone.ts'
import {
  AsYouType,
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { invalid } from '../http/problem.ts'

/** ISO 3166 country code, such as IN, of a country whose numbers the library knows. */
export type PhoneRegion = CountryCode

/** Whether PHONE_REGION may have this value. */
export const isPhoneRegion = (code: string): code is PhoneRegion => isSupportedCountry(code)

// One value a process, set once at start before anything is read or written. Every list that is searched and every
// form that holds a number depends on it, so it is not passed through all of them.
let shopRegion: PhoneRegion = 'IN'

/** Says to which country a number without a country code belongs (PHONE_REGION). */
export function setPhoneRegion(region: PhoneRegion): void {
  shopRegion = region
}

/**
 * A number in E.164, or nothing where it has not 6 to 15 digits besides its country code. Whether the number is in use
 * anywhere is not asked: the library's knowledge of number ranges is always a little old.
 */
export function toE164(typed: string, region = shopRegion): string | undefined {
  const plain = plainPhone(typed)
  // The library reads letters as the keys of a telephone.
  if (!/^\+?\d+$/.test(plain)) return undefined
  const parsed = parsePhoneNumberFromString(plain, { defaultCountry: region, extract: false })
  // A country code that the library does not know is kept as it is.
  if (!parsed) return /^\+[1-9]\d{6,14}$/.test(plain) ? plain : undefined
  if (!/^\d{6,15}$/.test(parsed.nationalNumber)) return undefined
  // Of several zeros in front one is taken off at a time; what is kept must be its own spelling.
  return parsed.number === plain ? plain : toE164(parsed.number, region)
}

/** The number that a field holds, in E.164; what is no number is refused on that field with 400. */
export function readPhone(typed: string, field: string): string {
  const number = toE164(typed)
  if (number === undefined) throw invalid(field, 'A phone number has 6 to 15 digits after its country code')
  return number
}

/** As readPhone; a number that the record has already stays as it is, even one that would be refused today. */
export function readChangedPhone<T extends string | null | undefined>(
  typed: T,
  current: string | null,
  field: string,
): T {
  if (typed === null || typed === undefined || typed === current) return typed
  return readPhone(typed, field) as T
}

/**
 * What to look for besides the words themselves where they look like a phone number or a part of one: the digits
 * without spacing, and without what only one of several spellings has, a country code or a 0. What the words find
 * anyway is left out.
 */
export function phoneSpellings(words: string, region = shopRegion): string[] {
  const plain = plainPhone(words)
  if (!/^\+?\d{3,17}$/.test(plain)) return []
  const typing = new AsYouType(region)
  typing.input(plain)
  const whole = parsePhoneNumberFromString(plain, { defaultCountry: region, extract: false })
  const spellings = [plain, ...spellingOf(typing.getNumber(), region), ...spellingOf(whole, region)]
  const found = [words]
  for (const spelling of spellings.toSorted((a, b) => a.length - b.length)) {
    if (!found.some((known) => spelling.includes(known))) found.push(spelling)
  }
  return found.slice(1)
}

// Fewer digits without their country code would find the middle of many numbers.
const longEnough = 6

/** Without the code of the shop's own country, so that a number that is kept as it was typed is found, too. */
function spellingOf(number: PhoneNumber | undefined, region: PhoneRegion): string[] {
  if (!number) return []
  const isLocal = number.countryCallingCode === getCountryCallingCode(region)
  return [isLocal && number.nationalNumber.length >= longEnough ? number.nationalNumber : number.number]
}
