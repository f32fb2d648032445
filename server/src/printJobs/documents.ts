import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Resources } from '../http/dependencies.ts'
import { notFound } from '../http/problem.ts'
import * as files from './documents.queries.ts'

// TODO: replaced by the sheets feature when it is merged.

export interface SheetDocument {
  file: string | null
  name: string
  impressions: number
  color_impressions: number
  duplex: boolean
  binding_edge: 'long' | 'short'
}

export type DocumentDependencies = Pick<Resources, 'pool' | 'storage' | 'uploadFolder'>

export const listDocuments = ({ pool }: DocumentDependencies, orderId: string): Promise<SheetDocument[]> =>
  files.list(pool, orderId)

export async function withDocument<T>(
  { pool, storage, uploadFolder }: DocumentDependencies,
  orderId: string,
  file: string | null,
  use: (pdfPath: string) => Promise<T>,
): Promise<T> {
  const key = await files.findKey(pool, orderId, file)
  if (!key) throw notFound('File')
  const path = join(uploadFolder, randomUUID())
  await mkdir(uploadFolder, { recursive: true, mode: 0o700 })
  try {
    await pipeline(await storage.read(key), createWriteStream(path, { mode: 0o600 }))
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}
