import { execFile, spawn } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Bounds {
  timeoutMs: number
  /** Memory of all its processes together. */
  megabytes: number
  /** What it may write: each file, and all below its folder. */
  writtenMegabytes: number
}

type Run = {
  program: string
  arguments: string[]
  /** The one folder that it writes to. */
  folder: string
  env: Record<string, string>
  signal?: AbortSignal
}

const watchMs = 200

/**
 * Runs a program within bounds, without a network where the kernel permits that; true if it ended well. All processes that
 * it started are killed when it ends or exceeds a bound.
 */
export async function runBounded(run: Run, bounds: Bounds): Promise<'ended' | 'failed' | 'killed'> {
  const { program, folder, env, signal } = run
  // The kernel keeps these limits even when this server has died.
  const limits = `ulimit -c 0; ulimit -t ${Math.ceil(bounds.timeoutMs / 500)}; ulimit -f ${bounds.writtenMegabytes * 2048}; ulimit -d ${bounds.megabytes * 1024}`
  const isolated = (await canIsolate()) ? ['unshare', ...isolation] : []
  const command = ['/bin/sh', '-c', `${limits}; exec "$0" "$@"`, ...isolated, program, ...run.arguments]
  const [shell = '', ...rest] = command
  const child = spawn(shell, rest, { cwd: folder, env, stdio: 'ignore', detached: true })
  let killed = false
  const kill = () => {
    killed = true
    killGroup(child.pid)
  }
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('error', () => resolve(-1)).once('exit', (code) => resolve(code))
  const timer = setTimeout(kill, bounds.timeoutMs)
  const watch = setInterval(() => {
    void isWithin(child.pid, folder, bounds).then((within) => within || kill())
  }, watchMs)
  signal?.addEventListener('abort', kill, { once: true })
  if (signal?.aborted) kill()
  try {
    const code = await promise
    if (killed || code === null) return 'killed'
    return code === 0 ? 'ended' : 'failed'
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    signal?.removeEventListener('abort', kill)
    killGroup(child.pid)
  }
}

/** Kills a process with all that it started and left behind. */
function killGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}

/** A network of its own without any connection, and processes that end with the first one. */
const isolation = ['--map-root-user', '--net', '--pid', '--fork', '--kill-child']
let isolating: Promise<boolean> | undefined

/** Whether the kernel lets this server isolate a program; containers often do not. */
function canIsolate(): Promise<boolean> {
  isolating ??= promisify(execFile)('unshare', [...isolation, 'true'], { timeout: 5_000 }).then(
    () => true,
    () => false,
  )
  return isolating
}

async function isWithin(group: number | undefined, folder: string, bounds: Bounds): Promise<boolean> {
  const [memory, written] = await Promise.all([megabytesOf(group), writtenTo(folder)])
  return memory <= bounds.megabytes && written <= bounds.writtenMegabytes
}

/** The memory of a process group. On systems without /proc only the kernel's limit applies. */
async function megabytesOf(group: number | undefined): Promise<number> {
  const entries = await readdir('/proc').catch(() => [])
  const pages = entries
    .filter((entry) => /^\d+$/.test(entry))
    .map(async (process) => {
      const status = await readFile(`/proc/${process}/stat`, 'latin1').catch(() => '')
      // After the name, which may hold anything but ends with the last parenthesis: state, parent, group …
      const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
      return Number(fields[2]) === group ? Number(fields[21]) : 0
    })
  const sum = (await Promise.all(pages)).reduce((all, some) => all + some, 0)
  return (sum * 4096) / 1024 ** 2
}

async function writtenTo(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024 ** 2
}
