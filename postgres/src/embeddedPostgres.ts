/*
 * Runs PostgreSQL as a child process on a data folder. The public functions of this package:
 *
 *   startEmbeddedPostgres   creates the database if the folder has none, starts and supervises the server
 *   joinEmbeddedPostgres    connects to the server of a folder that another process runs
 *   hasDatabase             whether a folder holds a database
 *
 * `Product` says for which program. Errors that a person must resolve are a SetupError with one sentence; FolderBusy is
 * the one of a folder in use. dataFolder.ts and folderLock.ts are public too: other files of a data folder need the same
 * owner and the same kind of lock. serverLog.ts tells why a server may have ended. testing.ts is for tests and benchmarks.
 *
 * <dataDir>/postgres holds the cluster (`cluster`), the passwords of the application and of the superuser, the last port,
 * the lock, the owner (see clusterOwner.ts) and the logs.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writePrivate } from './account.ts'
import { type Cluster, findCluster, openCluster } from './cluster.ts'
import { prepareDataFolder } from './dataFolder.ts'
import { lockFolder } from './folderLock.ts'
import { freePort, isPortFree } from './ports.ts'
import {
  findPostmaster,
  type Postmaster,
  replaceReusedPid,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import type { Product } from './product.ts'
import { answers, appUrl, prepareRoles } from './roles.ts'
import { postgresSettings } from './settings.ts'
import { SetupError } from './setupError.ts'
import { supervise } from './supervisor.ts'

export type { Product } from './product.ts'
export { FolderBusy, SetupError } from './setupError.ts'

export interface StartOptions {
  product: Product
  dataDir: string
  log: (sentence: string) => void
  /** Default: the port of the last start if it is free, else any free one. */
  port?: number
  /** Called when PostgreSQL has ended and could not be restarted; the sentence says why. */
  onExit?: (sentence: string) => void
  /** Settings of PostgreSQL that differ from this package's. A server that is taken over keeps its own. */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres {
  /** Connects as the role that owns the application's database. */
  url: string
  /** The folder that holds the database. */
  where: string
  /** Whether PostgreSQL is down and cannot restart until its disk has free space. */
  isDiskFull(): boolean
  stop(): Promise<void>
}

/** Runs PostgreSQL on a data folder until stop(). Adopts a server that is still running after its process was killed. */
export async function startEmbeddedPostgres({
  product,
  dataDir,
  log,
  port,
  onExit,
  settings,
}: StartOptions): Promise<EmbeddedPostgres> {
  prepareDataFolder(dataDir)
  const lock = lockFolder(dataDir, product.name)
  let cluster: Cluster | undefined
  const release = () => {
    cluster?.release()
    lock.release()
  }
  try {
    const opened = await openCluster(dataDir, product, log)
    cluster = opened
    const server = await adoptOrStart(opened, { port, settings, log })
    await prepareRoles(opened, product.role, server.port)
    const supervisor = supervise({
      server,
      folder: opened.folder,
      restart: () => startOn(opened, server.port, settings),
      log,
      giveUp: (sentence) => {
        release()
        onExit?.(sentence)
      },
    })
    return {
      url: appUrl(product.role, opened.password, server.port),
      where: opened.home,
      isDiskFull: () => supervisor.isDiskFull(),
      stop: async () => {
        await supervisor.stop()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * The address of a data folder's running server and its folder; undefined where none answers. Takes no lock: the process
 * that runs it may stop or restart it at any time.
 */
export async function joinEmbeddedPostgres(
  product: Product,
  dataDir: string,
): Promise<{ url: string; where: string } | undefined> {
  const cluster = findCluster(dataDir, product.name)
  const postmaster = cluster && (await findPostmaster(cluster.folder))
  if (!postmaster) return undefined
  const url = appUrl(product.role, cluster.readPassword(), postmaster.port)
  // On the first start PostgreSQL runs a moment before its role and database exist.
  return (await answers(url)) ? { url, where: cluster.home } : undefined
}

/** Whether a data folder holds a database. */
export const hasDatabase = (product: Product, dataDir: string): boolean =>
  findCluster(dataDir, product.name) !== undefined

async function adoptOrStart(
  cluster: Cluster,
  options: Pick<StartOptions, 'port' | 'settings' | 'log'>,
): Promise<Postmaster> {
  const { port: wanted, settings, log } = options
  const found = await findPostmaster(cluster.folder)
  if (found && (wanted === undefined || wanted === found.port)) {
    log('PostgreSQL was still running after the last process was killed: taken over')
    return found
  }
  if (found) await stopPostmaster(found)
  replaceReusedPid(cluster.folder)
  const port = wanted ?? (await choosePort(cluster))
  if (wanted !== undefined && !(await isPortFree(wanted))) {
    throw new SetupError(`PostgreSQL cannot listen on port ${wanted}: another program does`)
  }
  const server = await startOn(cluster, port, settings).catch(async (error: unknown) => {
    // The killed process had just restarted its server, which wrote its pid file after we looked for it.
    if (isHeldBy(error, 'lock file "postmaster.pid" already exists')) return undefined
    throw error
  })
  if (!server) return adoptOrStart(cluster, options)
  writePrivate(join(cluster.home, 'port'), String(port), cluster.account)
  return server
}

const isHeldBy = (error: unknown, what: string) => error instanceof SetupError && error.message.includes(what)

/** Starts the server; retries for 5 seconds while processes of a killed server still hold its shared memory. */
async function startOn(
  cluster: Cluster,
  port: number,
  settings: StartOptions['settings'],
): Promise<Postmaster> {
  const { folder, home, account, program } = cluster
  const place = { cluster: folder, logFile: join(home, 'start.log'), account }
  for (let attempt = 1; ; attempt++) {
    try {
      return await startPostmaster(program, postgresSettings(port, settings), place)
    } catch (error) {
      if (!isHeldBy(error, 'shared memory block') || attempt === 20) throw error
      await sleep(250)
    }
  }
}

async function choosePort(cluster: Cluster): Promise<number> {
  const file = join(cluster.home, 'port')
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  return last > 0 && (await isPortFree(last)) ? last : freePort()
}
