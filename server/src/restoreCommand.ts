import { resolve } from 'node:path'
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
  const [file, ...more] = process.argv.slice(2)
  if (!file || file.startsWith('-') || more.length > 0)
    throw new OperatorError('Say what: npm run restore -- FILE')
  const env = readEnv(process.env)
  setPhoneRegion(env.phoneRegion)
  const database = await openDatabase(env, { create: true })
  try {
    const { at, tables, files, settings } = await restore({
      source: resolve(process.env['INIT_CWD'] ?? '.', file),
      databaseUrl: database.url,
      openStorage: () => openStorage(env),
      signal,
      onProgress: progress.show,
    })
    progress.clear()
    const orders = tables.find(({ name }) => name === 'orders')?.rows ?? 0
    console.log(
      `Restored the shop at ${at}: ${formatCount(orders)} orders, ${formatCount(files.count)} files`,
    )
    console.log('Everyone signs in again, with the passwords of then')
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
