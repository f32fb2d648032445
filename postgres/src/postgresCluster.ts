import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import * as owner from './clusterOwner.ts'
import { lockFolder } from './folderLock.ts'
import type { Account } from './postgresAccount.ts'
import * as accounts from './postgresAccount.ts'
import { findBinaries } from './postgresBinaries.ts'
import { randomSecret, superuserFile } from './postgresSecrets.ts'
import { cleanEnv, findPostmaster, pathFor } from './postmaster.ts'
import { StartError } from './startError.ts'

// Root's own place for programs that an unprivileged account must reach when the checkout lies in a closed home.
const shelter = '/var/lib/our-print'

/** A database on disk, and all that is needed to run it. */
export interface Cluster {
  /** Holds the cluster, its passwords, port, lock and logs. */
  home: string
  folder: string
  program: string
  account: Account | undefined
  /** Of the role that owns the app's database. */
  password: string
  release(): void
}

/**
 * Finds the cluster of a data folder, or makes it, and holds it until release(): no other process can have it, nor
 * another data folder.
 */
export async function openCluster(dataDir: string, log: (sentence: string) => void): Promise<Cluster> {
  const place = join(dataDir, 'postgres')
  const chosen = accounts.chooseAccount(dataDir, place)
  const binaries = findBinaries(chosen, chosen ? shelter : join(dataDir, 'programs'))
  if (isNew(place)) {
    log('Making the database: this takes a moment, once')
    await makeCluster(place, binaries.initdb, chosen)
  }
  const home = fs.realpathSync(place)
  const folder = join(home, 'cluster')
  owner.refuseForeign(home, dataDir)
  if (!chosen) refuseStrangers(home, dataDir)
  const lock = lockFolder(home, dataDir)
  try {
    checkVersion(folder)
    const isRunning = (await findPostmaster(folder)) !== undefined
    // What runs already keeps its account: its files must not change hands under it.
    const account = isRunning ? accounts.ownerOf(folder) : chosen
    if (!isRunning) mendRights(home, folder, account)
    owner.claim(home, dataDir, account, log)
    const password = fs.readFileSync(join(home, 'password'), 'utf8').trim()
    return { home, folder, program: binaries.postgres, account, password, release: () => lock.release() }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A backup can be put back by anyone, with any program: PostgreSQL wants its account's own folder, closed to others. */
function mendRights(home: string, folder: string, account: Account | undefined): void {
  if (account) accounts.giveAll(home, account)
  for (const closed of [home, folder]) {
    if ((fs.statSync(closed).mode & 0o777) !== 0o700) fs.chmodSync(closed, 0o700)
  }
  for (const name of ['password', superuserFile]) {
    const secret = join(home, name)
    if (fs.existsSync(secret)) fs.chmodSync(secret, 0o600)
  }
}

function refuseStrangers(home: string, dataDir: string): void {
  const stranger = accounts.findStranger(home)
  if (stranger === undefined) return
  throw new StartError(
    `${stranger} belongs to another user, and the database needs it: start Our Print once as root, or run 'sudo chown -R ${process.getuid?.()} ${dataDir}'`,
  )
}

/** The cluster of a data folder where there is one, looked at without touching it. */
export function findMade(dataDir: string) {
  const place = join(dataDir, 'postgres')
  try {
    const home = fs.realpathSync(place)
    const folder = join(home, 'cluster')
    fs.accessSync(join(folder, 'PG_VERSION'))
    return { home, folder, readPassword: () => fs.readFileSync(join(home, 'password'), 'utf8').trim() }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw notOurs(place)
  }
}

const notOurs = (place: string) =>
  new StartError(`The database in ${place} belongs to another user: start Our Print as that user, or as root`)

function isNew(place: string): boolean {
  const link = fs.lstatSync(place, { throwIfNoEntry: false })
  if (!link) return true
  const target = fs.statSync(place, { throwIfNoEntry: false })
  if (!target) throw new StartError(`The database is gone: ${place} points to ${fs.readlinkSync(place)}`)
  try {
    fs.accessSync(place, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch {
    throw notOurs(place)
  }
  if (fs.existsSync(join(place, 'cluster', 'PG_VERSION'))) return false
  if (fs.readdirSync(place).length > 0) throw new StartError(`${place} holds other files than a database`)
  return true
}

/** Made under another name first, so that a half-made one is never used. */
async function makeCluster(place: string, initdb: string, account: Account | undefined): Promise<void> {
  const final = fs.existsSync(place) ? fs.realpathSync(place) : place
  removeHalfMade(dirname(final))
  const half = fs.mkdtempSync(join(dirname(final), 'making-'))
  try {
    accounts.give(half, account)
    for (const name of ['password', superuserFile])
      accounts.writePrivate(join(half, name), randomSecret(), account)
    await runInitdb(initdb, half, account)
    fs.renameSync(half, final)
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true })
    throw error
  }
  syncFolder(dirname(final))
}

/** What a kill during an earlier first start left behind; the folder's lock is ours, so nobody is at it. */
function removeHalfMade(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir).filter((name) => name.startsWith('making-'))) {
    // The killed start's initdb may still write for a moment; the next start tries again.
    try {
      fs.rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {}
  }
}

async function runInitdb(initdb: string, half: string, account: Account | undefined): Promise<void> {
  const folder = join(half, 'cluster')
  const attempt = (locale: string) => {
    fs.rmSync(folder, { recursive: true, force: true })
    fs.mkdirSync(folder, { mode: 0o700 })
    accounts.give(folder, account)
    const options = [
      `--pgdata=${pathFor(folder, account)}`,
      `--pwfile=../${superuserFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorts and compares alike on every machine and after every upgrade of its C library.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      `--locale=${locale}`,
    ]
    return run(initdb, options, folder, account)
  }
  // pg_trgm asks the C library what a letter is: Devanagari is none in plain C, which is all some systems have.
  if ((await attempt('C.UTF-8')).ok) return
  const second = await attempt('C')
  if (!second.ok) throw new StartError(`The database could not be made: ${second.complaint}`)
}

async function run(program: string, options: string[], cwd: string, account: Account | undefined) {
  const child = spawn(program, options, {
    uid: account?.uid,
    gid: account?.gid,
    cwd,
    env: cleanEnv,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  return new Promise<{ ok: boolean; complaint: string }>((resolve) => {
    child.once('error', (error) => resolve({ ok: false, complaint: error.message }))
    child.once('close', (code) => resolve({ ok: code === 0, complaint: lastComplaint(said) }))
  })
}

function lastComplaint(said: string): string {
  const line =
    said.split('\n').find((line) => /(error|FATAL|PANIC):/.test(line)) ?? said.trim().split('\n').at(-1)
  return line?.replace(/^.*(error|FATAL|PANIC):\s*/, '') || 'initdb gave no reason'
}

function checkVersion(folder: string): void {
  const made = fs.readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (made === '18') return
  throw new StartError(
    `The database in ${folder} was made by PostgreSQL ${made}, and this is 18: move it with pg_dump, or set DATABASE_URL`,
  )
}

/** A new name in a folder survives a power cut only when the folder itself is on disk. */
function syncFolder(folder: string): void {
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}
