import cluster, { type Address, type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { shutDown } from './shutdown.ts'

// Several processes on one port. They share the listening socket, and each accepts connections when it has time. Node's
// default, where the supervisor hands connections out, would let a client wait for ever whose process has just died.
cluster.schedulingPolicy = cluster.SCHED_NONE

/** The shortest and the longest pause before a process is started again. */
const firstPause = 1_000
const longestPause = 30_000
/** One that has run this long was healthy. */
const healthyMs = 60_000
/** The pause after the next end of a process: it grows while processes fail soon. */
export const nextPause = (pause: number, ranMs: number) =>
  ranMs > healthyMs ? firstPause : Math.min(Math.max(2 * pause, firstPause), longestPause)
/** More than a process needs to end in order. */
const stopMs = 20_000

/** Database connections of one server process: all its pools. */
export const connectionsOfProcess = 26

/** What PostgreSQL must allow: those of all processes, and as much for commands beside them as one process leaves of 100. */
export const mostConnections = (count: number) => 100 + (count - 1) * connectionsOfProcess

/** Whether this process is one of several; then another one runs what exists once per machine. */
export const isWorker = cluster.isWorker

/** The first process migrates, creates the first super admin and the demo shop, and prints the address. */
export const isFirstProcess = () => !cluster.worker || cluster.worker.id === 1

/** Keeps `count` server processes running until stop(). Throws if the first one ends before it listens. */
export class Processes {
  readonly #count: number
  readonly #log: (sentence: string) => void
  readonly #stopping = new AbortController()

  constructor(count: number, log: (sentence: string) => void) {
    this.#count = count
    this.#log = log
  }

  /** Resolves when the first process listens. The others start after it, on its port and without its arguments. */
  async start(): Promise<void> {
    const first = cluster.fork()
    const settings = { PORT: String(await this.#portOf(first)) }
    cluster.setupPrimary({ args: [] })
    void this.#keep(first, settings)
    for (let started = 1; started < this.#count; started++) void this.#keep(cluster.fork(settings), settings)
  }

  /** The port of a process that has just been forked. One that ends before it listens has told why itself. */
  async #portOf(worker: Worker): Promise<number> {
    const fail = (code: number) => {
      if (!this.#stopping.signal.aborted) shutDown(code || 1)
    }
    worker.once('exit', fail)
    const [{ port }] = (await once(worker, 'listening')) as [Address]
    worker.off('exit', fail)
    return port
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker)))
  }

  /** Starts a process again whenever it ends, after pauses that grow while it fails soon. */
  async #keep(worker: Worker, settings: object): Promise<void> {
    const { signal } = this.#stopping
    for (let current = worker, pause = 0; ; current = cluster.fork(settings)) {
      const since = Date.now()
      const [code, killedBy] = (await once(current, 'exit')) as [number | null, string | null]
      if (signal.aborted) return
      pause = nextPause(pause, Date.now() - since)
      this.#log(`A server process ended (${killedBy ?? code}); the next one starts in ${pause / 1000} s`)
      await sleep(pause, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
    }
  }
}

async function end(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit')
  // Not worker.kill(), which first closes the channel over which requests in progress came.
  worker.process.kill('SIGTERM')
  const kill = setTimeout(() => worker.process.kill('SIGKILL'), stopMs)
  await ended
  clearTimeout(kill)
}
