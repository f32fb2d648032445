import { setImmediate as nextTurn } from 'node:timers/promises'

type Waiting<In, Out> = { item: In; resolve: (answer: Out) => void; reject: (reason: unknown) => void }

const maxBatch = 500

/**
 * Runs one statement for many callers: while a batch is running, the next one fills. A lone caller never waits, and
 * many callers share the round trip and the commit. `work` returns the results in the order of its items; if it
 * fails, every caller of its batch gets the error.
 */
export function inBatches<In, Out>(work: (items: In[]) => Promise<Out[]>): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    // Requests that were read from the network in one turn of the event loop share a batch.
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
