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

/** The body as a stream, and what passed through it once it has ended. */
export function measured(body: Readable | Buffer): { stream: Readable; stored: () => Stored } {
  const hash = createHash('sha256')
  let size = 0
  async function* pass(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const source = Buffer.isBuffer(body) ? [body] : body
  const stream = Readable.from(pass(Readable.from(source)), { objectMode: false })
  return { stream, stored: () => ({ size, sha256: hash.digest('hex') }) }
}
