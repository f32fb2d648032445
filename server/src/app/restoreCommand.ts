import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setPhoneRegion } from '../base/database/phones.ts'
import { openStorage } from '../base/files/openStorage.ts'
import { OperatorError } from '../base/operatorError.ts'
import { createProgress, formatCount } from '../shop/backup/progress.ts'
import { type Keepable, restore } from '../shop/backup/restore.ts'
import { runCommand } from '../shop/backup/runCommand.ts'
import { readEnv } from './start/env.ts'
import { openDatabase } from './start/openDatabase.ts'

// `npm run restore -- FILE`: puts a backup into the empty shop of the settings, which is made where it is missing.

const flagOf: Record<Keepable, string> = {
  apiKeys: 'keep-api-keys',
  printing: 'keep-printing',
  webhooks: 'keep-webhooks',
  messages: 'keep-messages',
  bulkJobs: 'keep-bulk-jobs',
}
const keepable = Object.keys(flagOf) as Keepable[]
const flags = Object.values(flagOf)

const progress = createProgress(process.stderr)

await runCommand(async (signal) => {
  const { file, keep } = readArguments(process.argv.slice(2))
  const env = readEnv(process.env)
  setPhoneRegion(env.phoneRegion)
  const database = await openDatabase(env, { create: true })
  try {
    const { at, tables, files, settings, stopped } = await restore({
      source: resolve(process.env['INIT_CWD'] ?? '.', file),
      databaseUrl: database.url,
      openStorage: () => openStorage(env),
      keep,
      signal,
      onProgress: progress.show,
    })
    progress.clear()
    const orders = tables.find(({ name }) => name === 'orders')?.rows ?? 0
    console.log(
      `Restored the shop at ${at}: ${formatCount(orders)} orders, ${formatCount(files.count)} files`,
    )
    console.log('Everyone signs in again, with the passwords of then')
    for (const { said } of stopped) console.log(said)
    const keeping = [...new Set(stopped.map(({ what }) => `--${flagOf[what]}`))]
    if (keeping.length > 0)
      console.log(
        `Switch on by hand what this shop may go on with, or restore into another new one with ${keeping.join(' ')}`,
      )
    const here: Record<string, string | undefined> = {
      TIME_ZONE: env.timeZone,
      CURRENCY: env.currency,
      PHONE_REGION: env.phoneRegion,
      PUBLIC_URL: env.publicUrl,
    }
    for (const [name, value] of Object.entries(settings)) {
      if (here[name] !== value) console.log(`There it was ${name}=${value}: set it here, too`)
    }
  } finally {
    progress.clear()
    await database.stop()
  }
})

function readArguments(given: string[]): { file: string; keep: Keepable[] } {
  const usage = new OperatorError(
    `Say what: npm run restore -- FILE, with what is to go on: ${flags.map((flag) => `--${flag}`).join(' ')}`,
  )
  try {
    const { values, positionals } = parseArgs({
      args: given,
      options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }])),
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    if (!file || more.length > 0) throw usage
    return { file, keep: keepable.filter((what) => values[flagOf[what]]) }
  } catch {
    throw usage
  }
}
