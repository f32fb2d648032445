import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { extract, type Header, pack } from 'tar-stream'

export interface TarEntry {
  header: Partial<Header> & Pick<Header, 'name'>
  body: Buffer
}

/** The entries of a small tar file. */
export async function readTar(path: string): Promise<TarEntry[]> {
  const entries: TarEntry[] = []
  const tar = extract()
  createReadStream(path).pipe(tar)
  for await (const entry of tar) {
    const { name, mode, type } = entry.header
    entries.push({ header: { name, mode, type }, body: await buffer(entry as AsyncIterable<Buffer>) })
  }
  return entries
}

export async function writeTar(path: string, entries: TarEntry[]): Promise<string> {
  const tar = pack()
  for (const { header, body } of entries) tar.entry({ ...header, size: body.length }, body)
  tar.finalize()
  await writeFile(path, await buffer(tar as AsyncIterable<Buffer>))
  return path
}

/** Copies a file with one bit flipped. */
export async function flipBit(path: string, copy: string, at: number): Promise<string> {
  const bytes = await readFile(path)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
  await writeFile(copy, bytes)
  return copy
}
