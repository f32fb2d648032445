import { amountSign, currency, usualCurrency } from '@our-print/contract/money/currency.ts'
import type { Statement } from '@our-print/contract/money/statements.ts'
import type { StatementField } from '@our-print/contract/money/statementTerms.ts'
import { Day, mostRupees } from '@our-print/contract/values.ts'
import type { CsvRow } from '../../base/csv/csvRecords.ts'
import { cleanCell, delimiterOf, delimiters, plainName, rowsOf } from '../../base/csv/csvTable.ts'
import { maxRows, refuseFile } from '../../base/csv/csvText.ts'
import type { FileContent } from '../../base/http/receivedForm.ts'
import { type Columns, type Layout, matchColumns, missingIn } from './statementColumns.ts'

/** A line of a statement as it is read, its amount in paise; or why it is skipped. */
export type ReadLine = {
  line: number
  text: string
  reason?: string
  day: string
  amount: number
  reference: string
}

const samplesShown = 3
/** Above its header a statement may name the bank and the account. */
const mostAbove = 50

type Delimiting = (start: string) => string
export type Shape = { header: number; columns: Statement['columns']; delimiter: Delimiting }

/** Finds the header of a statement, and what its columns are, as they are matched or as somebody chose. */
export async function readShape(
  content: FileContent,
  known: Layout,
  chosen: Columns | undefined,
): Promise<Shape> {
  const rows: CsvRow[] = []
  const delimiter = delimiterBy(known)
  for await (const records of rowsOf(content, delimiter)) {
    rows.push(...records)
    if (rows.length > mostAbove + samplesShown) break
  }
  const header = headerOf(rows.slice(0, mostAbove), known)
  if (!header) throw refuseFile('The file is empty')
  const first = rows.slice(rows.indexOf(header) + 1, rows.indexOf(header) + 1 + samplesShown)
  const columns = chosen ?? withoutKinds(matchColumns(header.cells, known), header, first, known)
  return {
    delimiter,
    header: header.line,
    columns: header.cells.slice(0, 200).map((name, at) => ({
      name: name.trim().slice(0, 100),
      field: columns[at] ?? '',
      samples: first.map(({ cells }) => (cells[at] ?? '').trim().slice(0, 100)),
    })),
  }
}

/** The delimiter with which a line names what is needed: above it the address of a bank may have commas. */
const delimiterBy =
  (known: Layout): Delimiting =>
  (start) => {
    const lines = start.split(/[\r\n]+/)
    const names = (delimiter: string) =>
      lines.some((line) => missingIn(matchColumns(line.split(delimiter), known)).length === 0)
    return delimiters.find(names) ?? delimiterOf(start)
  }

/** A column named Type often says how was paid: it is no direction unless it reads as one. */
const withoutKinds = (columns: Columns, header: CsvRow, first: readonly CsvRow[], known: Layout): Columns =>
  columns.map((field, at) => {
    if (field !== 'direction' || known[plainName(header.cells[at] ?? '')] === field) return field
    const reads = first.some(({ cells }) => readDirection(cells[at] ?? '') !== undefined)
    return reads && columns.includes('amount') ? field : ''
  })

/** The first row that names what is needed; else the first of those with the most cells. */
function headerOf(rows: readonly CsvRow[], known: Layout): CsvRow | undefined {
  const filled = ({ cells }: CsvRow) => cells.filter((cell) => cell.trim() !== '').length
  const most = Math.max(0, ...rows.map(filled))
  return (
    rows.find(({ cells }) => missingIn(matchColumns(cells, known)).length === 0) ??
    rows.find((row) => filled(row) === most)
  )
}

/** Reads the lines of a statement after its header. */
export async function* readLines(
  content: FileContent,
  { header, columns, delimiter }: Shape,
  monthFirst: boolean,
): AsyncGenerator<ReadLine[]> {
  let rows = 0
  for await (const records of rowsOf(content, delimiter)) {
    const lines: ReadLine[] = []
    for (const record of records) {
      if (record.line <= header) continue
      if (++rows > maxRows) throw refuseFile('A file has at most 1,000,000 rows', record.line)
      lines.push(readLine(record, columns, monthFirst))
    }
    yield lines
  }
}

function readLine({ line, cells }: CsvRow, columns: Statement['columns'], monthFirst: boolean): ReadLine {
  const values: Partial<Record<StatementField, string>> = {}
  // Some banks write a dash where there is nothing.
  for (const [at, { field }] of columns.entries())
    if (field) values[field] = cleanCell(cells[at] ?? '').replace(/^[-–—−]+$/, '')
  const plain = (cell: string | undefined, most: number) =>
    (cell ?? '')
      .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
      .trim()
      .slice(0, most)
  const text = plain(values.text, 300)
  const reference = plain(values.reference, 100)
  const shown = [values.day, text || reference].filter(Boolean).join(' ').slice(0, 200)
  const day = readDay(values.day ?? '', monthFirst)
  if (day === undefined) return skip(line, shown, 'There is no day that can be read')
  if (isUndone(values.status ?? '')) return skip(line, shown, 'It did not go through')
  if (values.amount && values.direction !== undefined && readDirection(values.direction) === undefined)
    return skip(line, shown, 'It does not say Cr or Dr')
  const amount = amountOf(values)
  if (amount === undefined) return skip(line, shown, 'There is no amount that can be read')
  if (amount === 0) return skip(line, shown, 'The amount is zero')
  return { line, text, reference, day, amount }
}

const skip = (line: number, text: string, reason: string): ReadLine => ({
  line,
  text,
  reason,
  day: '',
  amount: 0,
  reference: '',
})

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A UPI app lists also what failed, or what waits: no money has moved. */
const isUndone = (status: string) =>
  /^(un|not|in|fail|declin|reject|cancel|pending|processing|created|expire|timed?out|revers|abort)/.test(
    plainName(status),
  )

/** 2026-11-24, 24/11/26, 24-Nov-2026, Nov 24, 2026, 24.11.2026 10:30; a time is left out. */
export function readDay(cell: string, monthFirst: boolean): string | undefined {
  const year = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(cell)
  if (year) return dayOf(year[1], year[2], year[3])
  const numbers = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?!\d)/.exec(cell)
  if (numbers) {
    const [, first, second, third] = numbers
    return monthFirst ? dayOf(third, first, second) : dayOf(third, second, first)
  }
  const named = /^(\d{1,2})[-/. ]*([A-Za-z]{3})[A-Za-z]*[-/., ]*(\d{4}|\d{2})(?!\d)/.exec(cell)
  if (named) return dayOf(named[3], monthOf(named[2]), named[1])
  const first = /^([A-Za-z]{3})[A-Za-z]*[-/. ]*(\d{1,2})[-/., ]+(\d{4})(?!\d)/.exec(cell)
  return first ? dayOf(first[3], monthOf(first[1]), first[2]) : undefined
}

const monthOf = (name = '') => String(months.indexOf(name.toLowerCase()) + 1)

function dayOf(year = '', month = '', day = ''): string | undefined {
  const whole = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return Day.safeParse(whole).success ? whole : undefined
}

/** In paise, negative where it left the account; undefined where it cannot be read. */
function amountOf(values: Partial<Record<StatementField, string>>): number | undefined {
  const { amount, direction, credit, debit } = values
  if (amount) {
    const paise = readPaise(amount)
    const way = direction === undefined ? undefined : readDirection(direction)
    if (paise === undefined || way === undefined) return paise
    // A withdrawal may have its sign, too; a receipt below zero contradicts itself.
    return way === 'debit' ? -Math.abs(paise) : paise < 0 ? undefined : paise
  }
  const [came, left] = [readPaise(credit || '0'), readPaise(debit || '0')]
  if (came === undefined || left === undefined || (came !== 0 && left !== 0)) return undefined
  return left === 0 ? came : -Math.abs(left)
}

/** CR, Dr., Credit, D: which way an amount went. */
export function readDirection(cell: string): 'credit' | 'debit' | undefined {
  const word = plainName(cell)
  if (/^(c|cr|credit|credited|deposit|h|haben)$/.test(word)) return 'credit'
  return /^(d|dr|debit|debited|withdrawal|s|soll)$/.test(word) ? 'debit' : undefined
}

// One point with three digits may be of thousands or a decimal point: such a line is left out rather than read wrongly.
const grouped = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}\.\d{3}(?=[.,])(?:\.\d{3})*)(?:[.,](\d{1,2}))?$/

let beside: { of: string; before: RegExp; after: RegExp; words: RegExp } | undefined

/** What may stand beside the digits: the shop's currency, brackets and signs. An amount in another currency is not read. */
function besideDigits() {
  if (beside?.of === currency()) return beside
  const sign = amountSign().replace(/\s/g, '')
  const words = [
    currency(),
    sign.replace(/[^\p{L}]/gu, '\\$&'),
    ...(currency() === usualCurrency ? ['Rs\\.?'] : []),
  ].join('|')
  beside = {
    of: currency(),
    before: new RegExp(`^(${words}|[-−+(])*$`, 'i'),
    after: new RegExp(`^(${words}|[-−+)]|cr\\.?|dr\\.?)*$`, 'i'),
    words: new RegExp(words, 'gi'),
  }
  return beside
}

/**
 * 1,23,456.50 · ₹ 342.5 · Rs. -20 · 1.234,56 · (20.00) · 20.00 (Dr), in paise. Digits alone: a number on the way would round,
 * and two with a sign between them are no amount.
 */
export function readPaise(cell: string): number | undefined {
  const plain = cell.replace(/[\s']/g, '').replace(/\((cr|dr)\.?\)$/i, '$1')
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d(?:[\d.,]*\d)?)(\D*)$/.exec(plain) ?? []
  const known = besideDigits()
  if (!known.before.test(before) || !known.after.test(after) || before.includes('(') !== after.includes(')'))
    return undefined
  const parts = grouped.exec(digits)
  if (!parts) return undefined
  const paise = Number(`${parts[1]?.replace(/[.,]/g, '')}${(parts[2] ?? '').padEnd(2, '0')}`)
  if (paise > mostRupees * 100) return undefined
  // IDR is no debit.
  const isNegative = /[-−(]/.test(before) || /[-−]|dr/i.test(after.replace(known.words, ''))
  return isNegative && paise > 0 ? -paise : paise
}
