import { accessSync, chownSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { lchown } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SetupError } from './setupError.ts'

/** Creates the data folder with mode 0700 if it is missing, and refuses one that this process cannot write to. */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new SetupError(`The data folder ${dataDir} cannot be used: ${reason(error)}`)
  }
}

/** One level at a time: Node's recursive mkdir loops forever where no folder can be made, for example in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process that starts on the same folder may have created it meanwhile.
    if (existsSync(folder)) return
    throw error
  }
  // Root in a user's home gives the folder to that user, so that they can start without root later.
  const { uid, gid } = statSync(dirname(folder))
  if (process.getuid?.() === 0 && uid !== 0) chownSync(folder, uid, gid)
}

/** Returns a function that, for root only, gives a path to the owner of the folder. */
export function leaveToOwnerOf(folder: string): (path: string) => Promise<void> {
  const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 }
  if (process.getuid?.() !== 0 || uid === 0) return async () => {}
  return (path) => lchown(path, uid, gid)
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EACCES' || code === 'EPERM') return `${process.env.USER ?? 'this user'} may not write there`
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'there is a file in its place'
  if (code === 'ENOENT') return 'no folder can be made there'
  if (code === 'EROFS') return 'the disk is read-only'
  if (code === 'ENOSPC') return 'the disk is full'
  return error instanceof Error ? error.message : String(error)
}
