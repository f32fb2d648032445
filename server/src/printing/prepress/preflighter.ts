import { join } from 'node:path'
import { checkingLimits } from '../../base/files/checkingLimits.ts'
import { createCheckingPool, type PoolLimits } from '../../base/files/checkingPool.ts'
import type { CheckedType } from '../../base/files/checkingProcess.ts'
import { Problem } from '../../base/http/problem.ts'
import type { PageReports } from './preflightChild.ts'
import { type Report, summarize } from './summarize.ts'

const preflightProgram = join(import.meta.dirname, 'preflightChild.ts')

/** Why a file cannot be checked. It stays so: the file does not change. */
export type NotCheckedReason = 'too much' | 'damaged'

const reasons: Record<NotCheckedReason, string> = {
  'too much': 'takes too much time or memory to check; save or export it again in a simpler form',
  damaged: 'cannot be checked: it is damaged',
}

export class NotChecked extends Problem {
  readonly reason: NotCheckedReason

  constructor(name: string, reason: NotCheckedReason) {
    super(422, 'not_checked', `${name} ${reasons[reason]}`)
    this.reason = reason
  }
}

type Source = { name: string; content_type: CheckedType }
/** Puts a file where the process can read it, for as long as `use` runs: its bytes, or the path of a larger one. */
type WithContent = <T>(use: (content: Buffer | string) => Promise<T>) => Promise<T>

export interface Preflighter {
  /**
   * Reads how the pages of a file will print, or throws NotChecked. Callers that ask for the same file meanwhile share one
   * reading.
   */
  inspect(id: string, file: Source, withContent: WithContent): Promise<Report>
  close(): Promise<void>
}

/** Inspects files in child processes. */
export function createPreflighter(limits: Partial<PoolLimits> = {}, program = preflightProgram): Preflighter {
  const pool = createCheckingPool<PageReports>(program, { ...checkingLimits.preflight, ...limits })
  const running = new Map<string, Promise<Report>>()

  const read = ({ name, content_type }: Source, withContent: WithContent): Promise<Report> =>
    pool.use((ask) =>
      withContent(async (content) => {
        const pages = await ask({ content, contentType: content_type })
        if (pages === 'exceeded') throw new NotChecked(name, 'too much')
        if (!pages) throw new NotChecked(name, 'damaged')
        return summarize(pages)
      }),
    )

  return {
    async inspect(id, file, withContent) {
      const known = running.get(id)
      if (known) return known
      const report = read(file, withContent)
      running.set(id, report)
      return report.finally(() => running.delete(id))
    },
    close: () => pool.close(),
  }
}
