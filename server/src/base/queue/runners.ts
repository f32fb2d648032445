import type { FastifyBaseLogger } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Boss } from './boss.ts'

/** A runner whose process does not say so often that it runs is given to another process. */
const heartbeatSeconds = 10
/** A runner ends by itself before pg-boss takes it for one that hangs, and is started anew. */
const longestRunMs = 1_800_000

/** That a runner is this process's alone. */
export interface Lease {
  /** False once the runner may have been given to another process, has run for long, or the server stops. */
  isHeld(): boolean
  /** Aborted when the server stops. */
  signal: AbortSignal
}

/** Work that runs once at a time for each key, in any process. */
export interface RunnerKind {
  /** Names the queue. */
  name: string
  /** The most keys that one process takes at once. */
  most: number
  /** The keys that have something to do now. */
  findDue(): Promise<string[]>
  /** Works until nothing is due or the lease is lost. What an earlier runner left half done is found in the tables. */
  run(key: string, lease: Lease): Promise<void>
}

/**
 * Runs work for keys, over all processes at most one runner for each key. The state of the work is in the tables of its
 * feature; pg-boss knows only who runs. A runner whose process dies is replaced after some ten seconds.
 */
export function createRunners(boss: Boss, log: FastifyBaseLogger, kind: RunnerKind) {
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let queue: Promise<Queue> | undefined

  async function openQueue(): Promise<Queue> {
    queue ??= boss.open().then((opened) => createQueue(opened, kind.name))
    queue.catch(() => {
      queue = undefined
    })
    return queue
  }

  async function run(opened: Queue, { id, key }: TakenJob): Promise<void> {
    const since = Date.now()
    const lease = opened.keep(id)
    const isHeld = () => lease.isHeld() && !stopping.signal.aborted && Date.now() - since < longestRunMs
    try {
      await kind.run(key, { isHeld, signal: stopping.signal })
    } finally {
      lease.end()
      await opened.finish(id)
    }
  }

  return {
    /** Starts the runners of all keys that have something to do. To be called again and again. */
    async start(): Promise<void> {
      const due = await kind.findDue()
      if (due.length === 0 || stopping.signal.aborted) return
      const opened = await openQueue()
      for (const key of due) if (!running.has(key)) await opened.add(key)
      for (const job of await opened.take(kind.most)) {
        const work = run(opened, job).catch((error: unknown) => {
          log.error({ err: error, runner: kind.name, key: job.key }, 'a runner failed')
        })
        running.set(job.key, work)
        void work.then(() => running.delete(job.key))
      }
    },
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}

type TakenJob = { id: string; key: string }
type Queue = Awaited<ReturnType<typeof createQueue>>

async function createQueue(boss: PgBoss, name: string) {
  await boss.createQueue(name, {
    policy: 'exclusive',
    retryLimit: 0,
    heartbeatSeconds,
    expireInSeconds: (2 * longestRunMs) / 1000,
    deleteAfterSeconds: 60,
  })

  return {
    /** Adds the job of a key, unless it waits or runs already. */
    add: (key: string) => boss.send(name, { key }, { singletonKey: key }),
    async take(most: number): Promise<TakenJob[]> {
      const jobs = await boss.fetch<{ key: string }>(name, { batchSize: most })
      return jobs.map(({ id, data }) => ({ id, key: data.key }))
    },
    /** Says that a job runs, until `end`; `isHeld` is false once it may have been given to another process. */
    keep(id: string) {
      let isHeld = true
      let last = Date.now()
      const isLate = () => Date.now() - last > heartbeatSeconds * 1000
      const timer = setInterval(() => {
        if (isLate()) isHeld = false
        const asked = Date.now()
        boss.touch(name, id).then(
          (done) => {
            // The types of pg-boss do not name it.
            if ((done as { affected?: number }).affected === 0) isHeld = false
            else last = asked
          },
          () => {},
        )
      }, 3000)
      return { isHeld: () => isHeld && !isLate(), end: () => clearInterval(timer) }
    },
    finish: (id: string) => boss.complete(name, id),
  }
}
