import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Stored } from '../files/storage.ts'
import { measure } from '../files/storedFile.ts'
import { Problem } from './problem.ts'
import { brokenText } from './requestShape.ts'

type Limits = Parameters<FastifyRequest['parts']>[0]

/** The parts of a form, and after the last one the place to work on them; what its reader throws without a code says that the form is not one. */
export async function* partsOf(request: FastifyRequest, options?: Limits): AsyncGenerator<Multipart> {
  // The reader takes no bytes at all for a form without fields, which is how a form cut off at its start looks.
  if (Number(request.headers['content-length'] ?? 1) === 0) throw brokenForm()
  // The reader waits for the end of the request, which has come already where its sender is gone.
  if (request.raw.destroyed && !request.raw.readableEnded) throw brokenForm()
  try {
    for await (const part of request.parts(options)) {
      checkDecoded(part)
      yield part
    }
    await request.takePlace?.()
  } catch (error) {
    throw error instanceof Error && !('code' in error) ? brokenForm() : error
  }
}

/** Refuses a field that was no UTF-8: the parser has put this sign in the place of what it could not read. */
function checkDecoded(part: Multipart): void {
  const value = part.type === 'field' && typeof part.value === 'string' ? part.value : ''
  if (`${part.fieldname}${value}`.includes('\ufffd')) throw brokenText()
}

const brokenForm = () => new Problem(400, 'malformed', 'The form is broken off or not well formed')

/** A file that ends too early is a form that is broken off. */
const asBrokenForm = (error: unknown) =>
  error instanceof Error && /terminated early|unexpected end|premature/i.test(error.message)
    ? brokenForm()
    : error

/** A limit in bytes, and what to say beyond it. */
type Limit = { bytes: number; tooLarge: () => Problem }

/** The chunks of a file part. Its own stream throws what nobody expects when the form breaks off. */
async function* chunksOf({ file }: MultipartFile, { bytes, tooLarge }: Limit): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > bytes) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    throw asBrokenForm(error)
  }
  if (file.truncated) throw tooLarge()
}

/** Holds a file part in memory. */
export async function readPart(part: MultipartFile, limit: Limit): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of chunksOf(part, limit)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Writes a file part to disk, and answers its size and SHA-256. */
export async function savePart(part: MultipartFile, path: string, limit: Limit): Promise<Stored> {
  const { chunks, stored } = measure(chunksOf(part, limit))
  await pipeline(chunks, createWriteStream(path, { mode: 0o600 }))
  return stored()
}

/** The last part of a path, without characters that a name on a ticket or in a header should not have. */
export function plainName(name: string | undefined): string {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? ''
  return last.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '').trim()
}
