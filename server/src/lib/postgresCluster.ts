import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, admit, canReach, chooseAccount, give } from './postgresAccount.ts'
import { findBinaries } from './postgresBinaries.ts'
import { cleanEnv } from './postmaster.ts'
import { StartError } from './startError.ts'

// Root's own place for what an unprivileged account must reach when the checkout lies in a closed home.
const shelter = '/var/lib/our-print'

/** A database on disk, and all that is needed to run it. */
export interface Cluster {
  /** Holds the cluster, its password, port and logs. */
  home: string
  folder: string
  program: string
  account: Account | undefined
  password: string
}

/** Finds the cluster of a data folder, or makes it: under another name first, so that a half-made one is never used. */
export async function openCluster(dataDir: string, log: (sentence: string) => void): Promise<Cluster> {
  const place = join(dataDir, 'postgres')
  const account = chooseAccount(place, dataDir)
  if (account) admit(dataDir, account)
  const binaries = findBinaries(account, account ? shelter : join(dataDir, 'programs'))
  if (isNew(place)) {
    log('Making the database: this takes a moment, once')
    await makeCluster(place, binaries.initdb, account)
  }
  const home = fs.realpathSync(place)
  if (account && !canReach(dirname(home), account)) {
    throw new StartError(`The account ${account.name}, which owns the database in ${home}, cannot reach it`)
  }
  const folder = join(home, 'cluster')
  checkVersion(folder)
  if (home !== join(fs.realpathSync(dataDir), 'postgres')) {
    log(
      `The database is in ${home}, since PostgreSQL runs as ${account?.name ?? 'you'} and cannot reach ${dataDir}`,
    )
  }
  const password = fs.readFileSync(join(home, 'password'), 'utf8').trim()
  return { home, folder, program: binaries.postgres, account, password }
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

/** Writes a file that only the account, or we, can read. */
export function writePrivate(path: string, text: string, account: Account | undefined): void {
  fs.writeFileSync(path, text, { mode: 0o600 })
  give(path, account)
}

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

async function makeCluster(place: string, initdb: string, account: Account | undefined): Promise<void> {
  const dataDir = dirname(place)
  const sheltered = account !== undefined && !canReach(dataDir, account)
  // Two data folders never share a name here, and one that was deleted does not come back to life.
  const id = `${createHash('sha256').update(fs.realpathSync(dataDir)).digest('hex').slice(0, 8)}-${Date.now()}`
  const final = sheltered ? join(shelter, id) : place
  fs.mkdirSync(dirname(final), { recursive: true })
  if (sheltered) fs.chmodSync(shelter, 0o755)
  else removeHalfMade(dataDir)
  const half = fs.mkdtempSync(join(dirname(final), 'making-'))
  try {
    give(half, account)
    writePrivate(join(half, 'password'), randomBytes(24).toString('hex'), account)
    await runInitdb(initdb, half, account)
    fs.renameSync(half, final)
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true })
    throw error
  }
  if (sheltered) {
    fs.rmSync(place, { recursive: true, force: true })
    fs.symlinkSync(final, place)
  }
  syncFolder(dirname(final))
  syncFolder(dataDir)
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
  const options = [
    `--pgdata=${join(half, 'cluster')}`,
    `--pwfile=${join(half, 'password')}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts and compares alike on every machine and after every upgrade of its C library.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]
  // pg_trgm asks the C library what a letter is: Devanagari is none in plain C, which is all some systems have.
  const first = await run(initdb, [...options, '--locale=C.UTF-8'], account)
  if (first.ok) return
  fs.rmSync(join(half, 'cluster'), { recursive: true, force: true })
  const second = await run(initdb, [...options, '--locale=C'], account)
  if (!second.ok) throw new StartError(`The database could not be made: ${second.complaint}`)
}

async function run(program: string, options: string[], account: Account | undefined) {
  const child = spawn(program, options, {
    uid: account?.uid,
    gid: account?.gid,
    cwd: '/',
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
