import { Readable } from 'node:stream'
import type { Storage } from '../src/files/storage.ts'

/** Called before, in the middle of and after each write of the storage; may throw, or kill the process. */
export type OnStep = (step: string) => void

/** A storage whose every write tells of itself. */
export function withSteps(storage: Storage, onStep: OnStep): Storage {
  async function* stepping(body: Readable | Buffer) {
    let isFirst = true
    for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
      const bytes = chunk as Buffer
      const half = Math.ceil(bytes.length / 2)
      yield bytes.subarray(0, half)
      if (isFirst) onStep('during put')
      isFirst = false
      yield bytes.subarray(half)
    }
  }
  return {
    ...storage,
    async put(key, body, facts) {
      onStep('before put')
      const stored = await storage.put(key, Readable.from(stepping(body), { objectMode: false }), facts)
      onStep('after put')
      return stored
    },
    async remove(keys) {
      onStep('before remove')
      await storage.remove(keys)
      onStep('after remove')
    },
  }
}
