import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, give } from './postgresAccount.ts'
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

/** Starts the server and waits until it answers; its complaint becomes the error's sentence. */
export async function startPostmaster(
  program: string,
  options: string[],
  place: { cluster: string; logFile: string; account: Account | undefined },
): Promise<Postmaster> {
  const { cluster, logFile, account } = place
  const log = openSync(logFile, 'w', 0o600)
  give(logFile, account)
  const child = spawn(program, ['-D', cluster, ...options], {
    uid: account?.uid,
    gid: account?.gid,
    // The account may not be able to stand where we stand.
    cwd: '/',
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
  for (;;) {
    const found = readPostmaster(cluster)
    if (!found || !isAlive(found.pid) || !serves(found.pid, cluster)) return undefined
    if (found.status === 'ready') return { ...found, gone: untilGone(found.pid) }
    // It is recovering, or stopping: either ends by itself.
    await sleep(50)
  }
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

/** Whether the process is this cluster's server, and no stranger that was given its number. */
function serves(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return false
  }
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
