import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, canReach, give } from './account.ts'
import { SetupError } from './setupError.ts'

/** PostgreSQL's main process, started or adopted by this process. */
export interface Postmaster {
  pid: number
  port: number
  status: string
  /** Resolves when it has ended. */
  gone: Promise<void>
}

/** The environment of child processes: variables such as PGPORT would change what they do, and ours may hold secrets. */
export const cleanEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/**
 * The path by which a child process with this working directory, running as the account, can open the folder. If the
 * account cannot search a folder above it, as in root's home, /proc/self/cwd still works: the process is started there
 * before it gives up root's rights.
 */
export function pathFor(folder: string, account: Account | undefined): string {
  if (!account || canReach(folder, account)) return folder
  if (existsSync('/proc/self/cwd')) return '/proc/self/cwd'
  throw new SetupError(
    `PostgreSQL runs as ${account.name}, which cannot reach ${folder}: use a data folder that it can reach, or start as an ordinary user`,
  )
}

/** Starts the server and waits until it is ready; throws a SetupError with the server's own reason. */
export async function startPostmaster(
  program: string,
  options: string[],
  place: { cluster: string; logFile: string; account: Account | undefined },
): Promise<Postmaster> {
  const { cluster, logFile, account } = place
  // Created anew: in a folder of another user root must not write through a link.
  rmSync(logFile, { force: true })
  const log = openSync(logFile, 'wx', 0o600)
  give(logFile, account)
  const identity = ['-c', identityOf(cluster)]
  const child = spawn(program, ['-D', pathFor(cluster, account), ...identity, ...options], {
    uid: account?.uid,
    gid: account?.gid,
    cwd: cluster,
    env: cleanEnv,
    stdio: ['ignore', log, log],
    // In its own session: Ctrl-C must not end it before the last request is answered.
    detached: true,
  })
  closeSync(log)
  const ended = endOf(child)
  child.unref()
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const found = readPostmaster(cluster)
    if (found && found.pid === child.pid && found.status === 'ready') return { ...found, gone: ended }
    await sleep(10)
  }
  throw new SetupError(`PostgreSQL did not start: ${readReason(logFile)} (see ${logFile})`)
}

/** The server that is running on this cluster, if there is one. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const found = readPostmaster(cluster)
    if (!found || !isAlive(found.pid) || !serves(found.pid, cluster)) return undefined
    // A server that was killed a moment ago may still be in the process list, with a pid file that says ready.
    const isReady = found.status === 'ready' && ((await answers(found.port)) || Date.now() > deadline)
    if (isReady) return { ...found, gone: untilGone(found.pid) }
    // It is recovering, stopping or ending: wait.
    await sleep(50)
  }
}

// The protocol's SSLRequest message (length, request code), which the server answers with one byte.
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

/** Whether PostgreSQL answers on a port. Accepting is not enough: the kernel may still accept for a killed server. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 })
    const end = (isAnswered: boolean) => {
      resolve(isAnswered)
      socket.destroy()
    }
    socket.once('connect', () => socket.write(sslRequest))
    socket.once('data', () => end(true))
    for (const event of ['error', 'timeout', 'close'] as const) socket.on(event, () => end(false))
  })
}

/**
 * If the pid file names another program's process, which got the pid of a killed server, replaces the pid by an impossible
 * one: PostgreSQL would refuse to start. Deleting the file would skip PostgreSQL's check that no process of the killed
 * server is still writing. The caller holds the lock, because another process may be starting PostgreSQL.
 */
export function replaceReusedPid(cluster: string): void {
  const found = readPostmaster(cluster)
  if (!found || !isAlive(found.pid) || serves(found.pid, cluster)) return
  const file = join(cluster, 'postmaster.pid')
  const [, ...rest] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, ['2147483646', ...rest].join('\n'))
}

/** Stops it with a fast shutdown: open transactions are rolled back and everything is written to disk. */
export async function stopPostmaster({ pid, gone }: Postmaster): Promise<void> {
  signal(pid, 'SIGINT')
  const late = new AbortController()
  const inTime = await Promise.race([
    gone.then(() => true),
    sleep(30_000, false, { signal: late.signal }).catch(() => false),
  ])
  late.abort()
  if (inTime) return
  // Immediate shutdown: the next start recovers what was committed from the log.
  signal(pid, 'SIGQUIT')
  await gone
}

export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

function readPostmaster(cluster: string): Omit<Postmaster, 'gone'> | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  return pid > 0 && signal(pid, 0)
}

/** Whether the process is this cluster's server, and not another program with a reused pid or the server of a copy. */
function serves(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return wasStartedOn(pid, cluster) || isSame(`/proc/${pid}/cwd`, cluster)
    const [, folder = ''] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return realpathSync(folder) === cluster
  } catch {
    return false
  }
}

/**
 * A setting that PostgreSQL ignores, which names the cluster's folder in the process's command line. Every user can read
 * that; the working directory of another user's process is hidden even from root in most containers.
 */
function identityOf(cluster: string): string {
  const { dev, ino } = statSync(cluster)
  return `embedded.cluster=${dev}-${ino}`
}

function wasStartedOn(pid: number, cluster: string): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(identityOf(cluster))
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [statSync(one), statSync(other)]
  return a.dev === b.dev && a.ino === b.ino
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(200, undefined, { ref: false })
}

async function endOf(child: ChildProcess): Promise<void> {
  try {
    await once(child, 'exit')
  } catch {
    // The process could not be started: the caller finds that it is not running.
  }
}

function readReason(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').split('\n')
  const fatal =
    lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.findLast((line) => line !== '')
  return fatal?.replace(/^.*(FATAL|PANIC):\s*/, '') ?? 'it gave no reason'
}
