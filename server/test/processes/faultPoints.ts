import { Readable } from 'node:stream'
import type { Storage } from '../../src/base/files/storage.ts'

/** Called before, during and after each write to the storage; may throw or kill the process. */
export type OnFaultPoint = (step: string) => void

/** Wraps a storage so that each write calls `onFaultPoint`. */
export function withFaultPoints(storage: Storage, onFaultPoint: OnFaultPoint): Storage {
  async function* stepping(body: Readable | Buffer) {
    let isFirst = true
    for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
      const bytes = chunk as Buffer
      const half = Math.ceil(bytes.length / 2)
      yield bytes.subarray(0, half)
      if (isFirst) onFaultPoint('during put')
      isFirst = false
      yield bytes.subarray(half)
    }
  }
  return {
    ...storage,
    async put(key, body, facts) {
      onFaultPoint('before put')
      const stored = await storage.put(key, Readable.from(stepping(body), { objectMode: false }), facts)
      onFaultPoint('after put')
      return stored
    },
    async remove(keys) {
      onFaultPoint('before remove')
      await storage.remove(keys)
      onFaultPoint('after remove')
    },
  }
}
