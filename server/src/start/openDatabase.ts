import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@our-print/postgres/embeddedPostgres.ts'
import { FolderBusy } from '@our-print/postgres/folderLock.ts'
import { findMade } from '@our-print/postgres/postgresCluster.ts'
import { answers, appUrl } from '@our-print/postgres/postgresRoles.ts'
import { findPostmaster } from '@our-print/postgres/postmaster.ts'
import { StartError } from '@our-print/postgres/startError.ts'
import type { Env } from './env.ts'

export interface OpenDatabase {
  /** Connects as the role that owns the database; the superuser is not for us. */
  url: string
  /** Where the database is, for a sentence to a person; never holds a password. */
  where: string
  /** Ends what was started here. A database that others run, or that was left running, stays as it was. */
  stop(): Promise<void>
}

// A server that is starting or stopping holds the folder for a moment before, or after, PostgreSQL answers.
const patience = 60_000

/**
 * Opens the database of the settings for a command beside the server, whether the server runs or not: DATABASE_URL as
 * it is; the embedded one by joining it where it runs, else by starting it until stop(). Unless `make` is true, a data
 * folder without a database is refused.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>,
  { log = () => {}, make = false }: { log?: (sentence: string) => void; make?: boolean } = {},
): Promise<OpenDatabase> {
  if (databaseUrl) return { url: databaseUrl, where: hostOf(databaseUrl), stop: async () => {} }
  if (!make && !findMade(dataDir)) {
    throw new StartError(`There is no shop in the data folder ${dataDir} yet: start it once with npm start`)
  }
  for (const deadline = Date.now() + patience; ; await sleep(100)) {
    const running = await joinRunning(dataDir)
    if (running) return running
    try {
      return await startEmbeddedPostgres({ dataDir, log })
    } catch (error) {
      if (!(error instanceof FolderBusy) || Date.now() > deadline) throw error
    }
  }
}

/** No lock is taken: the server may start, stop or take over the database meanwhile as if we were not there. */
async function joinRunning(dataDir: string): Promise<OpenDatabase | undefined> {
  const made = findMade(dataDir)
  const postmaster = made && (await findPostmaster(made.folder))
  if (!postmaster) return undefined
  const url = appUrl(made.readPassword(), postmaster.port)
  // A server on its first start has PostgreSQL running a moment before it has made the role and its database.
  if (!(await answers(url))) return undefined
  return { url, where: made.home, stop: async () => {} }
}

function hostOf(databaseUrl: string): string {
  return databaseUrl.replace(/^\w+:\/\/([^/@]*@)?/, '').replace(/\?.*$/, '')
}
