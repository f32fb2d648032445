import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'

/** A list of possibly millions of lines, in a temporary file. */
export interface LineFile {
  add(line: string): Promise<void>
  /** Flushes and closes the file; returns its size in bytes. */
  end(): Promise<number>
  /** Closes the file without flushing. */
  close(): Promise<void>
}

const bufferedLines = 500

export async function openLineFile(path: string): Promise<LineFile> {
  const handle = await open(path, 'wx', 0o600)
  let waiting: string[] = []
  let bytes = 0
  let isOpen = true
  const flush = async () => {
    const text = waiting.join('')
    waiting = []
    bytes += Buffer.byteLength(text)
    await handle.appendFile(text)
  }
  const close = async () => {
    if (isOpen) await handle.close()
    isOpen = false
  }
  return {
    async add(line) {
      waiting.push(`${line}\n`)
      if (waiting.length >= bufferedLines) await flush()
    },
    async end() {
      if (isOpen) await flush()
      await close()
      return bytes
    },
    close,
  }
}

export const linesOf = (path: string): AsyncIterator<string> & AsyncIterable<string> =>
  createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })[
    Symbol.asyncIterator
  ]()
