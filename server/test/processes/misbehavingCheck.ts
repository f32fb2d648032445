import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveChecks } from '../../src/base/files/checkingProcess.ts'

export type Misbehaviour = {
  /** Writable: gets a file for each attempt. */
  folder: string
  /** How the first attempts end. */
  how: 'exit' | 'disconnect' | 'no memory' | 'hang' | 'idle' | 'loop' | 'fault' | NodeJS.Signals
  times: number
  filling?: Buffer
}

/** A check whose process ends as it is told; then it answers with the number of attempts. */
serveChecks<number, Misbehaviour>(async ({ folder, how, times }) => {
  const attempts = readdirSync(folder).length + 1
  writeFileSync(join(folder, `${attempts}`), `${process.pid}`)
  if (attempts > times) return attempts
  if (how === 'no memory') throw new RangeError('Array buffer allocation failed')
  if (how === 'fault') throw new Error('a mistake in the program')
  if (how === 'idle') return sleep(1500, attempts)
  if (how === 'loop') for (;;);
  if (how === 'exit') process.exit(3)
  if (how === 'disconnect') process.disconnect()
  else if (how === 'SIGSTOP') setImmediate(() => process.kill(process.pid, how))
  else if (how !== 'hang') process.kill(process.pid, how)
  return how === 'SIGSTOP' ? attempts : new Promise(() => setInterval(() => {}, 1000))
})
