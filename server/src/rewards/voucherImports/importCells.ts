/** A line of an imported file. Cost in hundredths of a coin. */
export type ImportedLine = {
  line: number
  voucher_code: string
  voucher_detail: string
  cost: number
  /** Why the line is skipped. */
  reason: string | undefined
}

const maxCode = 100
const maxDetail = 500

// Matches nearly every code, so that the slower checks run for few.
const plain = /^[A-Z0-9-]{1,100}$/i
// 1.23457E+11: a spreadsheet saved a long number as it shows it, so digits are lost. A code such as 12E45 has no sign.
const shortened = /^-?\d([.,]\d+)?E[+-]\d{2,3}$/i
const spreadsheetError = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|#+)$/i
// Control characters and whatever else nobody sees but a space, so that two codes that look equal are equal.
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u

/** Why a code is refused, or undefined. */
export function codeError(code: string): string | undefined {
  if (plain.test(code)) return undefined
  if (code === '') return 'There is no code'
  if (code.length > maxCode) return `The code is longer than ${maxCode} characters`
  if (invisible.test(code)) return 'The code has a character that cannot be seen'
  if (shortened.test(code)) return 'A spreadsheet has shortened this number: its digits are lost'
  if (spreadsheetError.test(code)) return 'This is a spreadsheet’s error, not a code'
  return undefined
}

/** Hundredths of a coin, or undefined if the cell is not an amount. */
export function parseCost(cell: string): number | undefined {
  const [, whole = '', places = ''] = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(cell) ?? []
  if (whole === '') return undefined
  const cost = Number(whole) * 100 + Number(places.padEnd(2, '0'))
  return cost <= 100_000_000_00 ? cost : undefined
}

export const detailError = (detail: string) =>
  detail.length > maxDetail ? `The details are longer than ${maxDetail} characters` : undefined

/** A code for the list of skipped lines: shortened, on one line. */
export const formatCode = (code: string) =>
  (code.length > maxCode ? `${code.slice(0, maxCode)}…` : code).replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
