import { chownSync, copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface User {
  uid: number
  gid: number
}

/** Whom to run programs as so that they are an ordinary user's: nobody's where the tests run as root, else our own. */
export const ordinaryUser: User | undefined =
  process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

/**
 * A folder for programs of a user, with the Node of these tests in `bin`: a checkout of root's may lie where nobody
 * else can reach.
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

/** A link cannot lead to another disk. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
