import { readdirSync, readFileSync } from 'node:fs'

/** The processes that this one has started and that still live. */
export function childProcesses(): number[] {
  const children = readdirSync('/proc').filter((entry) => {
    const status = read(`/proc/${entry}/status`)
    return status.includes(`\nPPid:\t${process.pid}\n`) && !/^State:\tZ/m.test(status)
  })
  return children.map(Number)
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
