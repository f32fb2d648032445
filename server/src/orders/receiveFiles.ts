import { createReadStream } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import { removeNow } from '../base/files/fileRemovals.ts'
import { detectType, inspectFile } from '../base/files/inspectFile.ts'
import { type ReservedKey, releaseKeys } from '../base/files/reservedKeys.ts'
import type { Dependencies } from '../base/http/dependencies.ts'
import { conflict, notFound } from '../base/http/problem.ts'
import {
  type FileContent,
  type ReceivedFile,
  type ReceivedForm,
  withReceivedForm,
} from '../base/http/receivedForm.ts'
import { withIdempotentWrite } from '../base/http/route.ts'
import type { PrintFile } from '../printing/office/officeConverter.ts'
import * as orderFiles from './orderFiles.queries.ts'

export type UploadDependencies = Pick<
  Dependencies,
  'pool' | 'storage' | 'pageCounter' | 'officeConverter' | 'uploadFolder' | 'reservedKeys'
>

/** Reads a form with `files` to print, each of at most 100 MB; Word and PowerPoint documents become PDF files. */
export function withPrintFiles<T>(
  request: FastifyRequest,
  { pageCounter, officeConverter, uploadFolder }: UploadDependencies,
  fields: string[],
  work: (form: Pick<ReceivedForm, 'fields'> & { files: PrintFile[] }) => Promise<T>,
): Promise<T> {
  pageCounter.warm()
  const files = {
    field: 'files',
    most: 20,
    tooMany: 'At most 20 files',
    bytes: 100 * 1024 * 1024,
    nameOf: (name: string) => name.slice(0, 255) || 'file',
  }
  return withReceivedForm(request, uploadFolder, { fields, files }, (form) =>
    officeConverter.withPdfs(form.files, uploadFolder, (printed) =>
      work({ fields: form.fields, files: printed }),
    ),
  )
}

const extensions = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const

/**
 * Stores all files under reserved keys while their pages are counted; `work` writes their rows. If one is refused or
 * `work` fails, all of them are removed. What a crash leaves is removed after a day, with its reservation.
 */
export async function withStoredFiles<T>(
  request: FastifyRequest,
  intake: UploadDependencies,
  files: PrintFile[],
  work: (files: orderFiles.NewFile[]) => Promise<T>,
): Promise<T> {
  const begun = await Promise.all(
    files.map(async ({ sent_sha256: _, ...file }) => {
      const content_type = await detectType(file.content, file.name)
      const inspected = inspectFile(file.content, file.name, intake.pageCounter)
      // It is awaited when the file is stored.
      inspected.catch(() => {})
      return { ...file, content_type, inspected }
    }),
  )
  const uploaded_by = request.actor?.id ?? ''
  const keys: string[] = []
  try {
    const stored: orderFiles.NewFile[] = []
    for (const [position, { content, inspected, ...facts }] of begun.entries()) {
      const key = await intake.reservedKeys.take(extensions[facts.content_type])
      keys.push(key.storage_key)
      await store(intake, { ...facts, ...key }, content)
      stored.push({ ...facts, ...key, ...(await inspected), uploaded_by, position })
    }
    return await work(stored)
  } catch (error) {
    await releaseKeys(intake.pool, intake.storage, request.log, keys).catch((reason: unknown) =>
      // Only logged, because the response must give the first error; the files are removed after a day.
      request.log.error({ err: reason }, 'files of a failed upload were not removed'),
    )
    throw error
  }
}

async function store(
  { storage }: UploadDependencies,
  {
    storage_key,
    content_type,
    sha256,
    name,
  }: Omit<ReceivedFile, 'content'> & ReservedKey & { content_type: string },
  content: FileContent,
): Promise<void> {
  const body = Buffer.isBuffer(content) ? content : createReadStream(content)
  const stored = await storage.put(storage_key, body, { contentType: content_type })
  if (stored.sha256 !== sha256) throw conflict(`${name} changed while it was stored. Please try again.`)
}

/** Removes stored files that got no row. */
export async function releaseFiles(
  request: FastifyRequest,
  { pool, storage }: UploadDependencies,
  files: orderFiles.NewFile[],
): Promise<void> {
  const keys = files.map(({ storage_key }) => storage_key)
  await releaseKeys(pool, storage, request.log, keys)
}

/** Deletes an upload of `uploader`, once; 404 for a file of an order. A retry with the same Idempotency-Key does nothing. */
export async function deleteUpload(
  request: FastifyRequest,
  { pool, storage }: Pick<UploadDependencies, 'pool' | 'storage'>,
  id: string,
  uploader: string,
): Promise<void> {
  const keys = await withIdempotentWrite(pool, request, { id }, async (tx) => {
    const removed = await orderFiles.removeUploads(tx, [id], uploader)
    if (removed.length === 0) throw notFound('File')
    return removed
  })
  await removeNow(pool, storage, request.log, keys)
}
