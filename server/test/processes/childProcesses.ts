import { readdirSync, readFileSync } from 'node:fs'

/** The live child processes of a process, by default of this one. */
export function childProcesses(parent = process.pid): number[] {
  const children = readdirSync('/proc').filter((entry) => {
    const status = read(`/proc/${entry}/status`)
    return status.includes(`\nPPid:\t${parent}\n`) && !/^State:\tZ/m.test(status)
  })
  return children.map(Number)
}

/** `kill -9` of a process and its children, so that their shared memory is lost. */
export function killTree(pid: number): void {
  // Stopped first: otherwise it could start another child while its children are listed.
  process.kill(pid, 'SIGSTOP')
  for (const each of [...childProcesses(pid), pid]) kill(each)
}

/** Ignores a process that has just ended by itself. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

/** The environment of another process. */
export const environmentOf = (pid: number) => read(`/proc/${pid}/environ`)

/** Empty when the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
