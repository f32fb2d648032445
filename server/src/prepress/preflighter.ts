import { join } from 'node:path'
import PQueue from 'p-queue'
import { type CheckedType, startCheckingProcess } from '../files/checkingProcess.ts'
import { overloaded, Problem } from '../http/problem.ts'
import type { PageReports } from './preflightChild.ts'
import { type Report, summarize } from './summarize.ts'

const program = join(import.meta.dirname, 'preflightChild.ts')
const maxWaiting = 50
/** A page takes 3 to 10 ms of CPU time, one full of pictures up to a second. */
const defaults = { timeoutMs: 60_000, megabytes: 700, cpuSeconds: 120 }
/** An idle process holds 100 MB. */
const idleMs = 5_000
/** After this much work a process is replaced, before leaks add up and the kernel's limit of its time is near. */
const maxWorkMs = 30_000

type Source = { name: string; content_type: CheckedType }
/** Puts a file where the process can read it, for as long as `use` runs: its bytes, or the path of a larger one. */
type WithContent = <T>(use: (content: Buffer | string) => Promise<T>) => Promise<T>

export interface Preflighter {
  /** Reads how the pages of a file will print. Callers that ask for the same file meanwhile share one reading. */
  inspect(id: string, file: Source, withContent: WithContent): Promise<Report>
  close(): Promise<void>
}

/** Inspects files one after another in a process of its own, so that a hostile file can exhaust only that. */
export function createPreflighter(limits: Partial<typeof defaults> = {}): Preflighter {
  const queue = new PQueue({ concurrency: 1 })
  const running = new Map<string, Promise<Report>>()
  let current: { process: ReturnType<typeof start>; workMs: number } | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let closed = false

  const start = () => startCheckingProcess<PageReports>(program, { ...defaults, ...limits })

  function acquire() {
    clearTimeout(idleTimer)
    if (current) return current
    const acquired = { process: start(), workMs: 0 }
    current = acquired
    void acquired.process.ended.then(() => {
      if (current === acquired) current = undefined
    })
    return acquired
  }

  async function read({ name, content_type }: Source, content: Buffer | string): Promise<Report> {
    if (closed) throw overloaded()
    const used = acquire()
    const began = performance.now()
    try {
      const pages = await used.process.ask({ content, contentType: content_type })
      if (pages === 'killed') throw refused(name, 'takes too much time or memory to check')
      if (!pages) throw refused(name, 'cannot be checked: it is damaged')
      return summarize(pages)
    } finally {
      used.workMs += performance.now() - began
      if (closed || used.workMs > maxWorkMs) used.process.kill()
      else idleTimer = setTimeout(() => used.process.kill(), idleMs).unref()
    }
  }

  return {
    inspect(id, file, withContent) {
      const known = running.get(id)
      if (known) return known
      if (queue.size >= maxWaiting) throw overloaded()
      const report = queue.add(() => withContent((content) => read(file, content)))
      running.set(id, report)
      return report.finally(() => running.delete(id))
    },
    async close() {
      closed = true
      clearTimeout(idleTimer)
      await current?.process.close()
    },
  }
}

const refused = (name: string, why: string) => new Problem(422, 'not_checked', `${name} ${why}`)
