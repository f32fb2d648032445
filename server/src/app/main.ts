import { prepareDataFolder } from '@our-print/postgres/dataFolder.ts'
import { type Arguments, readArguments } from './start/arguments.ts'
import { startEmbeddedPostgres } from './start/embeddedDatabase.ts'
import { type Env, readEnv } from './start/env.ts'
import { createLogger } from './start/logger.ts'
import { isWorker, mostConnections, Processes } from './start/processes.ts'
import { failStart, giveUp, shutdownSteps, stopOnSignals } from './start/shutdown.ts'

async function start(env: Env, given: Arguments): Promise<void> {
  stopOnSignals()
  if (env.processes > 1 && !isWorker) return supervise(env)
  // Imported only here, so that a supervisor stays small.
  const { startServer } = await import('./startServer.ts')
  return startServer(env, given)
}

/** Runs the embedded PostgreSQL and several server processes, which do everything else. */
async function supervise(env: Env): Promise<void> {
  const log = createLogger(env.logLevel)
  prepareDataFolder(env.dataDir)
  const postgres = env.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: env.dataDir,
        settings: { max_connections: String(mostConnections(env.processes)) },
        log: (sentence) => log.info(sentence),
        onExit: giveUp,
      })
  const processes = new Processes(env.processes, (sentence) => log.error(sentence))
  shutdownSteps.push(
    () => postgres?.stop(),
    () => processes.stop(),
  )
  await processes.start()
}

await Promise.resolve()
  .then(() => start(readEnv(process.env), readArguments(process.argv.slice(2))))
  .catch(failStart)
