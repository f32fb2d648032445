import PQueue from 'p-queue'
import { checkUnavailable, overloaded } from '../http/problem.ts'
import {
  type CheckingProcess,
  type CheckLimits,
  type CheckRequest,
  type Ending,
  startCheckingProcess,
} from './checkingProcess.ts'
import type { MemoryBudget } from './memoryBudget.ts'

export interface PoolLimits extends CheckLimits {
  /** Files at a time, each in a process of its own. */
  processes: number
  /** How long a process waits for the next file. */
  idleMs: number
  /** What a process may hold meanwhile; beyond, a new one is started for the next file. */
  idleMegabytes: number
  /** Memory that it shares with other pools: a file is checked when as much as its limit is free. */
  budget?: MemoryBudget
}

/** 'exceeded' if the file takes too much time or memory. */
type Ask<Result, Question> = (question: Question) => Promise<Result | 'exceeded'>

export interface CheckingPool<Result, Question> {
  /** Calls `work` when it is its turn; it may put files in place and ask about them, one after another. */
  use<T>(work: (ask: Ask<Result, Question>) => Promise<T>): Promise<T>
  /** Starts a process ahead of need, while the file is still on its way. */
  warm(): void
  close(): Promise<void>
}

const maxWaiting = 50
/** After this much work a process is replaced, before leaks add up and the kernel's limit of its time is near. */
const maxWorkMs = 20_000

/**
 * Reads untrusted files in processes of their own, so that a hostile file can exhaust only those. A process is reused for the
 * next files and ends after some idle time. If it dies, its file is judged once more by a new process, then refused with 503:
 * that a process died says nothing about the file.
 */
export function createCheckingPool<Result, Question extends object = CheckRequest>(
  program: string,
  limits: PoolLimits,
  rights: { writableFolder?: string } = {},
): CheckingPool<Result, Question> {
  const queue = new PQueue({ concurrency: limits.processes })
  const all = new Set<Checker<Result, Question>>()
  const idle: Checker<Result, Question>[] = []
  let closed = false

  function start(): Checker<Result, Question> {
    const checker: Checker<Result, Question> = {
      process: startCheckingProcess(program, limits, rights),
      workMs: 0,
    }
    all.add(checker)
    void checker.process.ended.then(() => {
      all.delete(checker)
      const place = idle.indexOf(checker)
      if (place >= 0) idle.splice(place, 1)
    })
    return checker
  }

  function acquireIdle(): Checker<Result, Question> | undefined {
    // The one that was used last: its caches are warm, and the other one ends when it is not needed.
    const checker = idle.pop()
    clearTimeout(checker?.idleTimer)
    return checker
  }

  function releaseOrEnd(checker: Checker<Result, Question>): void {
    const { process, workMs } = checker
    if (!all.has(checker)) return
    if (closed || workMs > maxWorkMs || process.megabytes() > limits.idleMegabytes) return process.kill()
    idle.push(checker)
    checker.idleTimer = setTimeout(() => process.kill(), limits.idleMs).unref()
  }

  async function askProcess(
    checker: Checker<Result, Question>,
    question: Question,
  ): Promise<{ result: Result } | Ending> {
    const began = performance.now()
    try {
      const answer = await checker.process.ask(question)
      checker.workMs += performance.now() - began
      if ('result' in answer) releaseOrEnd(checker)
      else checker.process.kill()
      return answer
    } catch (error) {
      checker.process.kill()
      throw error
    }
  }

  async function ask(question: Question): Promise<Result | 'exceeded'> {
    refuseIfClosed()
    let answer = await askProcess(acquireIdle() ?? start(), question)
    if ('ending' in answer && answer.ending !== 'exceeded' && !closed)
      answer = await askProcess(start(), question)
    if ('result' in answer) return answer.result
    refuseIfClosed()
    // A file at which two processes crash is one that nothing here can read.
    if (answer.ending !== 'died') return 'exceeded'
    throw checkUnavailable(new Error(answer.how))
  }

  function refuseIfClosed(): void {
    if (closed) throw overloaded()
  }

  return {
    use(work) {
      if (queue.size >= maxWaiting) throw overloaded()
      return queue.add(() => {
        const { budget, megabytes } = limits
        return budget ? budget.use(megabytes, () => work(ask)) : work(ask)
      })
    },
    warm() {
      if (!closed && all.size === 0) releaseOrEnd(start())
    },
    async close() {
      closed = true
      await Promise.all([...all].map(({ process }) => process.close()))
      await queue.onIdle()
    },
  }
}

interface Checker<Result, Question> {
  process: CheckingProcess<Result, Question>
  workMs: number
  idleTimer?: NodeJS.Timeout
}
