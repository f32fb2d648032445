import { setImmediate as breathe } from 'node:timers/promises'

type Waiting<In, Out> = { item: In; resolve: (answer: Out) => void; reject: (reason: unknown) => void }

const mostAtOnce = 500

/**
 * Does work for many callers at once: while one batch is under way the next one fills, so that a lone caller never
 * waits and a crowd shares. Each is answered when the batch with their item is done, or failed.
 */
export function inBatches<In, Out>(work: (items: In[]) => Promise<Out[]>): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    // Whoever was read from the network together goes together.
    await breathe()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce)
      waiting = waiting.slice(mostAtOnce)
      await finish(batch)
    }
    isRunning = false
  }

  async function finish(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const answers = await work(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Out)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void run()
    })
}
