import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Lock, tryLockFile } from '@our-print/postgres/folderLock.ts'

/** A folder of this process alone, for files that are of no use once it has ended. */
export interface ProcessFolder {
  path: string
  /** Removes what processes that have ended left beside it; what a live one holds stays. */
  removeDead(): Promise<void>
  close(): Promise<void>
}

/** While it has this name, a folder is not yet locked, and left alone for a minute. */
const newborn = 'new-'
const newbornMs = 60_000
/** What stands beside the folders of processes was written by an older version, which kept it for a day. */
const strayMs = 24 * 3600 * 1000

const ownerLock = 'lock'

/** Makes a folder below `parent` that this process owns by a kernel lock, which dies with it however it ends. */
export async function openProcessFolder(parent: string): Promise<ProcessFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const name = randomUUID()
  const path = join(parent, name)
  const draft = join(parent, newborn + name)
  await mkdir(draft, { mode: 0o700 })
  const lock = tryLockFile(join(draft, ownerLock))
  if (!lock) throw new Error(`Another process holds ${draft}, which was made just now`)
  // The lock is on the file, wherever it lies: from here on, a folder whose lock is free has lost its owner.
  await rename(draft, path)

  const folder: ProcessFolder = {
    path,
    async removeDead() {
      for (const entry of await readdir(parent)) {
        if (entry !== name) await removeIfDead(join(parent, entry), entry)
      }
    },
    async close() {
      await rm(path, { recursive: true, force: true })
      lock.release()
    },
  }
  await folder.removeDead()
  return folder
}

async function removeIfDead(path: string, name: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return
  const age = Date.now() - found.mtimeMs
  if (!found.isDirectory() ? age < strayMs : name.startsWith(newborn) && age < newbornMs) return
  const lock = found.isDirectory() ? takeOver(path) : undefined
  if (found.isDirectory() && !lock) return
  try {
    await rm(path, { recursive: true, force: true })
  } finally {
    lock?.release()
  }
}

/** The lock of a folder that nobody owns; undefined where it has an owner, or is just being removed by another. */
function takeOver(path: string): Lock | undefined {
  try {
    return tryLockFile(join(path, ownerLock))
  } catch {
    return undefined
  }
}
