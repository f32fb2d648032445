import { accessSync, chownSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { lchown } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from './startError.ts'

/** Makes the data folder where it is missing, closed to other users, and refuses one that we cannot write. */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be used: ${reason(error)}`)
  }
}

/** Step by step, since Node's own recursive way never returns where nothing can be made, in /proc for one. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Of two servers that share a data folder and start at once, the other was quicker.
    if (existsSync(folder)) return
    throw error
  }
  // Root at work in someone's home leaves them what it makes there, so that they can start it themselves.
  const { uid, gid } = statSync(dirname(folder))
  if (process.getuid?.() === 0 && uid !== 0) chownSync(folder, uid, gid)
}

/**
 * Root at work in someone's data folder leaves them what it makes there: answers how to give a path to the owner of
 * the folder, which does nothing for anyone but root.
 */
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
