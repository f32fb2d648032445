import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import PQueue from 'p-queue'
import { type CheckedType, startCheckingProcess } from '../files/checkingProcess.ts'
import { createReusedProcess } from '../files/reusedProcess.ts'
import { overloaded, Problem } from '../http/problem.ts'
import { createFileCache } from './fileCache.ts'
import type { ImposeAnswer, ImposeRequest } from './imposeChild.ts'

const program = join(import.meta.dirname, 'imposeChild.ts')
const maxWaiting = 50
/** 5,000 pages take some seconds; PDFium holds a file of 100 MB up to six times. */
const defaults = { timeoutMs: 120_000, megabytes: 1_200, cpuSeconds: 240 }

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
 * Lays pages on sheets, one document after another, in a process of its own, so that a hostile file can exhaust only that.
 * Keeps some results in `folder`, because a preview is asked for again and again.
 */
export function createImposer(folder: string, limits: Partial<typeof defaults> = {}): Imposer {
  const queue = new PQueue({ concurrency: 1 })
  const child = createReusedProcess(() =>
    startCheckingProcess<ImposeAnswer, ImposeRequest>(
      program,
      { ...defaults, ...limits },
      { writableFolder: folder },
    ),
  )
  const cache = createFileCache()

  return {
    withSheets(job, use) {
      return cache.use(keyOf(job), () => add(() => impose(job)), use)
    },
    async close() {
      // What waits is refused by the closed process.
      await child.close()
      await queue.onIdle()
      await cache.clear()
    },
  }

  function add(work: () => Promise<string>): Promise<string> {
    if (queue.size >= maxWaiting) throw overloaded()
    return queue.add(work)
  }

  /** Makes the PDF and returns its path. */
  async function impose({ files, ...choices }: SheetJob): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const target = join(folder, `${randomUUID()}.pdf`)
    const sources = files.map(() => join(folder, randomUUID()))
    const paths = (index: number) => sources[index] ?? ''
    try {
      for (const [index, file] of files.entries()) {
        await pipeline(await file.read(), createWriteStream(paths(index), { mode: 0o600 }))
      }
      const answer = await child.ask({
        ...choices,
        files: files.map(({ content_type, pages }, index) => ({
          content: paths(index),
          isPicture: content_type !== 'application/pdf',
          pages,
        })),
        target,
      })
      const names = files.map(({ name }) => name).join(', ')
      if (answer === 'killed') throw refused(`${names} takes too much time or memory to lay on sheets`)
      if (answer === 'unchanged') await rename(paths(0), target)
      else if (answer !== 'written') throw refused(damageOf(answer, files))
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

const refused = (why: string) => new Problem(422, 'not_laid', why)

const keyOf = ({ files, ...choices }: SheetJob) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        choices,
        files.map(({ sha256, content_type, pages }) => [sha256, content_type, pages]),
      ]),
    )
    .digest('base64url')
