import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkingLimits } from '../../base/files/checkingLimits.ts'
import { createCheckingPool, type PoolLimits } from '../../base/files/checkingPool.ts'
import type { CheckedType } from '../../base/files/checkingProcess.ts'
import { Problem } from '../../base/http/problem.ts'
import { createFileCache } from './fileCache.ts'
import type { ImposeAnswer, ImposeRequest } from './imposeChild.ts'

const imposeProgram = join(import.meta.dirname, 'imposeChild.ts')

/** A file that is printed: what it contains is known by its hash. */
export interface PrintedFile {
  name: string
  content_type: CheckedType
  sha256: string
  /** The chosen pages, from 1. */
  pages: number[]
  read(): Promise<Readable>
}

export type SheetJob = Omit<ImposeRequest, 'files' | 'target'> & { files: PrintedFile[] }

export interface Imposer {
  /** Calls `use` with the path of the PDF whose pages are the sides of the sheets; the file is there as long as `use` runs. */
  withSheets<T>(job: SheetJob, use: (path: string) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Lays pages on sheets in child processes. Keeps some results in `folder`, because a preview is asked for again and again; also
 * that a document cannot be laid.
 */
export function createImposer(
  folder: string,
  limits: Partial<PoolLimits> = {},
  program = imposeProgram,
): Imposer {
  const pool = createCheckingPool<ImposeAnswer, ImposeRequest>(
    program,
    { ...checkingLimits.sheets, ...limits },
    { writableFolder: folder },
  )
  const cache = createFileCache((error) => error instanceof NotLaid)

  return {
    withSheets(job, use) {
      return cache.use(keyOf(job), () => pool.use((ask) => impose(job, ask)), use)
    },
    async close() {
      // What waits is refused by the closed pool.
      await pool.close()
      await cache.clear()
    },
  }

  /** Makes the PDF and returns its path. */
  async function impose(
    { files, ...choices }: SheetJob,
    ask: (question: ImposeRequest) => Promise<ImposeAnswer | 'exceeded'>,
  ): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const target = join(folder, `${randomUUID()}.pdf`)
    const sources = files.map(() => join(folder, randomUUID()))
    const paths = (index: number) => sources[index] ?? ''
    try {
      for (const [index, file] of files.entries()) {
        await pipeline(await file.read(), createWriteStream(paths(index), { mode: 0o600 }))
      }
      const answer = await ask({
        ...choices,
        files: files.map(({ content_type, pages }, index) => ({
          content: paths(index),
          isPicture: content_type !== 'application/pdf',
          pages,
        })),
        target,
      })
      const names = files.map(({ name }) => name).join(', ')
      if (answer === 'exceeded') throw new NotLaid(`${names} takes too much time or memory to lay on sheets`)
      if (answer === 'unchanged') await rename(paths(0), target)
      else if (answer !== 'written') throw new NotLaid(damageOf(answer, files))
      return target
    } catch (error) {
      await rm(target, { force: true })
      throw error
    } finally {
      for (const path of sources) await rm(path, { force: true })
    }
  }
}

const damageOf = ({ damaged, page }: { damaged: number; page?: number }, files: PrintedFile[]) =>
  `${files[damaged]?.name}${page ? `, page ${page},` : ''} is damaged and cannot be laid on sheets`

class NotLaid extends Problem {
  constructor(why: string) {
    super(422, 'not_laid', why)
  }
}

const keyOf = ({ files, ...choices }: SheetJob) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        choices,
        // The name is in the sentence of a refusal.
        files.map(({ name, sha256, content_type, pages }) => [name, sha256, content_type, pages]),
      ]),
    )
    .digest('base64url')
