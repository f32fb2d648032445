import { CsvError, parse } from 'csv-parse'
import type { FileContent } from '../../base/http/receivedForm.ts'
import { codeError, detailError, type ImportedLine, parseCost } from './importCells.ts'
import { maxLine, readText, refuseFile } from './importText.ts'

const maxRows = 1_000_000

const columns = ['voucher_code', 'voucher_detail', 'cost'] as const
type Header = { width: number; code: number; detail: number; cost: number }

/** Values for empty cells. Cost in hundredths of a coin. */
export type Defaults = { voucher_detail: string; cost: number }

/** Reads and validates the lines of a CSV file, without its header. Throws if it is not such a file. */
export async function* readLines(content: FileContent, defaults: Defaults): AsyncGenerator<ImportedLine[]> {
  let header: Header | undefined
  let blank: number[] = []
  let rows = 0
  for await (const records of readRecords(content)) {
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
  const cell = (index: number) => (index < 0 ? '' : (cells[index] ?? '').trim())
  const voucher_code = cell(header.code)
  const voucher_detail = cell(header.detail) || defaults.voucher_detail
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
    const isKnown = (columns as readonly string[]).includes(name)
    if (name !== '' && !isKnown) {
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

const isCodeColumn = (cell: string) => columnName(cell) === 'voucher_code'

type Row = { line: number; cells: string[] }

/** The records of a CSV file, each with the line where it begins, in the batches in which the file is read. */
async function* readRecords(content: FileContent): AsyncGenerator<Row[]> {
  const text = readText(content)
  const first = await text.next()
  if (first.done) return
  let found: Row[] = []
  let failed: unknown
  let line = 1
  const parser = parse({
    delimiter: separatorOf(first.value),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: maxLine,
    // Called for each record, so that an error in the file has the right line number.
    on_record: (cells: string[]) => {
      found.push({ line, cells })
      line += 1 + countLineBreaks(cells)
      return null
    },
  }).on('error', (error: unknown) => {
    failed = error
  })
  for (let next: IteratorResult<string> = first; ; next = await text.next()) {
    if (next.done) parser.end()
    else parser.write(next.value)
    // Lets other requests run, and the parser emit its error event.
    await new Promise(setImmediate)
    yield found
    found = []
    if (failed) throw failed instanceof CsvError ? refuseFile(parserMessage(failed), line) : failed
    if (next.done) return
  }
}

/** A quoted cell may contain line breaks. */
function countLineBreaks(cells: string[]): number {
  let breaks = 0
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) breaks += cell.match(/\r\n|\n|\r/g)?.length ?? 0
  }
  return breaks
}

function parserMessage({ code }: CsvError): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return 'This line is longer than 64 KB'
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quoted cell has no end'
  return 'A quotation mark stands where none can be'
}
