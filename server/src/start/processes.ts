import cluster, { type Address, type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

// One process per core, all on one port: Node's cluster accepts the connections here and hands them out in turn.

export type Pauses = { firstMs: number; longestMs: number; healthyMs: number }

/** Before a process is started again. After it has run for `healthyMs`, the next pause is short again. */
const pauses: Pauses = { firstMs: 1_000, longestMs: 30_000, healthyMs: 60_000 }
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
      if (!this.#stopping.signal.aborted) process.exit(code || 1)
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
    for (let current = worker, pause = pauses.firstMs; ; current = cluster.fork(settings)) {
      const since = Date.now()
      const [code, killedBy] = (await once(current, 'exit')) as [number | null, string | null]
      if (signal.aborted) return
      if (Date.now() - since > pauses.healthyMs) pause = pauses.firstMs
      this.#log(`A server process ended (${killedBy ?? code}); the next one starts in ${pause / 1000} s`)
      await sleep(pause, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      pause = Math.min(2 * pause, pauses.longestMs)
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
