import * as fs from 'node:fs'
import { dirname, join } from 'node:path'

/** A user of this machine as whom PostgreSQL is run. */
export interface Account {
  uid: number
  gid: number
  name: string
}

/** Whom to run PostgreSQL as: nobody special, unless we are root, which it refuses to be. */
export function chooseAccount(dataDir: string, cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readUsers()
  const folder = fs.statSync(dataDir)
  // Whoever owns the data folder may read all of it already, and can start the shop without root later.
  if (folder.uid !== 0) return accountOf(folder, users)
  const spare = ['postgres', 'nobody'].flatMap((name) => users.find((user) => user.name === name) ?? [])
  const current = fs.statSync(cluster, { throwIfNoEntry: false })
  // What a backup of another machine says of its owner is a number that may be anybody's here.
  const owner = spare.find(({ uid }) => uid === current?.uid)
  return owner ?? spare[0] ?? { uid: 65534, gid: 65534, name: 'nobody' }
}

/** The account that owns a path, for a PostgreSQL that runs on it already. */
export function ownerOf(path: string): Account | undefined {
  return process.getuid?.() === 0 ? accountOf(fs.statSync(path), readUsers()) : undefined
}

/** Whether the account may walk to a path and read it, by the modes of every folder on the way. */
export function canReach(path: string, account: Account): boolean {
  for (let step = fs.realpathSync(path); ; step = dirname(step)) {
    if (!allows(fs.statSync(step), account, 0o1)) return false
    if (step === dirname(step)) return true
  }
}

/** Gives a path that we have just made to the account, where there is one. */
export function give(path: string, account: Account | undefined): void {
  if (account) fs.lchownSync(path, account.uid, account.gid)
}

/** Writes a file that only the account, or we, can read; it is whole on disk before we go on. */
export function writePrivate(path: string, text: string, account: Account | undefined): void {
  const draft = `${path}.draft`
  fs.rmSync(draft, { force: true })
  fs.writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  give(draft, account)
  fs.renameSync(draft, path)
}

/** Gives a folder and all that is in it to the account, whoever owned which part of it before. */
export function giveAll(folder: string, account: Account): void {
  const { uid, gid } = fs.lstatSync(folder)
  const strays = entriesBelow(folder).filter(({ found }) => found.uid !== account.uid)
  if (strays.length === 0 && uid === account.uid) return
  // Closed to everyone while we are at it: nobody may put a link to a file of root's in the place of one of these.
  fs.lchownSync(folder, 0, gid)
  for (const { path, found } of strays) {
    // A second name of a file may be one outside of this folder.
    if (found.isDirectory() || found.nlink === 1) fs.lchownSync(path, account.uid, account.gid)
  }
  fs.lchownSync(folder, account.uid, account.gid)
}

/** A path at or below another that belongs to another user than us, if there is one. */
export function findStranger(path: string): string | undefined {
  const found = fs.lstatSync(path, { throwIfNoEntry: false })
  if (!found) return undefined
  if (found.uid !== process.getuid?.()) return path
  if (!found.isDirectory()) return undefined
  for (const name of fs.readdirSync(path)) {
    const stranger = findStranger(join(path, name))
    if (stranger !== undefined) return stranger
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
