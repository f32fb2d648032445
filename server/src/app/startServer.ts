import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setCurrency } from '@our-print/contract/money/currency.ts'
import { leaveToOwnerOf, prepareDataFolder } from '@our-print/postgres/dataFolder.ts'
import { recordCurrency } from '../base/database/currency.ts'
import { DatabaseServers } from '../base/database/databaseServers.ts'
import { waitForDatabase, watchDatabase } from '../base/database/databaseWatch.ts'
import { connect } from '../base/database/db.ts'
import { isUpToDate, migrate } from '../base/database/migrate.ts'
import { setPhoneRegion } from '../base/database/phones.ts'
import { createSealer } from '../base/database/sealer.ts'
import { findWrongClock, setTimeZone } from '../base/database/timeZone.ts'
import { createDiskWatch, databaseFolder } from '../base/files/diskSpace.ts'
import { openStorage } from '../base/files/openStorage.ts'
import { createPageCounter } from '../base/files/pdfPages.ts'
import { createPictures } from '../base/files/pictures.ts'
import { openProcessFolder } from '../base/files/processFolder.ts'
import { createKeyReader } from '../base/files/secretsKey.ts'
import { connections } from '../base/http/admission.ts'
import type { Resources } from '../base/http/dependencies.ts'
import { createDrain } from '../base/http/drain.ts'
import { createSigner, Links, readSigningKey } from '../base/http/links.ts'
import { OperatorError } from '../base/operatorError.ts'
import { enterPlace, readPlace } from '../base/outgoing/place.ts'
import { createRequestSender } from '../base/outgoing/sendRequest.ts'
import { version } from '../base/version.ts'
import { createFirstAdmin } from '../people/staff/firstAdmin.ts'
import { createImposer } from '../printing/imposition/imposer.ts'
import { findLibreOffice } from '../printing/office/findLibreOffice.ts'
import { findSandbox, weakSandbox } from '../printing/office/sandbox.ts'
import { refuseUnusableFile } from '../shop/audit/sealAudit.ts'
import { buildApp } from './app.ts'
import { startJobs } from './jobs.ts'
import type { Arguments } from './start/arguments.ts'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from './start/embeddedDatabase.ts'
import type { Env } from './start/env.ts'
import { explainFailure } from './start/explainFailure.ts'
import { listen } from './start/listen.ts'
import { createLogger } from './start/logger.ts'
import { isFirstProcess, isWorker } from './start/processes.ts'
import { giveUp, shutdownSteps } from './start/shutdown.ts'

// Below the 10 seconds after which a container is killed, so that the last connections are still closed in order.
const gracePeriod = 8_000

/** Starts a server process: the only one, or one of several. */
export async function startServer(env: Env, { demo }: Arguments): Promise<void> {
  const log = createLogger(env.logLevel)
  log.info(`Our Print ${version} starts`)
  prepareDataFolder(env.dataDir)
  // The folder may be the one of the data, which is there only now.
  await refuseUnusableFile(env.auditSeals)
  const database = await openDatabase(env, log)
  try {
    await openShop(env, demo, log, database)
  } catch (error) {
    throw await explainFailure(error, database.embedded)
  }
}

async function openShop(
  env: Env,
  demo: Arguments['demo'],
  log: ReturnType<typeof createLogger>,
  database: Awaited<ReturnType<typeof openDatabase>>,
): Promise<void> {
  const { pools, where, embedded, servers, databaseFolders, isDatabaseFull } = database
  const { pool } = pools
  setPhoneRegion(env.phoneRegion)
  // Two statements where nothing is missing, which is every start but the first one of a version.
  if (!(await isUpToDate(pool).catch(() => false))) await migrate(pool)
  await recordCurrency(pool, env.currency)
  setCurrency(env.currency)
  await setTimeZone(pool, env.timeZone)
  // Printed immediately, because the generated password would be lost if the start fails later.
  printLines(adminMessage(await createFirstAdmin(pool, env)))

  if (!env.s3) prepareDataFolder(join(env.dataDir, 'files'))
  const here = await readPlace(pool, { dataDir: env.dataDir, embedded, servers, s3: env.s3 })
  const place = await enterPlace(pool, here)
  const incomingFolder = join(env.dataDir, 'incoming')
  prepareDataFolder(incomingFolder)
  await leaveToOwnerOf(env.dataDir)(incomingFolder)
  const incoming = await openProcessFolder(incomingFolder)
  const resources: Resources = {
    ...pools,
    storage: await openStorage(env, (sentence) => log.warn(sentence)),
    pageCounter: createPageCounter(),
    pictures: createPictures(),
    signer: createSigner(await readSigningKey(pool)),
    sealer: createSealer(createKeyReader(env.dataDir, env.secretsKey)),
    links: new Links(env.publicUrl ?? ''),
    uploadFolder: incoming.path,
    imposer: createImposer(join(incoming.path, 'sheets')),
    sender: createRequestSender(env.webhooks),
    place,
  }
  shutdownSteps.push(
    () => incoming.close(),
    async () => resources.sender.close(),
    () => resources.storage.close(),
    () => resources.pageCounter.close(),
    () => resources.pictures.close(),
    () => resources.imposer.close(),
  )
  if (demo) {
    // Imported only here, so that a real shop does not load the demo's texts and its PDF writer.
    const { openDemoShop } = await import('../../demo/demoShop.ts')
    printLines([await openDemoShop(resources, { ...demo, share: resources })])
  }

  const drain = createDrain()
  const libreOffice = await findLibreOffice(env.libreOffice)
  const officeSandbox = libreOffice ? await findSandbox() : undefined
  log.info(
    libreOffice
      ? `LibreOffice converts DOCX and PPTX files: ${libreOffice}`
      : 'DOCX and PPTX files are refused: LibreOffice is not used',
  )
  if (officeSandbox && officeSandbox.hides !== 'files and network') log.warn(weakSandbox(officeSandbox))
  const app = await buildApp(resources, {
    logger: log,
    timeZone: env.timeZone,
    serviceWorker: env.serviceWorker,
    libreOffice,
    officeSandbox,
    trustProxy: env.trustProxy,
    publicRateLimit: env.publicRateLimit,
    corsOrigins: env.corsOrigins,
    auditViews: env.auditViews,
    searchInterface: env.searchInterface,
    ...(env.metricsToken && { metricsToken: env.metricsToken }),
    drain,
    disk: createDiskWatch({
      folders: [incoming.path, ...(env.s3 ? [] : [join(env.dataDir, 'files')]), ...databaseFolders],
      reserveMb: env.diskReserveMb,
      pool,
      isDatabaseFull,
    }),
    checkResponses: false,
  })
  const address = await listen(app, env)
  if (!env.publicUrl) resources.links.publicUrl = address
  const jobs = startJobs(resources, log, {
    incoming,
    audit: { seals: env.auditSeals, accessDays: env.auditAccessDays },
    webhookRetrySeconds: env.webhooks.retrySeconds,
    printPollSeconds: env.printPollSeconds,
    orderFilesMonths: env.orderFilesMonths,
  })
  shutdownSteps.push(
    () => jobs.stop(),
    async () => {
      await drain.stop(gracePeriod)
      app.server.closeAllConnections()
      await app.close()
    },
  )
  if (isFirstProcess()) {
    printLines([`Our Print is open at ${address}`, `Its data are in ${where}`, `Its version is ${version}`])
    if (!(await place.isKnown())) printLines(placeQuestion)
    const wrongClock = await findWrongClock(pool)
    if (wrongClock) printLines([wrongClock])
  }
}

/** Opens the database of DATABASE_URL or the embedded one; `where` tells the operator where the data are. */
async function openDatabase(env: Env, log: ReturnType<typeof createLogger>) {
  const embedded = env.databaseUrl ? undefined : await openEmbedded(env, log)
  shutdownSteps.push(() => embedded?.stop())
  const servers = new DatabaseServers(env.databaseUrl ?? embedded?.url ?? '')
  const pool = connect(servers, { max: connections.main })
  const quickPool = connect(servers, { max: connections.quick })
  const searchPool = connect(servers, { max: connections.search, planMode: 'custom' })
  const lookupPool = connect(servers, {
    max: connections.lookup,
    planMode: 'custom',
    lookupMs: env.findLimitMs,
  })
  const exportPool = connect(servers, { max: connections.export, planMode: 'custom' })
  const scanPool = connect(servers, { max: connections.scan })
  const all = [pool, quickPool, searchPool, lookupPool, exportPool, scanPool]
  shutdownSteps.push(() => Promise.all(all.map((each) => each.end({ timeout: 5 }))))
  await waitForDatabase(pool, servers.name, log)
  const watch = watchDatabase(servers, log)
  shutdownSteps.push(() => watch.stop())
  const isOutside = embedded && embedded.where !== join(realpathSync(env.dataDir), 'postgres')
  const where = isOutside
    ? `${env.dataDir}, but for the database, which is in ${embedded.where}: a backup by hand must copy both`
    : env.dataDir
  const folder = embedded ? join(embedded.where, 'cluster') : await databaseFolder(pool, servers.name)
  const databaseFolders = folder ? [folder, join(folder, 'pg_wal')] : []
  const isDatabaseFull = () => embedded?.isDiskFull() ?? false
  const lookup = { pool: lookupPool, timeoutMs: env.findLimitMs }
  const pools = { pool, quickPool, searchPool, lookup, exportPool, scanPool }
  return { pools, where, embedded: embedded?.where, servers: servers.name, databaseFolders, isDatabaseFull }
}

/** Starts the embedded PostgreSQL, or connects to that of the supervisor. */
async function openEmbedded({ dataDir }: Env, log: ReturnType<typeof createLogger>) {
  if (!isWorker)
    return startEmbeddedPostgres({ dataDir, log: (sentence) => log.info(sentence), onExit: giveUp })
  const running = await joinEmbeddedPostgres(dataDir)
  if (!running) throw new OperatorError('PostgreSQL does not answer')
  return { ...running, isDiskFull: () => false, stop: async () => {} }
}

const placeQuestion = [
  'This shop ran in another place before. Until somebody says whether it moved here or is a copy, it talks to no printer',
  'and calls no webhook: sign in as a super admin, or run npm run admin -- place shop, or npm run admin -- place copy',
]

function adminMessage(admin: Awaited<ReturnType<typeof createFirstAdmin>>): string[] {
  if (!admin) return []
  const password =
    admin.password && `with the password ${admin.password} (shown this once: change it after signing in)`
  return [`Sign in as ${admin.email}`, ...(password ? [password] : [])]
}

function printLines(lines: string[]): void {
  if (lines.length > 0) console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}
