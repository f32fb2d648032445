import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareDataFolder } from './dataFolder.ts'
import { lockFolder } from './folderLock.ts'
import { writePrivate } from './postgresAccount.ts'
import { type Cluster, openCluster } from './postgresCluster.ts'
import { appUrl, prepareRoles } from './postgresRoles.ts'
import { postgresSettings } from './postgresSettings.ts'
import {
  disownStranger,
  findPostmaster,
  type Postmaster,
  signal,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { StartError } from './startError.ts'

interface Wanted {
  dataDir: string
  log: (sentence: string) => void
  /** Unset: the one of last time, or any free one. */
  port?: number
  /** Called when PostgreSQL has died and could not be brought back; the sentence says why. */
  onExit?: (sentence: string) => void
}

interface Running {
  url: string
  /** The folder that holds the database. */
  where: string
  /** Whether it is down and cannot come back before there is room on its disk again. */
  isDiskFull(): boolean
  stop(): Promise<void>
}

/** Runs PostgreSQL on a data folder until stop(): made if new, adopted if a killed process left it running. */
export async function startEmbeddedPostgres({ dataDir, log, port, onExit }: Wanted): Promise<Running> {
  prepareDataFolder(dataDir)
  const lock = lockFolder(dataDir)
  let cluster: Cluster | undefined
  const release = () => {
    cluster?.release()
    lock.release()
  }
  try {
    cluster = await openCluster(dataDir, log)
    const server = await adoptOrStart(cluster, port, log)
    await prepareRoles(cluster, server.port)
    const supervised = supervise(cluster, server, log, (sentence) => {
      release()
      onExit?.(sentence)
    })
    return {
      url: appUrl(cluster.password, server.port),
      where: cluster.home,
      isDiskFull: () => supervised.isDiskFull(),
      stop: async () => {
        await supervised.stop()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

async function adoptOrStart(
  cluster: Cluster,
  wanted: number | undefined,
  log: (sentence: string) => void,
): Promise<Postmaster> {
  const found = await findPostmaster(cluster.folder)
  if (found && (wanted === undefined || wanted === found.port)) {
    log('PostgreSQL was still running after the last process was killed: taken over')
    return found
  }
  if (found) await stopPostmaster(found)
  disownStranger(cluster.folder)
  const port = wanted ?? (await freePort(cluster))
  if (wanted !== undefined && !(await isFree(wanted))) {
    throw new StartError(`PostgreSQL cannot listen on port ${wanted}: another program does`)
  }
  const server = await startOn(cluster, port)
  writePrivate(join(cluster.home, 'port'), String(port), cluster.account)
  return server
}

/** Starts it, and again for a while when processes of a killed one are still on their way out. */
async function startOn(cluster: Cluster, port: number): Promise<Postmaster> {
  const { folder, home, account, program } = cluster
  const place = { cluster: folder, logFile: join(home, 'start.log'), account }
  for (let attempt = 1; ; attempt++) {
    try {
      return await startPostmaster(program, postgresSettings(port), place)
    } catch (error) {
      const lingering = error instanceof StartError && error.message.includes('shared memory block')
      if (!lingering || attempt === 20) throw error
      await sleep(250)
    }
  }
}

/**
 * Starts PostgreSQL again when it dies under us: a shop on one command has nobody else to do it, and the pool
 * connects again by itself, since port and password stay. Gives up after a minute of failures.
 */
function supervise(
  cluster: Cluster,
  first: Postmaster,
  log: (sentence: string) => void,
  giveUp: (sentence: string) => void,
): { stop(): Promise<void>; isDiskFull(): boolean } {
  const state: {
    server: Postmaster
    stopping?: Promise<void>
    reviving?: Promise<void>
    isDiskFull: boolean
  } = { server: first, isDiskFull: false }

  const revive = async () => {
    log('PostgreSQL ended unexpectedly: starting it again')
    for (let wait = 100; !state.stopping; wait *= 2) {
      try {
        state.server = await startOn(cluster, first.port)
        state.isDiskFull = false
        log('PostgreSQL is back')
        return watch()
      } catch (error) {
        // It comes back by itself once there is room, however long that takes.
        const isFull = isFullDisk(cluster) || /no space left/i.test(String(error))
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
      if (!state.stopping) state.reviving = revive()
    })
  }
  // For an exit that forgot us, a crash say. A kill -9 runs nothing; there the next start adopts.
  const atExit = () => signal(state.server.pid, 'SIGINT')

  watch()
  process.once('exit', atExit)
  const stop = () => {
    state.stopping ??= (async () => {
      await state.reviving
      await stopPostmaster(state.server)
      process.off('exit', atExit)
    })()
    return state.stopping
  }
  return { stop, isDiskFull: () => state.isDiskFull }
}

/** A segment of its log takes 16 MB; without room for some it cannot end its recovery. */
const neededBytes = 48 * 1024 * 1024

function isFullDisk({ folder }: Cluster): boolean {
  return [folder, join(folder, 'pg_wal')].some((each) => {
    const { bavail, bsize } = statfsSync(each)
    return bavail * bsize < neededBytes
  })
}

async function freePort(cluster: Cluster): Promise<number> {
  const file = join(cluster.home, 'port')
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  return last > 0 && (await isFree(last)) ? last : listenBriefly(0)
}

async function isFree(port: number): Promise<boolean> {
  return listenBriefly(port).then(
    () => true,
    () => false,
  )
}

function listenBriefly(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}
