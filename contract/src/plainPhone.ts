/** A text with the digits of all scripts as 0 to 9: each script has its ten in a row. */
export const plainDigits = (typed: string) =>
  typed.replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0
    const code = zero
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String((code - zero) % 10)
  })

/** A number as typed in any script: `١٢٫٥` becomes 12.5. */
export const plainNumber = (typed: string) => plainDigits(typed.trim()).replace('٫', '.')

/** A phone number without separators: '0091 (98200) 12345' becomes 00919820012345. */
export const plainPhone = (typed: string) =>
  plainDigits(typed.normalize('NFKC'))
    .replace(/^\s*tel:/i, '')
    .replace(/[\p{Cf}\s().\-/\u2010-\u2015]/gu, '')
