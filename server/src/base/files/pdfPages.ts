import { join } from 'node:path'
import { checkingLimits } from './checkingLimits.ts'
import { createCheckingPool, type PoolLimits } from './checkingPool.ts'
import type { CheckedType } from './checkingProcess.ts'

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

const checkingProgram = join(import.meta.dirname, 'checkingChild.ts')
const maxPages = 5_000

export interface PageCounter {
  /** The pages that are really in a file (bytes or a path); a file that cannot be printed throws PagesRefused. */
  count(content: Buffer | string, contentType?: CheckedType): Promise<number>
  /** Starts a process ahead of need, while the file is still on its way. */
  warm(): void
  close(): Promise<void>
}

/** Counts pages in child processes. */
export function createPageCounter(limits: Partial<PoolLimits> = {}, program = checkingProgram): PageCounter {
  const pool = createCheckingPool<CheckResult>(program, { ...checkingLimits.pages, ...limits })
  return {
    async count(content, contentType = 'application/pdf') {
      const answer = await pool.use((ask) => ask({ content, contentType }))
      if (answer === 'exceeded') throw new PagesRefused('too slow or too large')
      if ('refusal' in answer) throw new PagesRefused(answer.refusal)
      if (answer.pages > maxPages) throw new PagesRefused('too many pages')
      return answer.pages
    },
    warm: () => pool.warm(),
    close: () => pool.close(),
  }
}
