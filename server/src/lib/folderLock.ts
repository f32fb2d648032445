import { chownSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './startError.ts'

const sqliteBusy = 5

/** Another process holds the folder. */
export class FolderBusy extends StartError {}

/**
 * Holds a folder for this process alone. SQLite takes a kernel lock on the file, which dies with the process
 * however it ends; a pid in a file would go stale, or name a stranger once the number is used again.
 */
export function lockFolder(folder: string): { release(): void } {
  const file = join(folder, 'lock')
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file)
    // Without a journal file beside it: the lock never holds data.
    database.exec('pragma journal_mode = memory; begin exclusive')
    leaveToOwner(file, folder)
  } catch (error) {
    database?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      throw new FolderBusy(`Our Print is already running on the data folder ${folder}: stop it first`)
    }
    throw new StartError(`The data folder ${folder} cannot be locked: ${file} is not writable`)
  }
  const held = database
  return { release: () => held.close() }
}

/** A start as root must not keep the folder's owner from starting it themselves later. */
function leaveToOwner(file: string, folder: string): void {
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0 && uid !== 0) chownSync(file, uid, gid)
}
