import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Preflight } from '@our-print/contract/printing/preflight.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { notFound, refuseRemoved } from '../../base/http/problem.ts'
import { NotChecked } from '../prepress/preflighter.ts'
import * as preflights from './preflight.queries.ts'

export type PreflightDependencies = Pick<Dependencies, 'pool' | 'storage' | 'uploadFolder' | 'preflighter'>

/** The report of a file, read from the database or, the first time, from the file. A file that cannot be checked is kept as such. */
export async function preflightFile(
  { pool, storage, uploadFolder, preflighter }: PreflightDependencies,
  id: string,
): Promise<Preflight> {
  const file = await preflights.find(pool, id)
  if (!file) throw notFound('File')
  if (file.report) return { file: id, ...file.report }
  refuseRemoved(file)
  if (file.refusal) throw new NotChecked(file.name, file.refusal)
  const inspecting = preflighter.inspect(id, file, async (use) => {
    const path = join(uploadFolder, randomUUID())
    await mkdir(uploadFolder, { recursive: true, mode: 0o700 })
    try {
      await pipeline(await storage.read(file.storage_key), createWriteStream(path, { mode: 0o600 }))
      return await use(path)
    } finally {
      await rm(path, { force: true })
    }
  })
  const report = await inspecting.catch(async (error: unknown) => {
    if (error instanceof NotChecked) await preflights.save(pool, id, error.reason)
    throw error
  })
  await preflights.save(pool, id, report)
  return { file: id, ...report }
}
