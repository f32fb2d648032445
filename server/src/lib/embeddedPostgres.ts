import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { prepareDataFolder } from './dataFolder.ts'
import { lockFolder } from './folderLock.ts'
import { type Cluster, openCluster, writePrivate } from './postgresCluster.ts'
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
  stop(): Promise<void>
}

/** Runs PostgreSQL on a data folder until stop(): made if new, adopted if a killed process left it running. */
export async function startEmbeddedPostgres({ dataDir, log, port, onExit }: Wanted): Promise<Running> {
  prepareDataFolder(dataDir)
  const lock = lockFolder(dataDir)
  try {
    const cluster = await openCluster(dataDir, log)
    const server = await adoptOrStart(cluster, port, log)
    await prepareDatabase(cluster, server.port)
    const stop = supervise(cluster, server, log, (sentence) => {
      lock.release()
      onExit?.(sentence)
    })
    return {
      url: urlOf(cluster, server.port, 'our_print', 'our_print'),
      where: cluster.home,
      stop: async () => {
        await stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
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
      return await startPostmaster(program, postgresSettings(home, port), place)
    } catch (error) {
      const lingering = error instanceof StartError && error.message.includes('shared memory block')
      if (!lingering || attempt === 20) throw error
      await sleep(250)
    }
  }
}

/** Makes what the app needs: a role that may not touch the machine as the superuser can, and its database. */
async function prepareDatabase(cluster: Cluster, port: number): Promise<void> {
  const sql = postgres(urlOf(cluster, port, 'postgres', 'postgres'), { max: 1, connect_timeout: 10 })
  try {
    const [role] = await sql`select from pg_roles where rolname = 'our_print'`
    // Tests and benchmarks make databases of their own. The password is hexadecimal, so it needs no quoting.
    if (!role) await sql.unsafe(`create role our_print login createdb password '${cluster.password}'`)
    const [database] = await sql`select from pg_database where datname = 'our_print'`
    if (!database) await sql`create database our_print owner our_print`
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`PostgreSQL in ${cluster.home} runs, but refuses us: ${reason}`)
  } finally {
    await sql.end()
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
): () => Promise<void> {
  const state: { server: Postmaster; stopping?: Promise<void>; reviving?: Promise<void> } = { server: first }

  const revive = async () => {
    log('PostgreSQL ended unexpectedly: starting it again')
    for (let wait = 100; !state.stopping; wait *= 2) {
      try {
        state.server = await startOn(cluster, first.port)
        log('PostgreSQL is back')
        return watch()
      } catch (error) {
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
  return () => {
    state.stopping ??= (async () => {
      await state.reviving
      await stopPostmaster(state.server)
      process.off('exit', atExit)
    })()
    return state.stopping
  }
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

function urlOf({ password }: Cluster, port: number, user: string, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}
