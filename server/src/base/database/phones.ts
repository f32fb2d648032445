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

/** ISO 3166 country code that the library knows, such as IN. */
export type PhoneRegion = CountryCode

/** Whether PHONE_REGION may have this value. */
export const isPhoneRegion = (code: string): code is PhoneRegion => isSupportedCountry(code)

// Set once per process, at start. Nearly every search and form depends on it, so it is not passed as a parameter.
let shopRegion: PhoneRegion = 'IN'

/** Sets the country of numbers without a country code (PHONE_REGION). */
export function setPhoneRegion(region: PhoneRegion): void {
  shopRegion = region
}

/**
 * A number in E.164, or undefined unless it has 6 to 15 digits after its country code. Number ranges are not checked,
 * because the library's list of them is always a little out of date.
 */
export function toE164(typed: string, region = shopRegion): string | undefined {
  const plain = plainPhone(typed)
  // The library would convert letters to digits, as on a telephone keypad.
  if (!/^\+?\d+$/.test(plain)) return undefined
  const parsed = parsePhoneNumberFromString(plain, { defaultCountry: region, extract: false })
  // A country code that the library does not know is kept as it is.
  if (!parsed) return /^\+[1-9]\d{6,14}$/.test(plain) ? plain : undefined
  if (!/^\d{6,15}$/.test(parsed.nationalNumber)) return undefined
  // Each pass removes one leading zero; repeat until the number no longer changes.
  return parsed.number === plain ? plain : toE164(parsed.number, region)
}

/** The number of a field in E.164; refuses an invalid one with 400 under the name of the field. */
export function readPhone(typed: string, field: string): string {
  const number = toE164(typed)
  if (number === undefined) throw invalid(field, 'A phone number has 6 to 15 digits after its country code')
  return number
}

/** Like readPhone, but accepts the current number of the record unchanged, even if it would be refused today. */
export function readChangedPhone<T extends string | null | undefined>(
  typed: T,
  current: string | null,
  field: string,
): T {
  if (typed === null || typed === undefined || typed === current) return typed
  return readPhone(typed, field) as T
}

/**
 * More texts to search for, if the words look like a phone number or a part of one: the digits without separators, and
 * without country code or leading 0, which not every spelling has. A text that contains another one is left out, since
 * the other one finds the same rows.
 */
export function phoneVariants(query: string, region = shopRegion): string[] {
  const plain = plainPhone(query)
  if (!/^\+?\d{3,17}$/.test(plain)) return []
  const typing = new AsYouType(region)
  typing.input(plain)
  const whole = parsePhoneNumberFromString(plain, { defaultCountry: region, extract: false })
  const spellings = [plain, ...formatVariants(typing.getNumber(), region), ...formatVariants(whole, region)]
  const found = [query]
  for (const spelling of spellings.toSorted((a, b) => a.length - b.length)) {
    if (!found.some((known) => spelling.includes(known))) found.push(spelling)
  }
  return found.slice(1)
}

// Fewer digits without their country code would match inside many numbers.
const minNationalDigits = 6

/** Without the shop's own country code, so that numbers stored as typed are found too. */
function formatVariants(number: PhoneNumber | undefined, region: PhoneRegion): string[] {
  if (!number) return []
  const isLocal = number.countryCallingCode === getCountryCallingCode(region)
  return [
    isLocal && number.nationalNumber.length >= minNationalDigits ? number.nationalNumber : number.number,
  ]
}
