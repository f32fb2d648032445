import * as fs from 'node:fs'
import { dirname, join } from 'node:path'

/** The user of this machine that PostgreSQL runs as. */
export interface Account {
  uid: number
  gid: number
  name: string
}

/** The account to run PostgreSQL as: undefined means the current user. PostgreSQL refuses to run as root. */
export function chooseAccount(dataDir: string, cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readUsers()
  const folder = fs.statSync(dataDir)
  // The owner of the data folder can read all of it anyway, and can start without root later.
  if (folder.uid !== 0) return accountOf(folder, users)
  const candidates = ['postgres', 'nobody'].flatMap((name) => users.find((user) => user.name === name) ?? [])
  const current = fs.statSync(cluster, { throwIfNoEntry: false })
  // A folder restored from another machine may have the uid of any user here, so only these accounts are accepted.
  const owner = candidates.find(({ uid }) => uid === current?.uid)
  return owner ?? candidates[0] ?? { uid: 65534, gid: 65534, name: 'nobody' }
}

/** The account that owns a path: that of a PostgreSQL that is already running on it. */
export function ownerOf(path: string): Account | undefined {
  return process.getuid?.() === 0 ? accountOf(fs.statSync(path), readUsers()) : undefined
}

/** Whether the modes of a path and of every folder above it let the account through. */
export function canReach(path: string, account: Account): boolean {
  for (let step = fs.realpathSync(path); ; step = dirname(step)) {
    if (!allows(fs.statSync(step), account, 0o1)) return false
    if (step === dirname(step)) return true
  }
}

/** Makes the account, if there is one, the owner of a path that was just created. */
export function give(path: string, account: Account | undefined): void {
  if (account) fs.lchownSync(path, account.uid, account.gid)
}

/** Writes a file with mode 0600, owned by the account, atomically and flushed to disk. */
export function writePrivate(path: string, text: string, account: Account | undefined): void {
  const draft = `${path}.draft`
  fs.rmSync(draft, { force: true })
  fs.writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  give(draft, account)
  fs.renameSync(draft, path)
}

/** Makes the account the owner of a folder and everything in it. */
export function giveAll(folder: string, account: Account): void {
  const { uid, gid } = fs.lstatSync(folder)
  const foreign = entriesBelow(folder).filter(({ found }) => found.uid !== account.uid)
  if (foreign.length === 0 && uid === account.uid) return
  // Owned by root meanwhile, so that nobody can replace an entry by a link to a file of root.
  fs.lchownSync(folder, 0, gid)
  for (const { path, found } of foreign) {
    // A hard link may also be the name of a file outside this folder.
    if (found.isDirectory() || found.nlink === 1) fs.lchownSync(path, account.uid, account.gid)
  }
  fs.lchownSync(folder, account.uid, account.gid)
}

/** A path at or below the given one that belongs to another user, if there is one. */
export function findForeign(path: string): string | undefined {
  const found = fs.lstatSync(path, { throwIfNoEntry: false })
  if (!found) return undefined
  if (found.uid !== process.getuid?.()) return path
  if (!found.isDirectory()) return undefined
  for (const name of fs.readdirSync(path)) {
    const foreign = findForeign(join(path, name))
    if (foreign !== undefined) return foreign
  }
  return undefined
}

function entriesBelow(folder: string): { path: string; found: fs.Stats }[] {
  return fs.readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const found = fs.lstatSync(path, { throwIfNoEntry: false })
    if (!found) return []
    return [{ path, found }, ...(found.isDirectory() ? entriesBelow(path) : [])]
  })
}

function accountOf({ uid, gid }: Pick<fs.Stats, 'uid' | 'gid'>, users: Account[]): Account {
  return users.find((user) => user.uid === uid) ?? { uid, gid, name: String(uid) }
}

function allows({ uid, gid, mode }: Pick<fs.Stats, 'uid' | 'gid' | 'mode'>, account: Account, right: number) {
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & right) === right
}

function readUsers(): Account[] {
  return readText('/etc/passwd')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

function readText(path: string): string {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
