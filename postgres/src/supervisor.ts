import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Postmaster, signal, stopPostmaster } from './postmaster.ts'

interface Supervised {
  server: Postmaster
  /** The cluster's folder. */
  folder: string
  restart: () => Promise<Postmaster>
  log: (sentence: string) => void
  /** Called when restarts have failed for a minute; the sentence says why. */
  giveUp: (sentence: string) => void
}

export interface Supervisor {
  stop(): Promise<void>
  /** Whether PostgreSQL is down and cannot restart until its disk has free space. */
  isDiskFull(): boolean
}

/**
 * Restarts PostgreSQL when it ends unexpectedly. Clients reconnect by themselves, because port and password stay. Gives
 * up after a minute of failures, but waits without limit for space on a full disk.
 */
export function supervise({ server, folder, restart, log, giveUp }: Supervised): Supervisor {
  const state: {
    server: Postmaster
    stopping?: Promise<void>
    restarting?: Promise<void>
    isDiskFull: boolean
  } = { server, isDiskFull: false }

  const restartWithRetries = async () => {
    log('PostgreSQL ended unexpectedly: starting it again')
    for (let wait = 100; !state.stopping; wait *= 2) {
      try {
        state.server = await restart()
        state.isDiskFull = false
        log('PostgreSQL is back')
        return watch()
      } catch (error) {
        const isFull = isFullDisk(folder) || /no space left/i.test(String(error))
        if (isFull && !state.isDiskFull)
          log('The disk of PostgreSQL is full: it is started again when there is room')
        state.isDiskFull = isFull
        if (isFull) wait = Math.min(wait, 1_000)
        if (wait > 12_800) {
          process.off('exit', atExit)
          return giveUp(error instanceof Error ? error.message : String(error))
        }
        await sleep(wait)
      }
    }
  }
  const watch = () => {
    void state.server.gone.then(() => {
      if (!state.stopping) state.restarting = restartWithRetries()
    })
  }
  // For an exit without stop(), such as a crash. SIGKILL runs no handler; then the next start adopts the server.
  const atExit = () => signal(state.server.pid, 'SIGINT')

  watch()
  process.once('exit', atExit)
  const stop = () => {
    state.stopping ??= (async () => {
      await state.restarting
      await stopPostmaster(state.server)
      process.off('exit', atExit)
    })()
    return state.stopping
  }
  return { stop, isDiskFull: () => state.isDiskFull }
}

/** PostgreSQL needs room for a few log segments of 16 MB to finish its crash recovery. */
const neededBytes = 48 * 1024 * 1024

function isFullDisk(folder: string): boolean {
  return [folder, join(folder, 'pg_wal')].some((each) => {
    const { bavail, bsize } = statfsSync(each)
    return bavail * bsize < neededBytes
  })
}
