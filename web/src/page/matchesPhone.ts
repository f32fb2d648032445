import { plainPhone } from '@our-print/contract/rules/plainPhone.ts'

/** Whether a number that the server keeps is what was typed, with its country code, with a 0 or with neither. */
export function matchesPhone(kept: string, typed: string): boolean {
  const digits = plainPhone(typed).replace(/^\+|^0+/g, '')
  return digits.length >= 6 && kept.replace('+', '').endsWith(digits)
}
