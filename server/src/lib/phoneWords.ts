/**
 * What looks like a phone number, as it is looked for: without spacing, and an Indian mobile without the +91 or 0 that
 * one person types before it and another does not. Anything else is no number.
 */
export function phoneWords(words: string): string | undefined {
  const digits = words.replace(/[ ().-]/g, '')
  return /^\+?\d+$/.test(digits) ? digits.replace(/^([+]91|0)(?=[6-9]\d{9}$)/, '') : undefined
}
