import { readdirSync, readFileSync } from 'node:fs'

/** The processes that one has started, this one unless said, and that still live. */
export function childProcesses(parent = process.pid): number[] {
  const children = readdirSync('/proc').filter((entry) => {
    const status = read(`/proc/${entry}/status`)
    return status.includes(`\nPPid:\t${parent}\n`) && !/^State:\tZ/m.test(status)
  })
  return children.map(Number)
}

/** `kill -9` of a process and all that it has started: what they share in memory is gone. */
export function killTree(pid: number): void {
  // Stopped first, or it could start one more while its children are listed.
  process.kill(pid, 'SIGSTOP')
  for (const each of [...childProcesses(pid), pid]) kill(each)
}

/** One that has just ended by itself is no mishap. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

/** What another process was given as its environment. */
export const environmentOf = (pid: number) => read(`/proc/${pid}/environ`)

/** Empty for what is no process, or one that has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
