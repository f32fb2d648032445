import type { Readable } from 'node:stream'

/** Where the bytes of uploaded files live. Each key is written whole or not at all. */
export interface Storage {
  /** Keeps the body under the key; when it fails or the body breaks off, nothing of it stays. */
  put(key: string, body: Readable | Buffer, facts: { contentType: string }): Promise<Stored>
  /** The bytes from `start` to `end`, both included, or all of them. A missing key throws FileMissing. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  size(key: string): Promise<number | undefined>
  /** When the bytes of a key were written. */
  writtenAt(key: string): Promise<Date | undefined>
  /** Every key below a folder, or all, one after another and in no particular order, in bounded memory. */
  keys(folder?: string): AsyncIterable<string>
  /** Removes what is there; a missing key is no error. */
  remove(keys: string[]): Promise<void>
  /** Removes what processes that were killed had written of files until then. */
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
