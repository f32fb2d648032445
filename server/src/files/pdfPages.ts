import { join } from 'node:path'
import PQueue from 'p-queue'
import { overloaded } from '../http/problem.ts'
import { type CheckedType, startCheckingProcess } from './checkingProcess.ts'

export type Refusal =
  | 'encrypted'
  | 'not to be printed'
  | 'not to be printed well'
  | 'broken'
  | 'too many pages'
  | 'too many pixels'
  | 'too slow or too large'
export type CheckResult = { pages: number } | { refusal: Refusal }

/** Why a file cannot be printed, and the rest of a sentence that begins with its name. */
export class PagesRefused extends Error {
  readonly reason: Refusal

  constructor(reason: Refusal) {
    super(messages[reason])
    this.reason = reason
  }
}

const messages: Record<Refusal, string> = {
  encrypted: 'opens only with a password; open it, print or save it as a PDF without one, and add that file',
  'not to be printed': 'may not be printed, says its author; ask them for a copy that may',
  'not to be printed well':
    'may be printed only at a low resolution, says its author; ask them for a copy without this limit',
  broken: 'is damaged and cannot be read; save or export it again and try once more',
  'too many pages': 'has more than 5,000 pages; split it into smaller files',
  'too many pixels': 'has more than 50 megapixels; make it smaller and try again',
  'too slow or too large': 'takes too much time or memory to read; save or export it again in a simpler form',
}

const program = join(import.meta.dirname, 'checkingChild.ts')
const maxPages = 5_000
const maxWaiting = 50
/** After this much work a process is replaced, before leaks add up and the kernel's limit of its time is near. */
const maxWorkMs = 20_000

export interface PageCounter {
  /** The pages that are really in a file (bytes or a path); a file that cannot be printed throws PagesRefused. */
  count(content: Buffer | string, contentType?: CheckedType): Promise<number>
  /** Starts a process ahead of need, while the file is still on its way. */
  warm(): void
  close(): Promise<void>
}

interface Limits {
  timeoutMs: number
  megabytes: number
  idleMs: number
  /** What a process may hold while it waits for the next file; beyond, a new one is started for that. */
  idleMegabytes: number
}

/**
 * Counts pages in child processes, two at a time, so that a hostile file can exhaust only those. A process is reused for
 * the next files and ends after some idle time.
 */
export function createPageCounter(limits: Partial<Limits> = {}): PageCounter {
  const { timeoutMs, megabytes, idleMs, idleMegabytes } = {
    timeoutMs: 5_000,
    megabytes: 400,
    idleMs: 5_000,
    idleMegabytes: 128,
    ...limits,
  }
  const queue = new PQueue({ concurrency: 2 })
  const all = new Set<Checker>()
  const idle: Checker[] = []
  let closed = false

  function start(): Checker {
    const bounds = { timeoutMs, megabytes, cpuSeconds: 60 }
    const checker = { process: startCheckingProcess<CheckResult>(program, bounds), workMs: 0 }
    all.add(checker)
    void checker.process.ended.then(() => {
      all.delete(checker)
      const place = idle.indexOf(checker)
      if (place >= 0) idle.splice(place, 1)
    })
    return checker
  }

  function acquireIdle(): Checker | undefined {
    // The one that was used last: its caches are warm, and the other one ends when it is not needed.
    const checker = idle.pop()
    clearTimeout(checker?.idleTimer)
    return checker
  }

  function releaseOrEnd(checker: Checker): void {
    const { process, workMs } = checker
    if (!all.has(checker)) return
    if (closed || workMs > maxWorkMs || process.megabytes() > idleMegabytes) return process.kill()
    idle.push(checker)
    checker.idleTimer = setTimeout(() => process.kill(), idleMs).unref()
  }

  async function checkFile(content: Buffer | string, contentType: CheckedType): Promise<CheckResult> {
    if (closed) throw new Error('The page counter is closed')
    const checker = acquireIdle() ?? start()
    const began = performance.now()
    try {
      const answer = await checker.process.ask({ content, contentType })
      checker.workMs += performance.now() - began
      releaseOrEnd(checker)
      return answer === 'killed' ? { refusal: 'too slow or too large' } : answer
    } catch (error) {
      checker.process.kill()
      throw error
    }
  }

  return {
    async count(content, contentType = 'application/pdf') {
      if (queue.size >= maxWaiting) throw overloaded()
      const answer = await queue.add(() => checkFile(content, contentType))
      if (closed) throw new Error('The page counter was closed')
      if ('refusal' in answer) throw new PagesRefused(answer.refusal)
      if (answer.pages > maxPages) throw new PagesRefused('too many pages')
      return answer.pages
    },

    warm() {
      if (!closed && all.size === 0) releaseOrEnd(start())
    },

    async close() {
      closed = true
      await Promise.all([...all].map(({ process }) => process.close()))
    },
  }
}

interface Checker {
  process: ReturnType<typeof startCheckingProcess<CheckResult>>
  workMs: number
  idleTimer?: NodeJS.Timeout
}
