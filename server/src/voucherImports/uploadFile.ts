import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MultipartFile } from '@fastify/multipart'
import { required } from '@our-print/contract/values.ts'
import type { FastifyRequest } from 'fastify'
import { partsOf, plainName, savePart } from '../http/multipart.ts'
import { invalid, Problem } from '../http/problem.ts'
import { readToEnd } from '../http/readToEnd.ts'

export type UploadedFile = { name: string; path: string; sha256: Buffer }

const maxSize = 256 * 1024 * 1024

/**
 * Reads a form's one `file` to disk, where nobody waits for a slow line with a transaction open, and hands it to
 * `work`. It is gone when that ends, however it ends.
 */
export async function withUploadedFile<T>(
  request: FastifyRequest,
  uploadFolder: string,
  work: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Problem(415, 'wrong_type', 'Send this as multipart/form-data')
  const folder = join(uploadFolder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(await receive(request, join(folder, 'codes.csv')))
  } finally {
    readToEnd(request)
    await rm(folder, { recursive: true, force: true })
  }
}

async function receive(request: FastifyRequest, path: string): Promise<UploadedFile> {
  let file: UploadedFile | undefined
  for await (const part of partsOf(request, { limits: { fileSize: maxSize + 1 } })) {
    if (part.fieldname !== 'file') throw invalid(part.fieldname, 'This field is not known')
    if (part.type !== 'file') throw invalid('file', 'Send the file itself')
    if (file) throw invalid('file', 'Send one file')
    file = await keep(part, path)
  }
  if (!file) throw invalid('file', required)
  return file
}

async function keep(part: MultipartFile, path: string): Promise<UploadedFile> {
  const name = plainName(part.filename).slice(-255)
  if (!/\.csv$/i.test(name)) throw invalid('file', 'Only .csv files are accepted')
  const { sha256 } = await savePart(part, path, { bytes: maxSize, tooLarge })
  return { name, path, sha256 }
}

function tooLarge(): Problem {
  const message = 'The file is larger than 256 MB'
  return new Problem(413, 'too_large', message, { fields: [{ message, context: { key: 'file' } }] })
}
