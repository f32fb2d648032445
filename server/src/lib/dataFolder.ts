import { accessSync, chownSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from './startError.ts'

/** Makes the data folder where it is missing, closed to other users, and refuses one that we cannot write. */
export function prepareDataFolder(dataDir: string): void {
  try {
    const first = mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // Root at work in someone's home leaves them what it makes there, so that they can start it themselves.
    if (first && process.getuid?.() === 0) giveToOwnerOf(dirname(first), dataDir, first)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be used: ${reason(error)}`)
  }
}

function giveToOwnerOf(parent: string, deepest: string, first: string): void {
  const { uid, gid } = statSync(parent)
  if (uid === 0) return
  for (let made = deepest; ; made = dirname(made)) {
    chownSync(made, uid, gid)
    if (made === first) return
  }
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EACCES' || code === 'EPERM') return `${process.env.USER ?? 'this user'} may not write there`
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'there is a file in its place'
  if (code === 'EROFS') return 'the disk is read-only'
  if (code === 'ENOSPC') return 'the disk is full'
  return error instanceof Error ? error.message : String(error)
}
