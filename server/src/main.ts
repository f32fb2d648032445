import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp, type Ground } from './app.ts'
import { startJobs } from './jobs.ts'
import { readArguments } from './lib/arguments.ts'
import { prepareDataFolder } from './lib/dataFolder.ts'
import { connect } from './lib/db.ts'
import { createDrain } from './lib/drain.ts'
import { startEmbeddedPostgres } from './lib/embeddedPostgres.ts'
import { type Env, readEnv } from './lib/env.ts'
import { Links } from './lib/links.ts'
import { listen } from './lib/listen.ts'
import { createLogger } from './lib/logger.ts'
import { migrate, setTimeZone } from './lib/migrate.ts'
import { createPageCounter } from './lib/pdfPages.ts'
import { createSigner, readSigningKey } from './lib/secrets.ts'
import { StartError } from './lib/startError.ts'
import { openStorage } from './lib/storage.ts'
import { createFirstAdmin } from './staff/firstAdmin.ts'

/** Says why a start fails, in one sentence, and ends it. */
function refuse(error: unknown): never {
  const sentence = error instanceof StartError ? error.message : undefined
  console.error(sentence ? `Our Print cannot start: ${sentence}` : error)
  process.exit(1)
}

const gracePeriod = 10_000
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

async function start(env: Env, { demo }: ReturnType<typeof readArguments>): Promise<void> {
  const log = createLogger(env.logLevel)
  prepareDataFolder(env.dataDir)
  const embedded = env.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: env.dataDir,
        log: (sentence) => log.info(sentence),
        onExit: (sentence) => refuse(new StartError(sentence)),
      })
  const url = env.databaseUrl ?? embedded?.url ?? ''
  const pool = connect(url)
  const searchPool = connect(url, { max: 3, prepare: false })
  await pool`select 1`.catch((error: unknown) => {
    throw new StartError(
      `DATABASE_URL cannot be reached: ${error instanceof Error ? error.message : 'no answer'}`,
    )
  })
  await migrate(pool)
  await setTimeZone(pool, env.timeZone)
  // Told at once: a start that fails further on must not take the only password with it.
  tell(describeAdmin(await createFirstAdmin(pool, env)))

  const uploadFolder = join(env.dataDir, 'incoming')
  await rm(uploadFolder, { recursive: true, force: true })
  await mkdir(uploadFolder, { recursive: true, mode: 0o700 })
  const ground: Ground = {
    pool,
    searchPool,
    storage: await openStorage(env),
    pageCounter: createPageCounter(),
    signer: createSigner(await readSigningKey(pool)),
    links: new Links(env.publicUrl ?? ''),
    uploadFolder,
  }

  if (demo) tell([await fillDemoShop(ground, demo, async () => embedded?.stop())])

  const drain = createDrain()
  const app = await buildApp(ground, {
    logger: log,
    trustProxy: env.trustProxy,
    publicRateLimit: env.publicRateLimit,
    ...(env.metricsToken && { metricsToken: env.metricsToken }),
    drain,
  })
  const address = await listen(app, env)
  if (!env.publicUrl) ground.links.publicUrl = address
  const jobs = startJobs(ground, log)
  tell([`Our Print is open at ${address}`, `Its data are in ${env.dataDir}`])

  const stop = async () => {
    await drain.stop(gracePeriod)
    app.server.closeAllConnections()
    await app.close()
    await jobs.stop()
    await ground.pageCounter.close()
    await Promise.all([pool.end({ timeout: 5 }), searchPool.end({ timeout: 5 }), ground.storage.close()])
    await embedded?.stop()
    process.exit(0)
  }
  let stopped: Promise<void> | undefined
  const stopOnce = () => {
    stopped ??= stop().catch(refuse)
  }
  for (const signal of stopSignals) process.on(signal, stopOnce)
  // The script that started us was killed with no chance to pass a signal on.
  process.once('disconnect', stopOnce)
}

/** A large shop takes minutes; whoever stops it meanwhile finds it empty again, and no PostgreSQL left running. */
async function fillDemoShop(
  ground: Ground,
  wishes: { orders: number },
  stopDatabase: () => Promise<void>,
): Promise<string> {
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= stopDatabase().then(() => process.exit(0), refuse)
  }
  const events = [...stopSignals, 'disconnect']
  for (const event of events) process.once(event, stop)
  try {
    // Loaded only here: no real shop need carry the demo's words and its PDF writer.
    const { openDemoShop } = await import('./demo/demoShop.ts')
    return await openDemoShop(ground, wishes)
  } finally {
    await stopped
    for (const event of events) process.off(event, stop)
  }
}

function describeAdmin(admin: Awaited<ReturnType<typeof createFirstAdmin>>): string[] {
  if (!admin) return []
  const password =
    admin.password && `with the password ${admin.password} (shown this once: change it after signing in)`
  return [`Sign in as ${admin.email}`, ...(password ? [password] : [])]
}

function tell(lines: string[]): void {
  if (lines.length > 0) console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}

await Promise.resolve()
  .then(() => start(readEnv(process.env), readArguments(process.argv.slice(2))))
  .catch(refuse)
