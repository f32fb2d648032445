import { accessSync, chownSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
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
  mkdirSync(folder, { mode: 0o700 })
  // Root at work in someone's home leaves them what it makes there, so that they can start it themselves.
  const { uid, gid } = statSync(dirname(folder))
  if (process.getuid?.() === 0 && uid !== 0) chownSync(folder, uid, gid)
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
