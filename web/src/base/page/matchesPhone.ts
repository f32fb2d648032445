import { plainPhone } from '@our-print/contract/plainPhone.ts'

/** Whether the typed digits match a stored phone number: with the country code, a leading 0, or neither. */
export function matchesPhone(kept: string, typed: string): boolean {
  const digits = plainPhone(typed).replace(/^\+|^0+/g, '')
  return digits.length >= 6 && kept.replace('+', '').endsWith(digits)
}
