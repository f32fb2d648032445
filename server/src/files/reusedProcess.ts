import type { CheckingProcess } from './checkingProcess.ts'

/** A checking process that is started when it is needed and serves one question after another. */
export interface ReusedProcess<Result, Question> {
  /** Only one question at a time. 'killed' if it took too much time or memory; the next one gets a new process. */
  ask(question: Question): Promise<Result | 'killed'>
  close(): Promise<void>
}

/**
 * Keeps a process for `idleMs` after its last question, and replaces it after `maxWorkMs` of work, before leaks add up and
 * the kernel's limit of its time is near.
 */
export function createReusedProcess<Result, Question>(
  start: () => CheckingProcess<Result, Question>,
  { idleMs = 5_000, maxWorkMs = 30_000 } = {},
): ReusedProcess<Result, Question> {
  let current: { process: CheckingProcess<Result, Question>; workMs: number } | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let isClosed = false

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

  /** Ends a process; the next question does not get it, even before it has ended. */
  function retire(used: NonNullable<typeof current>): void {
    if (current === used) current = undefined
    used.process.kill()
  }

  return {
    async ask(question) {
      if (isClosed) return 'killed'
      const used = acquire()
      const began = performance.now()
      try {
        return await used.process.ask(question)
      } finally {
        used.workMs += performance.now() - began
        if (isClosed || used.workMs > maxWorkMs) retire(used)
        else idleTimer = setTimeout(() => retire(used), idleMs).unref()
      }
    },
    async close() {
      isClosed = true
      clearTimeout(idleTimer)
      await current?.process.close()
    },
  }
}
