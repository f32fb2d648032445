import { spawn } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { Sandbox } from './sandbox.ts'

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
  sandbox: Sandbox
  signal?: AbortSignal
}

const watchMs = 200

/** `killed`: it exceeded a bound. `died`: others killed it, or it could not be started. */
export type ProgramEnd = 'ended' | 'failed' | 'killed' | 'died'

/** Runs a program within bounds. All processes that it started are killed when it ends or exceeds a bound. */
export async function runBounded(run: Run, bounds: Bounds): Promise<ProgramEnd> {
  const { program, folder, env, sandbox, signal } = run
  // The kernel keeps these limits even when this server has died.
  const cpuSeconds = Math.ceil(bounds.timeoutMs / 500)
  // At the soft limit it gets a signal that nobody else sends, at the hard one a SIGKILL.
  const limits = `ulimit -c 0; ulimit -S -t ${cpuSeconds}; ulimit -H -t ${cpuSeconds + 5}; ulimit -f ${bounds.writtenMegabytes * 2048}; ulimit -d ${bounds.megabytes * 1024}`
  const isolated = sandbox.commandFor(program, folder)
  const command = ['/bin/sh', '-c', `${limits}; exec "$0" "$@"`, ...isolated, program, ...run.arguments]
  const [shell = '', ...rest] = command
  const child = spawn(shell, rest, { cwd: folder, env, stdio: 'ignore', detached: true })
  let killed = false
  const kill = () => {
    killed = true
    killGroup(child.pid)
  }
  const { promise, resolve } = Promise.withResolvers<ProgramEnd>()
  child.once('error', () => resolve('died')).once('exit', (code, by) => resolve(endOf(code, by)))
  const timer = setTimeout(kill, bounds.timeoutMs)
  const watch = setInterval(() => {
    void isWithin(child.pid, folder, bounds).then((within) => within || kill())
  }, watchMs)
  signal?.addEventListener('abort', kill, { once: true })
  if (signal?.aborted) kill()
  try {
    const end = await promise
    return killed ? 'killed' : end
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    signal?.removeEventListener('abort', kill)
    killGroup(child.pid)
  }
}

/** A sandbox tells the signal of its program as a shell does, which also says so if it could not start it. */
function endOf(code: number | null, by: NodeJS.Signals | null): ProgramEnd {
  if (code === 0) return 'ended'
  if (code === 126 || code === 127) return 'died'
  const signal = by ? constants.signals[by] : (code ?? 0) - 128
  if (signal === constants.signals.SIGKILL || signal === constants.signals.SIGTERM) return 'died'
  return signal > 0 ? 'killed' : 'failed'
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
