/** A parsed line of an import. Cost in hundredths of a coin. */
export type ImportedLine = {
  line: number
  voucher_code: string
  voucher_detail: string
  cost: number
  /** Why it is skipped. */
  reason: string | undefined
}

const maxCode = 100
const maxDetail = 500

// Nearly every code; needs no further check.
const plain = /^[A-Z0-9-]{1,100}$/i
// 123456789012 saved as 1.23E+11, so its digits are lost. A code such as 12E45 has no sign.
const scientific = /^-?\d([.,]\d+)?E[+-]\d{2,3}$/i
const sheetError = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|#+)$/i
// Control and invisible characters, because codes that look equal must be equal.
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/u

/** Why a code is refused; undefined if it is valid. */
export function codeError(code: string): string | undefined {
  if (plain.test(code)) return undefined
  if (code === '') return 'There is no code'
  if (code.length > maxCode) return `The code is longer than ${maxCode} characters`
  if (invisible.test(code)) return 'The code has a character that cannot be seen'
  if (scientific.test(code)) return 'A spreadsheet has shortened this number: its digits are lost'
  if (sheetError.test(code)) return 'This is a spreadsheet’s error, not a code'
  return undefined
}

/** Hundredths of a coin; undefined if the cell is not an amount. */
export function parseCost(cell: string): number | undefined {
  const [, whole = '', places = ''] = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(cell) ?? []
  if (whole === '') return undefined
  const cost = Number(whole) * 100 + Number(places.padEnd(2, '0'))
  return cost <= 100_000_000_00 ? cost : undefined
}

export const detailError = (detail: string) =>
  detail.length > maxDetail ? `The details are longer than ${maxDetail} characters` : undefined

/** A code as the list of skipped lines shows it: shortened, and on one line. */
export const showCode = (code: string) =>
  (code.length > maxCode ? `${code.slice(0, maxCode)}…` : code).replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
