import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress, formatCount } from './backup/progress.ts'
import { restore } from './backup/restore.ts'
import { runCommand } from './backup/runCommand.ts'
import { setPhoneRegion } from './database/phones.ts'
import { openStorage } from './files/openStorage.ts'
import { readEnv } from './start/env.ts'
import { openDatabase } from './start/openDatabase.ts'
import { OperatorError } from './start/operatorError.ts'

// `npm run restore -- FILE`: puts a backup into the empty shop of the settings, which is made where it is missing.

const progress = createProgress(process.stderr)

await runCommand(async (signal) => {
  const { file, keepApiKeys } = readArguments(process.argv.slice(2))
  const env = readEnv(process.env)
  setPhoneRegion(env.phoneRegion)
  const database = await openDatabase(env, { create: true })
  try {
    const { at, tables, files, settings, endedApiKeys } = await restore({
      source: resolve(process.env['INIT_CWD'] ?? '.', file),
      databaseUrl: database.url,
      openStorage: () => openStorage(env),
      keepApiKeys,
      signal,
      onProgress: progress.show,
    })
    progress.clear()
    const orders = tables.find(({ name }) => name === 'orders')?.rows ?? 0
    console.log(
      `Restored the shop at ${at}: ${formatCount(orders)} orders, ${formatCount(files.count)} files`,
    )
    console.log('Everyone signs in again, with the passwords of then')
    if (endedApiKeys.length > 0)
      console.log(
        `The API keys of then have ended, because some may have been deleted since: ${endedApiKeys.join(', ')}. Delete them and make new ones, or restore again with --keep-api-keys`,
      )
    const here: Record<string, string | undefined> = {
      TIME_ZONE: env.timeZone,
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

function readArguments(given: string[]): { file: string; keepApiKeys: boolean } {
  const usage = new OperatorError(
    'Say what: npm run restore -- FILE, with --keep-api-keys if the API keys of the backup are to go on',
  )
  try {
    const { values, positionals } = parseArgs({
      args: given,
      options: { 'keep-api-keys': { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    if (!file || more.length > 0) throw usage
    return { file, keepApiKeys: values['keep-api-keys'] }
  } catch {
    throw usage
  }
}
