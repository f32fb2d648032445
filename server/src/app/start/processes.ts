import cluster, { type Address, type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { shutDown } from './shutdown.ts'

// Several processes on one port. They share the listening socket, and each accepts connections when it has time. Node's
// default, where the supervisor hands connections out, would let a client wait for ever whose process has just died.
cluster.schedulingPolicy = cluster.SCHED_NONE

const firstPause = 1_000
const longestPause = 30_000
/** A process that has run this long was healthy. */
const healthyMs = 60_000
/** The pause before a process is started again: it grows while processes end soon. */
export const nextPause = (pause: number, ranMs: number) =>
  ranMs > healthyMs ? firstPause : Math.min(Math.max(2 * pause, firstPause), longestPause)
/** More than a process needs to end in order. */
const stopMs = 20_000

/** Database connections of one server process: all its pools. */
export const connectionsOfProcess = 29

/** What PostgreSQL must allow: 100 for one process and the commands beside it, and those of the other processes. */
export const mostConnections = (count: number) => 100 + (count - 1) * connectionsOfProcess

/** Whether this process is one of several; then another one runs what exists once per machine. */
export const isWorker = cluster.isWorker

/** The first process migrates, creates the first super admin and the demo shop, and prints the address. */
export const isFirstProcess = () => !cluster.worker || cluster.worker.id === 1

/** Keeps `count` server processes running until stop(). Ends this one too if the first one cannot start. */
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
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(workers.map(end))
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
  // Not worker.kill(), which first waits until every client has closed its connection.
  worker.process.kill('SIGTERM')
  const kill = setTimeout(() => worker.process.kill('SIGKILL'), stopMs)
  await ended
  clearTimeout(kill)
}
