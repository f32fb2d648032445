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
import { type Account, canReach, give } from './postgresAccount.ts'
import { StartError } from './startError.ts'

/** PostgreSQL's first process: ours to stop, whether we started or found it. */
export interface Postmaster {
  pid: number
  port: number
  status: string
  /** Resolves when it has ended. */
  gone: Promise<void>
}

/** Children see none of our variables: PGPORT and its like would change what they do, secrets are not theirs. */
export const cleanEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/**
 * How a program that starts in a folder as the account names it. Where a folder above is closed to the account, as in
 * root's home, the kernel still leads it to where it stands: root puts it there before it gives up its rights.
 */
export function pathFor(folder: string, account: Account | undefined): string {
  if (!account || canReach(folder, account)) return folder
  if (existsSync('/proc/self/cwd')) return '/proc/self/cwd'
  throw new StartError(
    `PostgreSQL runs as ${account.name}, which cannot reach ${folder}: set DATA_DIR to a folder that it can, or start Our Print as an ordinary user`,
  )
}

/** Starts the server and waits until it answers; its complaint becomes the error's sentence. */
export async function startPostmaster(
  program: string,
  options: string[],
  place: { cluster: string; logFile: string; account: Account | undefined },
): Promise<Postmaster> {
  const { cluster, logFile, account } = place
  // A new file each time: in a folder of another user root must not follow a link.
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
    // Of its own session, or Ctrl-C would end it before our last request is answered.
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
  throw new StartError(`PostgreSQL did not start: ${complaint(logFile)} (see ${logFile})`)
}

/** The server that still runs on this cluster after our last process was killed, if there is one. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const found = readPostmaster(cluster)
    if (!found || !isAlive(found.pid) || !serves(found.pid, cluster)) return undefined
    // One that was killed a moment ago is still listed, and its file still says that it is ready.
    const isReady = found.status === 'ready' && ((await answers(found.port)) || Date.now() > deadline)
    if (isReady) return { ...found, gone: untilGone(found.pid) }
    // It is recovering, stopping or dying: each ends by itself.
    await sleep(50)
  }
}

// The length of the message and the number of the request: the protocol's SSLRequest, answered by one byte.
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

/** Whether PostgreSQL answers on a port of this machine. For one that was killed the kernel may still accept. */
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
 * Before a start: where the pid file names a stranger, an impossible number takes its place, or PostgreSQL would refuse
 * to start beside it. Removing the file would do too, but also skip PostgreSQL's check that no process of a killed
 * server still writes. For the holder of the lock alone: another may just be starting PostgreSQL.
 */
export function disownStranger(cluster: string): void {
  const found = readPostmaster(cluster)
  if (!found || !isAlive(found.pid) || serves(found.pid, cluster)) return
  const file = join(cluster, 'postmaster.pid')
  const [, ...rest] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, ['2147483646', ...rest].join('\n'))
}

/** Stops it as its manual says: no new connections, open transactions rolled back, everything on disk. */
export async function stopPostmaster({ pid, gone }: Postmaster): Promise<void> {
  signal(pid, 'SIGINT')
  const late = new AbortController()
  const inTime = await Promise.race([
    gone.then(() => true),
    sleep(30_000, false, { signal: late.signal }).catch(() => false),
  ])
  late.abort()
  if (inTime) return
  // Ends at once without harm: what was committed is replayed from its log at the next start.
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

/** Whether the process is this cluster's server: no stranger that was given its number, nor that of a copied folder. */
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
 * A setting that means nothing to PostgreSQL and says in its command line which folder it serves. Everyone may read
 * that, while where a process of another user stands is closed even to root in most containers.
 */
function identityOf(cluster: string): string {
  const { dev, ino } = statSync(cluster)
  return `our_print.cluster=${dev}-${ino}`
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
    // It could not even be started: the caller finds nothing running.
  }
}

function complaint(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').split('\n')
  const fatal =
    lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.findLast((line) => line !== '')
  return fatal?.replace(/^.*(FATAL|PANIC):\s*/, '') ?? 'it gave no reason'
}
