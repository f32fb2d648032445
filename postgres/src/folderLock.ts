import { lchownSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FolderBusy, SetupError } from './setupError.ts'

const sqliteBusy = 5
// SQLITE_READONLY and SQLITE_CANTOPEN.
const sqliteNoAccess = [8, 14]

export type Lock = { release(): void }

/**
 * Locks a folder for this process. SQLite takes a kernel lock on the file `lock`, which the system releases however the
 * process ends; a file with a pid would be stale after a crash, or name another process that got the same pid. Messages
 * name `program` and `dataDir`.
 */
export function lockFolder(folder: string, program: string, dataDir = folder): Lock {
  const file = join(folder, 'lock')
  let lock: Lock | undefined
  try {
    lock = tryLockFile(file)
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
    const reason = sqliteNoAccess.includes(code)
      ? `${file} belongs to another user, start ${program} as that user or as root`
      : `${file} gives the error '${error instanceof Error ? error.message : String(error)}'`
    throw new SetupError(`The data folder ${dataDir} cannot be locked: ${reason}`)
  }
  if (lock) return lock
  throw new FolderBusy(`${program} is already running on the data folder ${dataDir}: stop it first`)
}

/** Takes a kernel lock on a file, which is created if missing; undefined while another process holds it. */
export function tryLockFile(file: string): Lock | undefined {
  const database = new DatabaseSync(file)
  try {
    // No journal file beside it: the database never holds data.
    database.exec('pragma journal_mode = memory; begin exclusive')
    chownToFolderOwner(file)
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined
    throw error
  }
}

/** After a start as root the owner of the folder must still be able to start without root. */
function chownToFolderOwner(file: string): void {
  const { uid, gid } = statSync(dirname(file))
  if (process.getuid?.() === 0 && uid !== 0) lchownSync(file, uid, gid)
}
