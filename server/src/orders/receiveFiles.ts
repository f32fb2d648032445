import { isUtf8 } from 'node:buffer'
import { createHash, randomUUID, randomUUIDv7 } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { Upload } from '@our-print/contract/orders.ts'
import type { FastifyRequest } from 'fastify'
import type { Pool } from '../lib/db.ts'
import { inspectFile } from '../lib/inspectFile.ts'
import { asBrokenForm, partsOf, plainName } from '../lib/multipart.ts'
import type { PageCounter } from '../lib/pdfPages.ts'
import { conflict, invalid, Problem } from '../lib/problem.ts'
import { readToEnd } from '../lib/readToEnd.ts'
import { brokenText } from '../lib/requestShape.ts'
import { writeAs } from '../lib/route.ts'
import type { Storage } from '../lib/storage.ts'
import * as orderFiles from './orderFiles.queries.ts'

export type Intake = { pool: Pool; storage: Storage; pageCounter: PageCounter; uploadFolder: string }
export type Received = { name: string; path: string; size: number; sha256: string }
type Form = { fields: Map<string, string>; files: Received[] }

const maxFiles = 20
const maxFileSize = 100 * 1024 * 1024
const maxFieldSize = 1024 * 1024

/**
 * Reads a multipart request: its fields, and its `files` into a folder of this request's own, which is gone when
 * `work` ends, however it ends.
 */
export async function withForm<T>(
  request: FastifyRequest,
  { pageCounter, uploadFolder }: Intake,
  knownFields: string[],
  work: (form: Form) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Problem(415, 'wrong_type', 'Send this as multipart/form-data')
  pageCounter.warm()
  const folder = join(uploadFolder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(await readForm(request, folder, knownFields))
  } finally {
    readToEnd(request)
    await rm(folder, { recursive: true, force: true })
  }
}

async function readForm(request: FastifyRequest, folder: string, knownFields: string[]): Promise<Form> {
  const form: Form = { fields: new Map(), files: [] }
  for await (const part of partsOf(request)) {
    if (part.type === 'file' && part.fieldname === 'files') {
      if (form.files.length === maxFiles) throw invalid('files', `At most ${maxFiles} files`)
      form.files.push(await receive(part, join(folder, String(form.files.length))))
      continue
    }
    if (!knownFields.includes(part.fieldname)) throw invalid(part.fieldname, 'This field is not known')
    if (form.fields.has(part.fieldname)) throw invalid(part.fieldname, 'This field is there twice')
    form.fields.set(part.fieldname, await readField(part))
  }
  return form
}

/** Some clients send JSON as a part with a type of its own, or with a file name too; it is a field all the same. */
async function readField(part: Multipart): Promise<string> {
  const tooLarge = () => new Problem(413, 'too_large', `${part.fieldname} is too large`)
  if (part.type === 'field') {
    if (part.valueTruncated) throw tooLarge()
    return typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxFieldSize) throw tooLarge()
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (!isUtf8(bytes)) throw brokenText()
  return bytes.toString()
}

async function receive(part: MultipartFile, path: string): Promise<Received> {
  const name = plainName(part.filename).slice(0, 255) || 'file'
  const digest = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(part.file, measure, createWriteStream(path, { mode: 0o600 })).catch((error: unknown) => {
    throw asBrokenForm(error)
  })
  if (part.file.truncated || size > maxFileSize) {
    throw new Problem(413, 'too_large', `${name} is larger than 100 MB`, {
      fields: [{ message: `${name} is larger than 100 MB`, context: { key: 'files' } }],
    })
  }
  return { name, path, size, sha256: digest.digest('hex') }
}

const extensions = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const

/**
 * Looks at every file first and only then keeps them, each as a row that belongs to no order yet and its bytes.
 * When one is refused or `work` fails, all of them are gone again; what a crash leaves is swept after a day.
 */
export async function withStoredFiles<T>(
  request: FastifyRequest,
  intake: Intake,
  files: Received[],
  work: (uploads: Upload[]) => Promise<T>,
): Promise<T> {
  const checked = await Promise.all(
    files.map(async (file) => ({
      ...file,
      ...(await inspectFile(file.path, file.name, intake.pageCounter)),
    })),
  )
  const kept: Upload[] = []
  try {
    for (const file of checked) kept.push(await keep(request, intake, file, kept.length))
    return await work(kept)
  } catch (error) {
    await discard(
      intake,
      kept.map(({ id }) => id),
    )
    throw error
  }
}

type Checked = Received & { content_type: keyof typeof extensions; page_count: number }

async function keep(request: FastifyRequest, { pool, storage }: Intake, file: Checked, position: number) {
  const id = randomUUIDv7()
  // By its last letters, which are chance: the first ones are the time, and one folder would hold a year.
  const storage_key = `${id.slice(-2)}/${id}.${extensions[file.content_type]}`
  const { path, ...facts } = file
  const uploaded_by = request.actor?.id ?? ''
  const upload = await writeAs(pool, request, (tx) =>
    orderFiles.add(tx, { ...facts, id, position, storage_key, uploaded_by }),
  )
  const stored = await storage.put(storage_key, createReadStream(path), { contentType: file.content_type })
  if (stored.sha256 !== file.sha256)
    throw conflict(`${file.name} changed while it was stored. Please try again.`)
  return upload
}

/** Removes files that no order has taken: rows first, so that no row is left without its bytes. */
export async function discard({ pool, storage }: Intake, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const keys = await orderFiles.removeUntaken(pool, ids)
  await storage.remove(keys)
  return keys.length
}
