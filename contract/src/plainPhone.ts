/** A text with the digits of Arabic, Persian and the scripts of India as 0 to 9. */
export const plainDigits = (typed: string) =>
  typed
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(
      /[\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g,
      (digit) => String((digit.charCodeAt(0) & 15) - 6),
    )

/** A phone number without separators: '0091 (98200) 12345' becomes 00919820012345. */
export const plainPhone = (typed: string) =>
  plainDigits(typed.normalize('NFKC'))
    .replace(/^\s*tel:/i, '')
    .replace(/[\p{Cf}\s().\-/\u2010-\u2015]/gu, '')
