import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { partTooLarge, readParts, readText, receivePart, sanitizeFileName } from './multipart.ts'
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

/** The bytes of a small file, or the path of a larger one, which is on disk for as long as its request is worked on. */
export type FileContent = Buffer | string
export type ReceivedFile = { name: string; content: FileContent; size: number; sha256: string }
export type ReceivedForm = { fields: Map<string, string>; files: ReceivedFile[] }

/** What one form may hold in memory; files beyond it go to disk. A field of text may be four times as long. */
const maxInMemory = 256 * 1024

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
  let folder: string | undefined
  const makePath = async (name: string) => {
    if (folder === undefined) {
      folder = join(uploadFolder, randomUUID())
      await mkdir(folder, { recursive: true, mode: 0o700 })
    }
    return join(folder, name)
  }
  try {
    return await work(await receive(request, makePath, rules))
  } finally {
    discardBody(request)
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
}

type MakePath = (name: string) => Promise<string>

async function receive(request: FastifyRequest, makePath: MakePath, rules: Rules): Promise<ReceivedForm> {
  const { field, most, tooMany, bytes } = rules.files
  const form: ReceivedForm = { fields: new Map(), files: [] }
  let memory = maxInMemory
  for await (const part of readParts(request, {
    limits: {
      fileSize: bytes + 1,
      fields: Math.max(10, rules.fields.length),
      parts: Math.max(30, rules.fields.length + most + 1),
    },
  })) {
    const name = part.fieldname
    if (name === field) {
      if (part.type !== 'file') throw invalid(field, 'Send the file itself')
      if (form.files.length === most) throw invalid(field, tooMany)
      const newPath = () => makePath(String(form.files.length))
      const file = await receiveFile(part, newPath, rules.files, memory)
      if (typeof file.content !== 'string') memory -= file.size
      form.files.push(file)
      continue
    }
    if (!rules.fields.includes(name)) throw invalid(name, 'This field is not known')
    if (form.fields.has(name)) throw invalid(name, 'This field is there twice')
    form.fields.set(name, await readText(part))
  }
  return form
}

async function receiveFile(
  part: MultipartFile,
  newPath: () => Promise<string>,
  rules: Rules['files'],
  memory: number,
): Promise<ReceivedFile> {
  const name = rules.nameOf(sanitizeFileName(part.filename))
  const tooLarge = () => partTooLarge(rules.field, `${rules.bytes / 1024 / 1024} MB`, rules.called ?? name)
  return { name, ...(await receivePart(part, newPath, { bytes: rules.bytes, tooLarge, memory })) }
}
