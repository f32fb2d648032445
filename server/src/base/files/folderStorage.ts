import { hash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { leaveToOwnerOf } from '@our-print/postgres/dataFolder.ts'
import { openProcessFolder } from './processFolder.ts'
import type { Storage, Stored } from './storage.ts'
import { checkKey, FileMissing, isKey, withSizeAndHash } from './storedFile.ts'

/** Stores files in a folder. A file under its key is complete and survives a power cut. */
export async function openFolderStorage(folder: string): Promise<Storage> {
  // Keys cannot start with a dot, so no stored file can be in this folder.
  const unfinished = join(folder, '.unfinished')
  const setOwner = leaveToOwnerOf(dirname(folder))
  await makeFolder(unfinished, setOwner)
  const drafts = await openProcessFolder(unfinished)

  const pathOf = (key: string) => join(folder, ...checkKey(key).split('/'))
  const statOf = (key: string) =>
    stat(pathOf(key)).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })

  async function renameInto(draft: string, path: string): Promise<void> {
    try {
      await rename(draft, path)
    } catch (error) {
      if (!isMissing(error)) throw error
      await makeFolder(dirname(path), setOwner)
      await rename(draft, path)
    }
  }

  return {
    async put(key, body) {
      const path = pathOf(key)
      const draft = join(drafts.path, randomUUID())
      try {
        const stored = await writeDraft(draft, body)
        await setOwner(draft)
        await renameInto(draft, path)
        await syncFolder(dirname(path))
        return stored
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async read(key, range) {
      const file = await open(pathOf(key)).catch((error: unknown) => {
        throw isMissing(error) ? new FileMissing(key) : error
      })
      return file.createReadStream(range)
    },

    async size(key) {
      return (await statOf(key))?.size
    },

    async writtenAt(key) {
      return (await statOf(key))?.mtime
    },

    keys: (below) => walk(folder, below ? `${below}/` : ''),

    async remove(keys) {
      const paths = keys.map(pathOf)
      for (const path of paths) await rm(path, { force: true })
    },

    removeUnfinished: () => drafts.removeAbandoned(),
    close: () => drafts.close(),
  }
}

/** Writes a file to disk completely. */
async function writeDraft(path: string, body: Readable | Buffer): Promise<Stored> {
  const options = { flag: 'wx', mode: 0o600, flush: true }
  if (Buffer.isBuffer(body)) {
    await writeFile(path, body, options)
    return { size: body.length, sha256: hash('sha256', body) }
  }
  const { stream, stored } = withSizeAndHash(body)
  await pipeline(stream, createWriteStream(path, { ...options, flags: options.flag }))
  return stored()
}

/** Skips names that are not keys, such as `lost+found` or files of a file manager. */
async function* walk(root: string, prefix: string): AsyncGenerator<string> {
  const folder = await opendir(join(root, prefix)).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
  if (!folder) return
  for await (const entry of folder) {
    const key = prefix + entry.name
    if (entry.isDirectory() && isKey(key)) yield* walk(root, `${key}/`)
    else if (entry.isFile() && isKey(key)) yield key
  }
}

/** Creates a folder that survives a power cut: each new name is synced in its parent folder. */
async function makeFolder(folder: string, setOwner: (path: string) => Promise<void>): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    await setOwner(made)
    await syncFolder(dirname(made))
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
