import { chmodSync, chownSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** A user of this machine as whom PostgreSQL is run. */
export interface Account {
  uid: number
  gid: number
  name: string
}

/** Whom to run PostgreSQL as: nobody special, unless we are root, which it refuses to be. */
export function chooseAccount(cluster: string, dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  // Whoever owns the data may read it, and nobody else should have to: the cluster first, then its folder.
  const owner = [cluster, dataDir].map(stat).find((found) => found && found.uid !== 0)
  const users = readUsers()
  if (owner) {
    const user = users.find(({ uid }) => uid === owner.uid)
    return user ?? { uid: owner.uid, gid: owner.gid, name: String(owner.uid) }
  }
  const spare = ['postgres', 'nobody'].map((name) => users.find((user) => user.name === name))
  return spare.find((user) => user !== undefined) ?? { uid: 65534, gid: 65534, name: 'nobody' }
}

/** Whether the account may walk to a path and read it, by the modes of every folder on the way. */
export function canReach(path: string, account: Account): boolean {
  for (let step = realpathSync(path); ; step = dirname(step)) {
    if (!allows(statSync(step), account, 0o1)) return false
    if (step === dirname(step)) return true
  }
}

/** Lets the account walk through a folder of root's own: its group may pass, and still not list. */
export function admit(folder: string, account: Account): void {
  const { uid, gid, mode } = statSync(folder)
  if (uid !== 0 || allows({ uid, gid, mode }, account, 0o1)) return
  if (gid !== account.gid) chownSync(folder, 0, account.gid)
  chmodSync(folder, (mode & 0o707) | 0o010)
}

/** Gives a path that we have just made to the account, where there is one. */
export function give(path: string, account: Account | undefined): void {
  if (account) chownSync(path, account.uid, account.gid)
}

function allows({ uid, gid, mode }: Pick<Stats, 'uid' | 'gid' | 'mode'>, account: Account, right: number) {
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
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function stat(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}
