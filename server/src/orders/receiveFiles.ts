import { randomUUIDv7 } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Upload } from '@our-print/contract/orderFiles.ts'
import type { FastifyRequest } from 'fastify'
import { removeNow } from '../files/fileRemovals.ts'
import { inspectFile } from '../files/inspectFile.ts'
import type { Dependencies } from '../http/dependencies.ts'
import { conflict } from '../http/problem.ts'
import { type ReceivedFile, type ReceivedForm, withReceivedForm } from '../http/receivedForm.ts'
import { inActorTransaction } from '../http/route.ts'
import * as orderFiles from './orderFiles.queries.ts'

export type UploadDependencies = Pick<Dependencies, 'pool' | 'storage' | 'pageCounter' | 'uploadFolder'>

/** Reads a form with `files` to print, each of at most 100 MB. */
export function withPrintFiles<T>(
  request: FastifyRequest,
  { pageCounter, uploadFolder }: UploadDependencies,
  fields: string[],
  work: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  pageCounter.warm()
  const files = {
    field: 'files',
    most: 20,
    tooMany: 'At most 20 files',
    bytes: 100 * 1024 * 1024,
    nameOf: (name: string) => name.slice(0, 255) || 'file',
  }
  return withReceivedForm(request, uploadFolder, { fields, files }, work)
}

const extensions = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const

/**
 * Inspects all files, then stores them as uploads: rows without an order, and their bytes. If one is refused or `work`
 * fails, all of them are deleted. What a crash leaves is swept after a day.
 */
export async function withStoredFiles<T>(
  request: FastifyRequest,
  intake: UploadDependencies,
  files: ReceivedFile[],
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
      kept.push(await store(request, intake, { ...file, id: ids[position] ?? '', position }))
    }
    return await work(kept)
  } catch (error) {
    await deleteUploads(request, intake, ids).catch((reason: unknown) =>
      // Only logged, because the response must give the first error; the files are swept after a day.
      request.log.error({ err: reason }, 'files of a failed upload were not deleted'),
    )
    throw error
  }
}

type Checked = ReceivedFile & {
  id: string
  position: number
  content_type: keyof typeof extensions
  page_count: number
}

async function store(
  request: FastifyRequest,
  { pool, storage }: UploadDependencies,
  file: Checked,
): Promise<Upload> {
  const { path, ...facts } = file
  const { id, name, content_type } = facts
  // Shard by the random suffix: the UUIDv7 prefix is a timestamp and would fill one folder for a year.
  const storage_key = `${id.slice(-2)}/${id}.${extensions[content_type]}`
  const uploaded_by = request.actor?.id ?? ''
  const upload = await inActorTransaction(pool, request, (tx) =>
    orderFiles.create(tx, { ...facts, storage_key, uploaded_by }),
  )
  const stored = await storage.put(storage_key, createReadStream(path), { contentType: content_type })
  if (stored.sha256 !== file.sha256) throw conflict(`${name} changed while it was stored. Please try again.`)
  return upload
}

/** Deletes uploads, only those of `uploader` if given; returns how many. Files of an order stay. */
export async function deleteUploads(
  request: FastifyRequest,
  { pool, storage }: Pick<UploadDependencies, 'pool' | 'storage'>,
  ids: string[],
  uploader?: string,
): Promise<number> {
  if (ids.length === 0) return 0
  const keys = await inActorTransaction(pool, request, (tx) => orderFiles.removeUploads(tx, ids, uploader))
  await removeNow(pool, storage, request.log, keys)
  return keys.length
}
