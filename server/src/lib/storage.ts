import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Env } from './env.ts'
import { openFolderStorage } from './folderStorage.ts'

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

/** Opens the S3 bucket of the settings, or the folder `files` in the data folder. */
export async function openStorage({ dataDir, s3 }: Pick<Env, 'dataDir' | 's3'>): Promise<Storage> {
  if (!s3) return openFolderStorage(join(dataDir, 'files'))
  // Loaded only here: the S3 client costs memory and start time that most shops need not pay.
  const { openS3Storage } = await import('./s3Storage.ts')
  return openS3Storage(s3)
}
