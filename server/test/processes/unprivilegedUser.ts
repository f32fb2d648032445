import { chownSync, copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface User {
  uid: number
  gid: number
}

/** The user for child processes: nobody when the tests run as root, otherwise undefined (our own user). */
export const unprivilegedUser: User | undefined =
  process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

/**
 * A folder that the user can read, with this Node in `bin`: the checkout of root may be in a folder that other users
 * cannot enter.
 */
export function makeSandbox(name: string, user: User | undefined) {
  const folder = mkdtempSync(join(tmpdir(), `our-print-${name}-`))
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  linkOrCopy(process.execPath, join(bin, 'node'))
  if (user) chownSync(folder, user.uid, user.gid)
  return {
    folder,
    path: `${bin}:/usr/local/bin:/usr/bin:/bin`,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** Hard links do not work across file systems. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
