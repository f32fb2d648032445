import { lchownSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './startError.ts'

const sqliteBusy = 5
// It may not be written (8) or not be opened at all (14).
const sqliteClosedToUs = [8, 14]

/** Another process holds the folder. */
export class FolderBusy extends StartError {}

export type Lock = { release(): void }

/**
 * Holds a folder for this process alone. SQLite takes a kernel lock on the file, which dies with the process
 * however it ends; a pid in a file would go stale, or name a stranger once the number is used again. A refusal names
 * `dataDir`.
 */
export function lockFolder(folder: string, dataDir = folder): Lock {
  const file = join(folder, 'lock')
  let lock: Lock | undefined
  try {
    lock = tryLockFile(file)
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
    const reason = sqliteClosedToUs.includes(code)
      ? `${file} belongs to another user, start Our Print as that user or as root`
      : `${file} gives the error '${error instanceof Error ? error.message : String(error)}'`
    throw new StartError(`The data folder ${dataDir} cannot be locked: ${reason}`)
  }
  if (lock) return lock
  throw new FolderBusy(`Our Print is already running on the data folder ${dataDir}: stop it first`)
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
  if (process.getuid?.() === 0 && uid !== 0) lchownSync(file, uid, gid)
}
