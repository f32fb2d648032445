import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { leaveToOwnerOf } from './dataFolder.ts'
import type { Storage } from './storage.ts'
import { checkKey, FileMissing, measured } from './storedFile.ts'

const dayMs = 24 * 3600 * 1000

/** Keeps files in a folder, so that a file that is seen is whole and survives a power cut. */
export async function openFolderStorage(folder: string): Promise<Storage> {
  // Keys cannot start with a dot, so no file can ever land among the unfinished ones.
  const unfinished = join(folder, '.unfinished')
  const leave = leaveToOwnerOf(dirname(folder))
  await makeFolder(unfinished, leave)
  await removeAbandoned(unfinished)

  const pathOf = (key: string) => join(folder, ...checkKey(key).split('/'))

  return {
    async put(key, body) {
      const path = pathOf(key)
      const draft = join(unfinished, randomUUID())
      const { stream, stored } = measured(body)
      try {
        await pipeline(stream, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
        await leave(draft)
        await makeFolder(dirname(path), leave)
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
      const found = await stat(pathOf(key)).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
      return found?.size
    },

    async remove(keys) {
      const paths = keys.map(pathOf)
      for (const path of paths) await rm(path, { force: true })
    },

    async close() {},
  }
}

/** Makes a folder that a power cut does not take back: each new name is flushed in the folder above it. */
async function makeFolder(folder: string, leave: (path: string) => Promise<void>): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    await leave(made)
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

/** A killed process leaves its drafts; one younger than a day may be another process at work. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const draft = join(folder, name)
    const found = await stat(draft).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > dayMs) await rm(draft, { force: true })
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
