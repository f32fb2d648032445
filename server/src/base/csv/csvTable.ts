import { restoreFormulas } from '@our-print/contract/csvCell.ts'
import type { FileContent } from '../http/receivedForm.ts'
import { type CsvRow, readRecords } from './csvRecords.ts'
import { detectEncoding } from './csvText.ts'

/**
 * The rows of a file of any program that are not blank. A spreadsheet may say the delimiter in a line of its own; else `guess`
 * says it by the beginning of the text.
 */
export async function* rowsOf(content: FileContent, guess = delimiterOf): AsyncGenerator<CsvRow[]> {
  const encoding = await detectEncoding(content)
  let hint = ''
  const delimiter = (start: string) => {
    const [line = ''] = start.split(/[\r\n]/)
    hint = /^sep=(.)$/i.exec(line)?.[1] ?? ''
    return hint || guess(start)
  }
  for await (const records of readRecords(content, { delimiterOf: delimiter, encoding, looseQuotes: true })) {
    yield records.filter(
      ({ line, cells }) => cells.some((cell) => cell.trim() !== '') && !(hint && line === 1),
    )
  }
}

/** The name of a column without case, accents, spaces and punctuation. */
export const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** A cell as it was before it was exported: a file of ours has an apostrophe before what a spreadsheet would run. */
export const cleanCell = (cell: string) => restoreFormulas(cell.trim()).trim()

export const delimiters = [',', ';', '\t', '|']

/** The delimiter that stands most often in the first line, outside of quotes. */
export function delimiterOf(start: string): string {
  const header =
    start
      .replace(/"[^"]*"?/g, '')
      .split(/[\r\n]+/)
      .find((line) => line.trim() !== '') ?? ''
  const counts = delimiters.map((each) => header.split(each).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}
