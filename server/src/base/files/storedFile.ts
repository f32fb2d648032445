import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Stored } from './storage.ts'

/** Nothing is stored under a key that the database knows: a bug or a lost disk, not a person's mistake. */
export class FileMissing extends Error {
  constructor(key: string) {
    super(`No file is stored as ${key}`)
  }
}

const keyShape = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*(\.[a-z0-9]+)?$/

/** Whether a name can be a key. */
export const isKey = (name: string) => name.length <= 200 && keyShape.test(name)

/** Keys become paths and object names, so only harmless ones are let through. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
  return key
}

/** The storage has no room for more. */
export class StorageFull extends Error {
  constructor(cause: unknown) {
    super('The storage is full', { cause })
  }
}

/** Passes chunks on; once they have ended, `stored` says how many bytes they were and their SHA-256. */
export function measure(source: AsyncIterable<Buffer>): {
  chunks: AsyncGenerator<Buffer>
  stored: () => Stored
} {
  const hash = createHash('sha256')
  let size = 0
  async function* pass() {
    for await (const chunk of source) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  return { chunks: pass(), stored: () => ({ size, sha256: hash.digest('hex') }) }
}

/** Like `measure`, but passes the body on as a stream. */
export function withSizeAndHash(body: Readable | Buffer): { stream: Readable; stored: () => Stored } {
  const { chunks, stored } = measure(Readable.from(Buffer.isBuffer(body) ? [body] : body))
  return { stream: Readable.from(chunks, { objectMode: false }), stored }
}
