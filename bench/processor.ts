import { readdirSync, readFileSync } from 'node:fs'

// CPU time and memory from /proc (Linux only). Other work on the machine hardly lengthens CPU time.

type Process = { pid: number; parent: number; command: string; seconds: number; bytes: number }

function readProcess(pid: number): Process | undefined {
  try {
    const [head = '', rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/)
    const field = (place: number) => Number(rest.split(' ')[place - 3])
    const command = head.includes('(postgres') ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
    // In ticks of 10 ms and pages of 4 KiB; the time includes that of children that have ended.
    const ticks = [14, 15, 16, 17].reduce((sum, place) => sum + field(place), 0)
    return { pid, parent: field(4), command, seconds: ticks / 100, bytes: field(24) * 4096 }
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}

const readProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])

/** A process and its children. */
function treeOf(pid: number, all = readProcesses()): Process[] {
  const children = all.filter(({ parent }) => parent === pid).flatMap((child) => treeOf(child.pid, all))
  return [...all.filter((one) => one.pid === pid), ...children]
}

/** Bytes of memory of a server and its children. */
export const memoryOf = (pid: number) => treeOf(pid).reduce((sum, { bytes }) => sum + bytes, 0)

/** The first child of a process, or itself. */
export const childOf = (pid: number) => readProcesses().find(({ parent }) => parent === pid)?.pid ?? pid

/** The main process of the PostgreSQL that this backend serves. */
export const postmasterOf = (backend: number) => readProcess(backend)?.parent ?? Number.NaN

/**
 * CPU seconds of a server and of PostgreSQL's connections from now until the returned call. Background processes of
 * PostgreSQL (checkpoints, autovacuum) are not counted.
 */
export function watchProcessor(server: number, postmaster: number): () => number {
  const read = () => {
    const all = readProcesses()
    const backends = all.filter(
      ({ parent, command }) => parent === postmaster && /\(\d+\) |\[local\]/.test(command),
    )
    return new Map([...treeOf(server, all), ...backends].map(({ pid, seconds }) => [pid, seconds]))
  }
  const before = read()
  return () => [...read()].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)
}
