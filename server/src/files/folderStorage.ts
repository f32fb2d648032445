import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { leaveToOwnerOf } from '@our-print/postgres/dataFolder.ts'
import { openProcessFolder } from './processFolder.ts'
import type { Storage } from './storage.ts'
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

  return {
    async put(key, body) {
      const path = pathOf(key)
      const draft = join(drafts.path, randomUUID())
      const { stream, stored } = withSizeAndHash(body)
      try {
        await pipeline(stream, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
        await setOwner(draft)
        await makeFolder(dirname(path), setOwner)
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
      return stored()
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
