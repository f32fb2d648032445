import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { partTooLarge, readParts, readText, sanitizeFileName, savePart } from './multipart.ts'
import { invalid, Problem } from './problem.ts'
import { discardBody } from './refusedBodies.ts'

/** What a form may hold. */
type Rules = {
  /** Its text fields. */
  fields: string[]
  files: {
    field: string
    most: number
    /** Said when there are more. */
    tooMany: string
    bytes: number
    /** What the message for a file that is too large calls it; by default its name. */
    called?: string
    /** Returns the stored name of a file; throws if the name is refused. */
    nameOf: (name: string) => string
  }
}

/** A file on disk, for as long as its request is worked on. */
export type ReceivedFile = { name: string; path: string; size: number; sha256: string }
export type ReceivedForm = { fields: Map<string, string>; files: ReceivedFile[] }

/**
 * Reads a multipart form with large files, which go to disk: its fields, and its files into a folder of this request's
 * own, which is removed when `work` ends, however it ends. Small forms are read by form.ts.
 */
export async function withReceivedForm<T>(
  request: FastifyRequest,
  uploadFolder: string,
  rules: Rules,
  work: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Problem(415, 'wrong_type', 'Send this as multipart/form-data')
  const folder = join(uploadFolder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(await receive(request, folder, rules))
  } finally {
    discardBody(request)
    await rm(folder, { recursive: true, force: true })
  }
}

async function receive(request: FastifyRequest, folder: string, rules: Rules): Promise<ReceivedForm> {
  const { field, most, tooMany, bytes } = rules.files
  const form: ReceivedForm = { fields: new Map(), files: [] }
  for await (const part of readParts(request, { limits: { fileSize: bytes + 1 } })) {
    const name = part.fieldname
    if (name === field) {
      if (part.type !== 'file') throw invalid(field, 'Send the file itself')
      if (form.files.length === most) throw invalid(field, tooMany)
      form.files.push(await receiveFile(part, join(folder, String(form.files.length)), rules.files))
      continue
    }
    if (!rules.fields.includes(name)) throw invalid(name, 'This field is not known')
    if (form.fields.has(name)) throw invalid(name, 'This field is there twice')
    form.fields.set(name, await readText(part))
  }
  return form
}

async function receiveFile(part: MultipartFile, path: string, rules: Rules['files']): Promise<ReceivedFile> {
  const name = rules.nameOf(sanitizeFileName(part.filename))
  const tooLarge = () => partTooLarge(rules.field, `${rules.bytes / 1024 / 1024} MB`, rules.called ?? name)
  return { name, path, ...(await savePart(part, path, { bytes: rules.bytes, tooLarge })) }
}
