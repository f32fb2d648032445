import { isUtf8 } from 'node:buffer'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import { isVisible } from '@our-print/contract/visibleText.ts'
import type { FastifyRequest } from 'fastify'
import type { Stored } from '../files/storage.ts'
import { measure } from '../files/storedFile.ts'
import { fieldError, Problem } from './problem.ts'
import { malformedText } from './requestChecks.ts'

type Limits = Parameters<FastifyRequest['parts']>[0]

/**
 * The parts of a form. After the last one the request waits for its place in the queue. An error of the parser without
 * a code means that the form is malformed.
 */
export async function* readParts(request: FastifyRequest, options?: Limits): AsyncGenerator<Multipart> {
  // The parser takes an empty body for a form without fields; it is a form that was cut off at its start.
  if (Number(request.headers['content-length'] ?? 1) === 0) throw malformedForm()
  // The parser would wait for ever for the end of a request whose sender is gone.
  if (request.raw.destroyed && !request.raw.readableEnded) throw malformedForm()
  try {
    for await (const part of request.parts(options)) {
      checkDecoded(part)
      yield part
    }
    await request.acquireSlot?.()
  } catch (error) {
    throw error instanceof Error && !('code' in error) ? malformedForm() : error
  }
}

/** Refuses a field that is not UTF-8: the parser replaces what it cannot decode by U+FFFD. */
function checkDecoded(part: Multipart): void {
  const value = part.type === 'field' && typeof part.value === 'string' ? part.value : ''
  if (`${part.fieldname}${value}`.includes('\ufffd')) throw malformedText()
}

const malformedForm = () => new Problem(400, 'malformed', 'The form is broken off or not well formed')

/** A file that ends too early is a form that is broken off. */
const asMalformedForm = (error: unknown) =>
  error instanceof Error && /terminated early|unexpected end|premature/i.test(error.message)
    ? malformedForm()
    : error

/** A limit in bytes, and what to say beyond it. */
type Limit = { bytes: number; tooLarge: () => Problem }

/** The chunks of a file part; an error of its stream becomes a refusal. */
async function* chunksOf({ file }: MultipartFile, { bytes, tooLarge }: Limit): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > bytes) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    throw asMalformedForm(error)
  }
  if (file.truncated) throw tooLarge()
}

const maxFieldSize = 1024 * 1024

/** The text of a field. Some clients send JSON as a file part, with a type or a file name of its own. */
export async function readText(part: Multipart): Promise<string> {
  const limit = { bytes: maxFieldSize, tooLarge: () => partTooLarge(part.fieldname, '1 MB') }
  if (part.type === 'file') {
    const bytes = await readPart(part, limit)
    if (!isUtf8(bytes)) throw malformedText()
    return bytes.toString()
  }
  const text = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
  if (part.valueTruncated || part.fieldnameTruncated || text.length > maxFieldSize) throw limit.tooLarge()
  return text
}

/** 413 on the field of a part. */
export function partTooLarge(field: string, limit: string, what = 'This'): Problem {
  const message = `${what} is larger than ${limit}`
  return new Problem(413, 'too_large', message, { fields: [fieldError(field, message)] })
}

/** Holds a file part in memory. */
export async function readPart(part: MultipartFile, limit: Limit): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of chunksOf(part, limit)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Receives a file part, in memory if it has at most `memory` bytes, else on disk; with its size and SHA-256. */
export async function receivePart(
  part: MultipartFile,
  newPath: () => Promise<string>,
  limit: Limit & { memory: number },
): Promise<Stored & { content: Buffer | string }> {
  const { chunks, stored } = measure(chunksOf(part, limit))
  const start: Buffer[] = []
  let size = 0
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    start.push(next.value)
    size += next.value.length
    if (size <= limit.memory) continue
    const content = await newPath()
    await pipeline(concat(start, chunks), createWriteStream(content, { mode: 0o600 }))
    return { content, ...stored() }
  }
  return { content: Buffer.concat(start), ...stored() }
}

async function* concat(start: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* start.splice(0)
  yield* rest
}

/** The last part of a path, without control and invisible characters. */
export function sanitizeFileName(name: string | undefined): string {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '').trim()
  return isVisible(clean) ? clean : ''
}
