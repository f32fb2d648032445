import { CsvError, parse } from 'csv-parse'
import type { FileContent } from '../http/receivedForm.ts'
import { type Encoding, maxLine, readText, refuseFile } from './csvText.ts'

export type CsvRow = { line: number; cells: string[] }

type Reading = {
  /** The delimiter, by the beginning of the text. */
  delimiterOf: (start: string) => string
  encoding?: Encoding
  /** Whether a quotation mark may stand inside a cell that has none around it. */
  looseQuotes?: boolean
}

/** The records of a CSV file, each with the line where it begins, in the batches in which the file is read. */
export async function* readRecords(
  content: FileContent,
  { delimiterOf, encoding, looseQuotes = false }: Reading,
): AsyncGenerator<CsvRow[]> {
  const text = readText(content, encoding)
  const first = await text.next()
  if (first.done) return
  let found: CsvRow[] = []
  let failed: unknown
  let line = 1
  const parser = parse({
    delimiter: delimiterOf(first.value),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: looseQuotes,
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
