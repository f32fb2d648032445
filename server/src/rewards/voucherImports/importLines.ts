import { SkippedCode } from '@our-print/contract/rewards/voucherImports.ts'
import { Voucher } from '@our-print/contract/rewards/vouchers.ts'
import { isVisible } from '@our-print/contract/visibleText.ts'
import { readRecords } from '../../base/csv/csvRecords.ts'
import { cleanCell } from '../../base/csv/csvTable.ts'
import { maxRows, refuseFile } from '../../base/csv/csvText.ts'
import { columnsOf } from '../../base/http/csv.ts'
import type { FileContent } from '../../base/http/receivedForm.ts'
import { codeError, detailError, type ImportedLine, parseCost } from './importCells.ts'

const columns = ['voucher_code', 'voucher_detail', 'cost'] as const
type Header = { width: number; code: number; detail: number; cost: number }

/** Values for empty cells. Cost in hundredths of a coin. */
export type Defaults = { voucher_detail: string; cost: number }

/** Reads and validates the lines of a CSV file, without its header. Throws if it is not such a file. */
export async function* readLines(content: FileContent, defaults: Defaults): AsyncGenerator<ImportedLine[]> {
  let header: Header | undefined
  let blank: number[] = []
  let rows = 0
  for await (const records of readRecords(content, { delimiterOf: separatorOf })) {
    const lines: ImportedLine[] = []
    for (const { line, cells } of records) {
      const isBlank = cells.length === 1 && cells[0] === ''
      if (!header) {
        if (!isBlank) header = readHeader(cells)
        continue
      }
      if (++rows > maxRows) throw refuseFile('A file has at most 1,000,000 rows', line)
      if (isBlank) {
        blank.push(line)
        continue
      }
      // Blank lines between others have no code; those at the end of a file are ignored.
      for (const empty of blank) lines.push(validateLine([''], header, defaults, empty))
      if (blank.length > 0) blank = []
      lines.push(validateLine(cells, header, defaults, line))
    }
    yield lines
  }
  if (!header) throw refuseFile('The file is empty')
}

function validateLine(cells: string[], header: Header, defaults: Defaults, line: number): ImportedLine {
  const cell = (index: number) => (index < 0 ? '' : cleanCell(cells[index] ?? ''))
  const voucher_code = cell(header.code)
  const detail = cell(header.detail)
  const voucher_detail = isVisible(detail) ? detail : defaults.voucher_detail
  const costCell = cell(header.cost)
  const cost = costCell === '' ? defaults.cost : parseCost(costCell)
  const reason =
    codeError(voucher_code) ??
    (cost === undefined ? 'The cost is not an amount of coins' : undefined) ??
    detailError(voucher_detail) ??
    (cells.length > header.width && cells.slice(header.width).some((more) => more.trim() !== '')
      ? 'The line has more cells than the header'
      : undefined)
  return { line, voucher_code, voucher_detail, cost: cost ?? 0, reason }
}

function readHeader(cells: string[]): Header {
  const names = cells.map(columnName)
  for (const [index, name] of names.entries()) {
    if (name !== '' && !known.has(name)) {
      throw names.includes('voucher_code')
        ? refuseFile(`The column “${name.slice(0, 50)}” is not known. There are ${columns.join(', ')}.`)
        : missingHeader()
    }
    if (name !== '' && names.indexOf(name) < index) throw refuseFile(`The column ${name} is there twice`)
  }
  if (!names.includes('voucher_code')) throw missingHeader()
  const [code, detail, cost] = columns.map((name) => names.indexOf(name)) as [number, number, number]
  return { width: cells.length, code, detail, cost }
}

const missingHeader = () => refuseFile('The column voucher_code is missing: the first line must name it')

/** Normalizes a header cell: `"Voucher Code "` becomes `voucher_code`. */
const columnName = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** Comma, semicolon or tab: the one that separates `voucher_code` in the header. */
function separatorOf(start: string): string {
  const header = start.split(/[\r\n]+/).find((line) => line !== '') ?? ''
  const separators = [',', ';', '\t']
  return separators.find((one) => header.includes(one) && header.split(one).some(isCodeColumn)) ?? ','
}

/** What is read, and what else the lists of codes and of skipped lines have when they are exported. */
const known = new Set<string>([...columns, ...[Voucher, SkippedCode].flatMap(columnsOf).map(columnName)])

const isCodeColumn = (cell: string) => columnName(cell) === 'voucher_code'
