import { unseen } from './visibleText.ts'

// Where a reader may begin a new line or cell: some take a lone CR, LF or LINE SEPARATOR as the end of a row, some split
// at semicolons and tabs, whatever is quoted.
const breaks = String.raw`\r\n\t\v\f;\x85\u2028\u2029`
// With the wide, small and raised variants that a spreadsheet may normalize.
const operators = String.raw`=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋`
const start = `(^|[${breaks}])`
const run = `((?:(?![${breaks}])${unseen})*[${operators}])`
const formula = new RegExp(start + run, 'gu')
const defused = new RegExp(`${start}'${run}`, 'gu')

/** Text in which no line that a spreadsheet would run as a formula is one: it gets an apostrophe in front. */
export const defuseFormulas = (text: string): string => text.replace(formula, "$1'$2")

/** The text that was defused. An apostrophe that somebody had written before a formula themselves is lost. */
export const restoreFormulas = (text: string): string => text.replace(defused, '$1$2')

/** What must stand in quotes, besides text with a quote or a comma. */
export const quotedInCsv = new RegExp(`[${breaks}]`, 'u')

/** One cell of a CSV file, as RFC 4180 writes it. */
export const csvCell = (text: string): string => `"${defuseFormulas(text).replaceAll('"', '""')}"`
