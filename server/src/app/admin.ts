import { connect } from '../base/database/db.ts'
import { isMigrated } from '../base/database/migrate.ts'
import { OperatorError, sentenceOf } from '../base/operatorError.ts'
import { readAdminCommand, runAdminCommand } from '../people/staff/superAdmins.ts'
import { readPlaceCommand, runPlaceCommand } from '../shop/places/placeCommand.ts'
import { readEnv } from './start/env.ts'
import { openDatabase } from './start/openDatabase.ts'

/**
 * `npm run admin`: manages the super admins of the shop on this machine, and says what the shop is in a new place, whether
 * the server runs or not.
 */
async function run(): Promise<void> {
  const given = process.argv.slice(2)
  const meaning = readPlaceCommand(given)
  const command = meaning ? undefined : readAdminCommand(given)
  const database = await openDatabase(readEnv(process.env))
  const pool = connect(database.url, { max: 1 })
  try {
    await refuseOtherVersion()
    if (meaning) console.log((await runPlaceCommand(pool, meaning)).join('\n'))
    if (command) console.log((await runAdminCommand(pool, command)).join('\n'))
  } finally {
    await pool.end({ timeout: 5 })
    await database.stop()
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
