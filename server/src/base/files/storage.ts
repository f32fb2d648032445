import type { Readable } from 'node:stream'

/** Stores files under keys. A file is written completely or not at all. */
export interface Storage {
  /** Stores the body under the key; if this fails or the body ends early, nothing is stored. */
  put(key: string, body: Readable | Buffer, facts: { contentType: string }): Promise<Stored>
  /** The bytes from `start` to `end`, both included, or all of them. A missing key throws FileMissing. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  size(key: string): Promise<number | undefined>
  /** When the file of a key was written. */
  writtenAt(key: string): Promise<Date | undefined>
  /** All keys, or those below a folder, in no particular order and with bounded memory. */
  keys(folder?: string): AsyncIterable<string>
  /** Removes files; a missing key is not an error. */
  remove(keys: string[]): Promise<void>
  /** Removes the incomplete files of processes that were killed. */
  removeUnfinished(): Promise<void>
  close(): Promise<void>
}

export interface Stored {
  size: number
  sha256: string
}

export interface S3Settings {
  endpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}
