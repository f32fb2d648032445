import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import type { Account } from './account.ts'
import * as accounts from './account.ts'
import { findBinaries } from './binaries.ts'
import * as owner from './clusterOwner.ts'
import { lockFolder } from './folderLock.ts'
import { cleanEnv, findPostmaster, pathFor } from './postmaster.ts'
import type { Product } from './product.ts'
import { randomSecret, superuserFile } from './secrets.ts'
import { SetupError } from './setupError.ts'

/** A cluster on disk, locked, with everything needed to run it. */
export interface Cluster {
  /** Holds the cluster, its passwords, port, lock and logs. */
  home: string
  folder: string
  program: string
  account: Account | undefined
  /** The password of the application's role. */
  password: string
  release(): void
}

/**
 * Finds or creates the cluster of a data folder and locks it until release(), so that no other process and no other data
 * folder can use it.
 */
export async function openCluster(
  dataDir: string,
  product: Product,
  log: (sentence: string) => void,
): Promise<Cluster> {
  const place = join(dataDir, 'postgres')
  const chosen = accounts.chooseAccount(dataDir, place)
  const binaries = findBinaries(chosen, chosen ? product.programsFolder : join(dataDir, 'programs'), product)
  if (isNew(place, product.name)) {
    log('Making the database: this takes a moment, once')
    await makeCluster(place, binaries.initdb, chosen)
  }
  const home = fs.realpathSync(place)
  const folder = join(home, 'cluster')
  owner.refuseForeign(home, dataDir)
  if (!chosen) refuseForeignFiles(home, dataDir, product.name)
  const lock = lockFolder(home, product.name, dataDir)
  try {
    checkVersion(folder, product)
    const isRunning = (await findPostmaster(folder)) !== undefined
    // A running server keeps its account: the owner of its files must not change.
    const account = isRunning ? accounts.ownerOf(folder) : chosen
    if (!isRunning) repairRights(home, folder, account)
    owner.claim(home, dataDir, account, product, log)
    const password = fs.readFileSync(join(home, 'password'), 'utf8').trim()
    return { home, folder, program: binaries.postgres, account, password, release: () => lock.release() }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A restored copy may have any owner and mode; PostgreSQL requires that its account owns the folder, with mode 0700. */
function repairRights(home: string, folder: string, account: Account | undefined): void {
  if (account) accounts.giveAll(home, account)
  for (const closed of [home, folder]) {
    if ((fs.statSync(closed).mode & 0o777) !== 0o700) fs.chmodSync(closed, 0o700)
  }
  for (const name of ['password', superuserFile]) {
    const secret = join(home, name)
    if (fs.existsSync(secret)) fs.chmodSync(secret, 0o600)
  }
}

function refuseForeignFiles(home: string, dataDir: string, program: string): void {
  const foreign = accounts.findForeign(home)
  if (foreign === undefined) return
  throw new SetupError(
    `${foreign} belongs to another user, and the database needs it: start ${program} once as root, or run 'sudo chown -R ${process.getuid?.()} ${dataDir}'`,
  )
}

/** The cluster of a data folder, read without locking or changing it; undefined if there is none. */
export function findCluster(dataDir: string, program: string) {
  const place = join(dataDir, 'postgres')
  try {
    const home = fs.realpathSync(place)
    const folder = join(home, 'cluster')
    fs.accessSync(join(folder, 'PG_VERSION'))
    return { home, folder, readPassword: () => fs.readFileSync(join(home, 'password'), 'utf8').trim() }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw ofAnotherUser(place, program)
  }
}

const ofAnotherUser = (place: string, program: string) =>
  new SetupError(
    `The database in ${place} belongs to another user: start ${program} as that user, or as root`,
  )

function isNew(place: string, program: string): boolean {
  const link = fs.lstatSync(place, { throwIfNoEntry: false })
  if (!link) return true
  const target = fs.statSync(place, { throwIfNoEntry: false })
  if (!target) throw new SetupError(`The database is gone: ${place} points to ${fs.readlinkSync(place)}`)
  try {
    fs.accessSync(place, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch {
    throw ofAnotherUser(place, program)
  }
  if (fs.existsSync(join(place, 'cluster', 'PG_VERSION'))) return false
  if (fs.readdirSync(place).length > 0) throw new SetupError(`${place} holds other files than a database`)
  return true
}

/** Created under a temporary name first, so that an incomplete cluster is never used. */
async function makeCluster(place: string, initdb: string, account: Account | undefined): Promise<void> {
  const final = fs.existsSync(place) ? fs.realpathSync(place) : place
  removeDrafts(dirname(final))
  const draft = fs.mkdtempSync(join(dirname(final), 'making-'))
  try {
    accounts.give(draft, account)
    for (const name of ['password', superuserFile])
      accounts.writePrivate(join(draft, name), randomSecret(), account)
    await runInitdb(initdb, draft, account)
    fs.renameSync(draft, final)
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    throw error
  }
  syncFolder(dirname(final))
}

/** Removes what a first start left behind when it was killed. Safe: this process holds the folder's lock. */
function removeDrafts(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir).filter((name) => name.startsWith('making-'))) {
    // The initdb of the killed start may still be writing; then the next start removes it.
    try {
      fs.rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {}
  }
}

async function runInitdb(initdb: string, draft: string, account: Account | undefined): Promise<void> {
  const folder = join(draft, 'cluster')
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
      // Sorts the same on every machine and after every upgrade of the C library.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      `--locale=${locale}`,
    ]
    return run(initdb, options, folder, account)
  }
  // pg_trgm asks the C library what a letter is. In the C locale Devanagari has no letters, but some systems have only C.
  if ((await attempt('C.UTF-8')).ok) return
  const second = await attempt('C')
  if (!second.ok) throw new SetupError(`The database could not be made: ${second.error}`)
}

async function run(program: string, options: string[], cwd: string, account: Account | undefined) {
  const child = spawn(program, options, {
    uid: account?.uid,
    gid: account?.gid,
    cwd,
    env: cleanEnv,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return new Promise<{ ok: boolean; error: string }>((resolve) => {
    child.once('error', (error) => resolve({ ok: false, error: error.message }))
    child.once('close', (code) => resolve({ ok: code === 0, error: lastError(output) }))
  })
}

function lastError(output: string): string {
  const line =
    output.split('\n').find((line) => /(error|FATAL|PANIC):/.test(line)) ?? output.trim().split('\n').at(-1)
  return line?.replace(/^.*(error|FATAL|PANIC):\s*/, '') || 'initdb gave no reason'
}

function checkVersion(folder: string, { otherServerAdvice }: Product): void {
  const version = fs.readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version === '18') return
  throw new SetupError(
    `The database in ${folder} was made by PostgreSQL ${version}, and this is 18: move it with pg_dump, or ${otherServerAdvice}`,
  )
}

/** A rename survives a power cut only after fsync of the folder. */
function syncFolder(folder: string): void {
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}
