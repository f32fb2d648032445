import { readdirSync, readFileSync } from 'node:fs'

// CPU time from /proc (Linux only; elsewhere nothing is measured). Other work on the machine does not lengthen it.

const ticksPerSecond = 100
const pageSize = 4096

type Process = { pid: number; parent: number; command: string; own: number; ended: number; bytes: number }

function readProcess(pid: number): Process | undefined {
  try {
    const [head = '', rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/)
    const field = (place: number) => Number(rest.split(' ')[place - 3])
    const seconds = (user: number, system: number) => (field(user) + field(system)) / ticksPerSecond
    const command = head.includes('(postgres')
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : head.slice(head.indexOf('(') + 1)
    return {
      pid,
      parent: field(4),
      command,
      own: seconds(14, 15),
      ended: seconds(16, 17),
      bytes: field(24) * pageSize,
    }
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}

function readProcesses(): Process[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(Number(name)) ?? [])
  } catch {
    return []
  }
}

/** CPU seconds that a process and its children have used, those that have ended included. */
export const timeOfServer = (pid: number): number => sumOf(pid, ({ own, ended }) => own + ended)

/** Bytes of memory of a process and its children. */
export const memoryOfServer = (pid: number): number => sumOf(pid, ({ bytes }) => bytes)

function sumOf(pid: number, read: (process: Process) => number): number {
  const all = readProcesses()
  const sum = (one: Process): number =>
    all.filter(({ parent }) => parent === one.pid).reduce((total, child) => total + sum(child), read(one))
  const server = all.find((one) => one.pid === pid)
  return server ? sum(server) : Number.NaN
}

/**
 * CPU seconds of each backend of a PostgreSQL that serves a connection. Background processes (checkpoints, autovacuum)
 * and parallel workers are not counted.
 */
export function timesOfBackends(postmaster: number): Map<number, number> {
  const backends = readProcesses().filter(
    ({ parent, command }) => parent === postmaster && /\(\d+\) |\[local\]/.test(command),
  )
  return new Map(backends.map(({ pid, own }) => [pid, own]))
}

/** CPU seconds between two readings of the backends. */
export function timeBetween(before: Map<number, number>, after: Map<number, number>): number {
  return [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)
}

/** The process that started a backend: PostgreSQL's main process. */
export function findPostmaster(backend: number): number {
  return readProcess(backend)?.parent ?? Number.NaN
}

/** The part of all cores that was busy between now and the returned call. */
export function watchCores(): () => number {
  const read = () => {
    try {
      const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
      const times = line.split(/\s+/).slice(1, 9).map(Number)
      const idle = (times[3] ?? 0) + (times[4] ?? 0)
      return { idle, all: times.reduce((sum, time) => sum + time, 0) }
    } catch {
      return { idle: Number.NaN, all: Number.NaN }
    }
  }
  const before = read()
  return () => {
    const { idle, all } = read()
    return 1 - (idle - before.idle) / (all - before.all)
  }
}
