import { setCurrency } from '@our-print/contract/money/currency.ts'
import { DatabaseServers } from '../base/database/databaseServers.ts'
import { connect } from '../base/database/db.ts'
import { isMigrated } from '../base/database/migrate.ts'
import { setPhoneRegion } from '../base/database/phones.ts'
import { createSealer } from '../base/database/sealer.ts'
import { createKeyReader } from '../base/files/secretsKey.ts'
import { OperatorError, sentenceOf } from '../base/operatorError.ts'
import { enterPlace, type Place, readPlace } from '../base/outgoing/place.ts'
import { createRequestSender } from '../base/outgoing/sendRequest.ts'
import {
  type MessageCommand,
  readMessageCommand,
  runMessageCommand,
} from '../customer/messages/messageCommand.ts'
import { readAdminCommand, runAdminCommand } from '../people/staff/superAdmins.ts'
import { readPlaceCommand, runPlaceCommand } from '../shop/places/placeCommand.ts'
import { readEnv } from './start/env.ts'
import { openDatabase } from './start/openDatabase.ts'

/**
 * `npm run admin`: manages the super admins of the shop on this machine, says what the shop is in a new place, and sends a
 * message to try a channel, whether the server runs or not.
 */
async function run(): Promise<void> {
  const given = process.argv.slice(2)
  const meaning = readPlaceCommand(given)
  const message = readMessageCommand(given)
  const command = meaning || message ? undefined : readAdminCommand(given)
  const env = readEnv(process.env)
  setCurrency(env.currency)
  const database = await openDatabase(env)
  const pool = connect(database.url, { max: 1 })
  try {
    await refuseOtherVersion()
    if (meaning) {
      // A copy can be called one before it is started for the first time.
      await enterHere().catch((error: unknown) => {
        if (!(error instanceof OperatorError)) throw error
      })
      console.log((await runPlaceCommand(pool, meaning)).join('\n'))
    }
    if (message) console.log((await sendTest(message)).join('\n'))
    if (command) console.log((await runAdminCommand(pool, command)).join('\n'))
  } finally {
    await pool.end({ timeout: 5 })
    await database.stop()
  }

  /** Notes that the shop runs here, as a start does. */
  async function enterHere(): Promise<Place> {
    const here = await readPlace(pool, {
      dataDir: env.dataDir,
      embedded: env.databaseUrl ? undefined : database.where,
      servers: new DatabaseServers(database.url).name,
      s3: env.s3,
    }).catch((error: Error & { code?: string }) => {
      // Beside DATABASE_URL the folder may be that of no shop.
      if (error.code !== 'ENOENT') throw error
      throw new OperatorError(`No shop was started with ${env.dataDir} yet: start it once with npm start`)
    })
    return enterPlace(pool, here)
  }

  async function sendTest(command: MessageCommand): Promise<string[]> {
    setPhoneRegion(env.phoneRegion)
    const place = await enterHere()
    const sender = createRequestSender(env.webhooks)
    const sealer = createSealer(createKeyReader(env.dataDir, env.secretsKey))
    try {
      return await runMessageCommand({ pool, sealer, sender, place }, command)
    } finally {
      sender.close()
    }
  }

  async function refuseOtherVersion(): Promise<void> {
    const isReady = await isMigrated(pool).catch((error: Error & { code?: string }) => {
      // 42P01: the table of migrations does not exist, so nothing was migrated yet.
      if (error.code === '42P01') return false
      throw new OperatorError(
        `The database in ${database.where} cannot be used: ${error.message || error.code}`,
      )
    })
    if (!isReady) {
      throw new OperatorError(
        'The shop is of another version than this program: start it once with npm start',
      )
    }
  }
}

// A PostgreSQL that this command started is stopped on exit; an unhandled signal would skip that.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

await run().catch((error: unknown) => {
  console.error(sentenceOf(error) ?? error)
  process.exitCode = 1
})
