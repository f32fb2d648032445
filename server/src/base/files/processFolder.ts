import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Lock, tryLockFile } from '@our-print/postgres/folderLock.ts'

/** A folder of this process, for files that are useless once it has ended. */
export interface ProcessFolder {
  path: string
  /** Removes the folders of processes that have ended. */
  removeAbandoned(): Promise<void>
  close(): Promise<void>
}

/** Prefix of a folder that is not locked yet; other processes leave it alone for a minute. */
const draftPrefix = 'new-'
const creationGraceMs = 60_000
/** Plain files come from an older version of the product; they are removed after a day. */
const unlockedMaxAgeMs = 24 * 3600 * 1000

const ownerLock = 'lock'

/** Creates a folder below `parent` with a kernel lock, which ends with this process. */
export async function openProcessFolder(parent: string): Promise<ProcessFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const name = randomUUID()
  const path = join(parent, name)
  const draft = join(parent, draftPrefix + name)
  await mkdir(draft, { mode: 0o700 })
  const lock = tryLockFile(join(draft, ownerLock))
  if (!lock) throw new Error(`Another process holds ${draft}, which was made just now`)
  // The lock stays with the renamed file: from now on, a free lock means that the owner has ended.
  await rename(draft, path)

  const folder: ProcessFolder = {
    path,
    async removeAbandoned() {
      for (const entry of await readdir(parent)) {
        if (entry !== name) await removeIfAbandoned(join(parent, entry), entry)
      }
    },
    async close() {
      await remove(path)
      lock.release()
    },
  }
  await folder.removeAbandoned()
  return folder
}

async function removeIfAbandoned(path: string, name: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return
  const age = Date.now() - found.mtimeMs
  if (!found.isDirectory() ? age < unlockedMaxAgeMs : name.startsWith(draftPrefix) && age < creationGraceMs)
    return
  const lock = found.isDirectory() ? tryLockFolder(path) : undefined
  if (found.isDirectory() && !lock) return
  try {
    await remove(path)
  } finally {
    lock?.release()
  }
}

/** Another process may try the lock of a folder that is being removed, which makes its file anew. */
const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })

/** Locks a folder whose owner has ended; undefined if it has an owner, or another process is just removing it. */
function tryLockFolder(path: string): Lock | undefined {
  try {
    return tryLockFile(join(path, ownerLock))
  } catch {
    return undefined
  }
}
