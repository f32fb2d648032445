import { setTimeout as sleep } from 'node:timers/promises'
import { FolderBusy } from '@our-print/postgres/embeddedPostgres.ts'
import { OperatorError } from '../../base/operatorError.ts'
import { hasDatabase, joinEmbeddedPostgres, startEmbeddedPostgres } from './embeddedDatabase.ts'
import type { Env } from './env.ts'

export interface OpenDatabase {
  /** Connects as the role that owns the database, never as the superuser. */
  url: string
  /** Where the database is, for messages; never contains a password. */
  where: string
  /** Stops what was started here. A database that others run keeps running. */
  stop(): Promise<void>
}

// A server that is starting or stopping holds the folder's lock for a moment while PostgreSQL does not answer.
const timeoutMs = 60_000

/**
 * Opens the database for a command that runs beside the server or without it: that of DATABASE_URL, or the embedded one,
 * which is joined if it is running and otherwise started until stop(). A data folder without a database is refused unless
 * `create` is true.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>,
  { log = () => {}, create = false }: { log?: (sentence: string) => void; create?: boolean } = {},
): Promise<OpenDatabase> {
  if (databaseUrl) return { url: databaseUrl, where: hostOf(databaseUrl), stop: async () => {} }
  if (!create && !hasDatabase(dataDir)) {
    throw new OperatorError(
      `There is no shop in the data folder ${dataDir} yet: start it once with npm start`,
    )
  }
  for (const deadline = Date.now() + timeoutMs; ; await sleep(100)) {
    const running = await joinEmbeddedPostgres(dataDir)
    if (running) return { ...running, stop: async () => {} }
    try {
      return await startEmbeddedPostgres({ dataDir, log })
    } catch (error) {
      if (!(error instanceof FolderBusy) || Date.now() > deadline) throw error
    }
  }
}

function hostOf(databaseUrl: string): string {
  return databaseUrl.replace(/^\w+:\/\/([^/@]*@)?/, '').replace(/\?.*$/, '')
}
