import { isUtf8 } from 'node:buffer'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { Upload } from '@our-print/contract/orderFiles.ts'
import type { FastifyRequest } from 'fastify'
import type { Pool } from '../database/db.ts'
import { tryToRemove } from '../files/fileRemovals.ts'
import { inspectFile } from '../files/inspectFile.ts'
import type { PageCounter } from '../files/pdfPages.ts'
import type { Storage } from '../files/storage.ts'
import { partsOf, plainName, readPart, savePart } from '../http/multipart.ts'
import { conflict, fieldError, invalid, Problem } from '../http/problem.ts'
import { readToEnd } from '../http/readToEnd.ts'
import { brokenText } from '../http/requestShape.ts'
import { writeAs } from '../http/route.ts'
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
  const bytes = await readPart(part, { bytes: maxFieldSize, tooLarge })
  if (!isUtf8(bytes)) throw brokenText()
  return bytes.toString()
}

async function receive(part: MultipartFile, path: string): Promise<Received> {
  const name = plainName(part.filename).slice(0, 255) || 'file'
  const message = `${name} is larger than 100 MB`
  const tooLarge = () => new Problem(413, 'too_large', message, { fields: [fieldError('files', message)] })
  const { size, sha256 } = await savePart(part, path, { bytes: maxFileSize, tooLarge })
  return { name, path, size, sha256: sha256.toString('hex') }
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
  const ids = files.map(() => randomUUIDv7())
  try {
    const kept: Upload[] = []
    for (const file of checked) {
      const position = kept.length
      kept.push(await keep(request, intake, { ...file, id: ids[position] ?? '', position }))
    }
    return await work(kept)
  } catch (error) {
    await discard(request, intake, ids).catch((reason: unknown) =>
      // They are swept after a day; what the person is told is why their files were not taken.
      request.log.error({ err: reason }, 'files of a failed intake are left behind'),
    )
    throw error
  }
}

type Checked = Received & {
  id: string
  position: number
  content_type: keyof typeof extensions
  page_count: number
}

async function keep(request: FastifyRequest, { pool, storage }: Intake, file: Checked): Promise<Upload> {
  const { path, ...facts } = file
  const { id, name, content_type } = facts
  // By its last letters, which are chance: the first ones are the time, and one folder would hold a year.
  const storage_key = `${id.slice(-2)}/${id}.${extensions[content_type]}`
  const uploaded_by = request.actor?.id ?? ''
  const upload = await writeAs(pool, request, (tx) =>
    orderFiles.add(tx, { ...facts, storage_key, uploaded_by }),
  )
  const stored = await storage.put(storage_key, createReadStream(path), { contentType: content_type })
  if (stored.sha256 !== file.sha256) throw conflict(`${name} changed while it was stored. Please try again.`)
  return upload
}

/** Removes files that no order has taken, in the name of whoever asked; only their uploader's, where one is named. */
export async function discard(
  request: FastifyRequest,
  { pool, storage }: Pick<Intake, 'pool' | 'storage'>,
  ids: string[],
  uploader?: string,
): Promise<number> {
  if (ids.length === 0) return 0
  const keys = await writeAs(pool, request, (tx) => orderFiles.removeUntaken(tx, ids, uploader))
  await tryToRemove(pool, storage, request.log, keys)
  return keys.length
}
