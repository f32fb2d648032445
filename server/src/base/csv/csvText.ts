import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { invalid } from '../http/problem.ts'
import type { FileContent } from '../http/receivedForm.ts'

/** The problem that refuses a whole file, with the line if it is known. */
export const refuseFile = (why: string, line?: number) =>
  invalid('file', line === undefined ? why : `Line ${line}: ${why}`)

export const maxLine = 64 * 1024
export const maxRows = 1_000_000

// Small, so that a large file does not delay other requests: a request takes several turns of the event loop, and each
// turn may include the work of one chunk.
const chunkSize = 4 * 1024

const signatures: [string, string][] = [
  ['%PDF-', 'This is a PDF file, not a CSV file'],
  ['PK\u0003\u0004', 'This is a spreadsheet or a ZIP file, not a CSV file: save it as CSV first'],
  ['\u00d0\u00cf\u0011\u00e0', 'This is a spreadsheet, not a CSV file: save it as CSV first'],
]

const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

/**
 * The text of a file, in chunks: UTF-8 with or without a byte order mark, or UTF-16 with one, if nobody says another
 * encoding. Refuses what is not text, or has a line over the limit.
 */
export async function* readText(content: FileContent, encoding?: Encoding): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  let lineLength = 0
  for await (const chunk of chunksOf(content)) {
    decoder ??= decoderOf(chunk, encoding)
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

async function* chunksOf(content: FileContent, size = chunkSize): AsyncGenerator<Buffer> {
  if (typeof content === 'string') yield* createReadStream(content, { highWaterMark: size })
  else for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

function decoderOf(start: Buffer, encoding: Encoding = markedEncoding(start) ?? 'utf-8'): TextDecoder {
  const known = signatures.find(([bytes]) => start.subarray(0, bytes.length).toString('latin1') === bytes)
  if (known) throw refuseFile(known[1])
  return new TextDecoder(encoding, { fatal: true })
}

/** UTF-16 with a byte order mark. */
function markedEncoding(start: Buffer): Encoding | undefined {
  const mark = start.subarray(0, 2).toString('latin1')
  return mark === '\u00ff\u00fe' ? 'utf-16le' : mark === '\u00fe\u00ff' ? 'utf-16be' : undefined
}

/** The encoding of a whole file: UTF-16 by its mark or its zero bytes, UTF-8 if it is, else that of Windows. */
export async function detectEncoding(content: FileContent): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  for await (const chunk of chunksOf(content, 64 * 1024)) {
    const marked = isFirst ? (markedEncoding(chunk) ?? unmarkedEncoding(chunk)) : undefined
    if (marked) return marked
    isFirst = false
    if (tryDecoding(decoder, chunk) === undefined) return 'windows-1252'
  }
  return tryDecoding(decoder, undefined) === undefined ? 'windows-1252' : 'utf-8'
}

/** UTF-16 without a mark: a header has mostly letters of one byte, so every second byte is zero. */
function unmarkedEncoding(start: Buffer): Encoding | undefined {
  const zeros = [0, 0]
  const some = start.subarray(0, 200)
  for (const [at, byte] of some.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > some.length / 4 && even === 0) return 'utf-16le'
  return even > some.length / 4 && odd === 0 ? 'utf-16be' : undefined
}

// In the encoding of Windows any bytes are text, also those of a picture.
const control = /[\p{Cc}--[\t\n\v\f\r]]/v

function decode(decoder: TextDecoder, chunk: Buffer | undefined, line: number): string {
  const text = tryDecoding(decoder, chunk)
  if (text === undefined) {
    const near = line > 1 ? ` (after line ${line - 1})` : ''
    throw refuseFile(`This is not a CSV file in UTF-8 or UTF-16${near}: save it as “CSV UTF-8”`)
  }
  if (text.includes('\0') || (decoder.encoding === 'windows-1252' && control.test(text)))
    throw refuseFile('This is not a CSV file: it has characters that no text has')
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
