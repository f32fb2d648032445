import { chownSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './startError.ts'

const sqliteBusy = 5

export type Lock = { release(): void }

/**
 * Holds a folder for this process alone. SQLite takes a kernel lock on the file, which dies with the process
 * however it ends; a pid in a file would go stale, or name a stranger once the number is used again.
 */
export function lockFolder(folder: string): Lock {
  const file = join(folder, 'lock')
  let lock: Lock | undefined
  try {
    lock = tryLockFile(file)
  } catch {
    throw new StartError(`The data folder ${folder} cannot be locked: ${file} is not writable`)
  }
  if (lock) return lock
  throw new StartError(`Our Print is already running on the data folder ${folder}: stop it first`)
}

/** Takes the kernel lock on a file, which is made where it is missing; undefined while another process holds it. */
export function tryLockFile(file: string): Lock | undefined {
  const database = new DatabaseSync(file)
  try {
    // Without a journal file beside it: the lock never holds data.
    database.exec('pragma journal_mode = memory; begin exclusive')
    leaveToOwner(file, dirname(file))
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined
    throw error
  }
}

/** A start as root must not keep the folder's owner from starting it themselves later. */
function leaveToOwner(file: string, folder: string): void {
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0 && uid !== 0) chownSync(file, uid, gid)
}
