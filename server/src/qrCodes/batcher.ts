import { setImmediate as nextTurn } from 'node:timers/promises'

type Waiting<In, Out> = { item: In; resolve: (result: Out) => void; reject: (reason: unknown) => void }

const maxBatch = 500

/**
 * Batches concurrent calls: while one batch runs, the next one fills, so that a single call runs at once and many share
 * a statement. Each call resolves or rejects with the batch of its item.
 */
export function inBatches<In, Out>(work: (items: In[]) => Promise<Out[]>): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    // Requests that were read from the network together go into one batch.
    await nextTurn()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      await finish(batch)
    }
    isRunning = false
  }

  async function finish(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Out)
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
