import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { invalid } from '../../base/http/problem.ts'
import type { FileContent } from '../../base/http/receivedForm.ts'

/** The problem that refuses a whole file, with the line if it is known. */
export const refuseFile = (why: string, line?: number) =>
  invalid('file', line === undefined ? why : `Line ${line}: ${why}`)

export const maxLine = 64 * 1024

// Small, so that a large file does not delay other requests: a request takes several turns of the event loop, and each
// turn may include the work of one chunk.
const chunkSize = 4 * 1024

const signatures: [string, string][] = [
  ['%PDF-', 'This is a PDF file, not a CSV file'],
  ['PK\u0003\u0004', 'This is a spreadsheet or a ZIP file, not a CSV file: save it as CSV first'],
  ['\u00d0\u00cf\u0011\u00e0', 'This is a spreadsheet, not a CSV file: save it as CSV first'],
]

/**
 * The text of a file, in chunks: UTF-8 with or without a byte order mark, or UTF-16 with one. Refuses what is not text,
 * or has a line over the limit.
 */
export async function* readText(content: FileContent): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  let lineLength = 0
  for await (const chunk of chunksOf(content)) {
    decoder ??= decoderOf(chunk)
    const text = decode(decoder, chunk, line)
    const ends = lineEnds(text)
    if (lineLength + (ends.count > 0 ? ends.first : text.length) > maxLine) {
      throw refuseFile('This line is longer than 64 KB', line)
    }
    lineLength = ends.count > 0 ? text.length - ends.last : lineLength + text.length
    line += ends.count
    if (text) yield text
  }
  const rest = decoder ? decode(decoder, undefined, line) : ''
  if (rest) yield rest
}

async function* chunksOf(content: FileContent): AsyncGenerator<Buffer> {
  if (typeof content === 'string') yield* createReadStream(content, { highWaterMark: chunkSize })
  else for (let at = 0; at < content.length; at += chunkSize) yield content.subarray(at, at + chunkSize)
}

function decoderOf(start: Buffer): TextDecoder {
  const known = signatures.find(([bytes]) => start.subarray(0, bytes.length).toString('latin1') === bytes)
  if (known) throw refuseFile(known[1])
  const mark = start.subarray(0, 2).toString('latin1')
  const encoding = mark === '\u00ff\u00fe' ? 'utf-16le' : mark === '\u00fe\u00ff' ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}

function decode(decoder: TextDecoder, chunk: Buffer | undefined, line: number): string {
  const text = tryDecoding(decoder, chunk)
  if (text === undefined) {
    const near = line > 1 ? ` (after line ${line - 1})` : ''
    throw refuseFile(`This is not a CSV file in UTF-8 or UTF-16${near}: save it as “CSV UTF-8”`)
  }
  if (text.includes('\0')) throw refuseFile('This is not a CSV file: it has characters that no text has')
  return text
}

function tryDecoding(decoder: TextDecoder, chunk: Buffer | undefined): string | undefined {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    return undefined
  }
}

/** How many line ends a text has, and where the first and the last one are. */
function lineEnds(text: string): { count: number; first: number; last: number } {
  // Lines of old files end with a carriage return only.
  const end = text.includes('\n') ? '\n' : '\r'
  const first = text.indexOf(end)
  let count = 0
  let last = -1
  for (let at = first; at >= 0; at = text.indexOf(end, at + 1)) {
    count++
    last = at
  }
  return { count, first, last }
}
