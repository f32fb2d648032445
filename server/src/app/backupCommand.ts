import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openStorage } from '../base/files/openStorage.ts'
import { OperatorError } from '../base/operatorError.ts'
import { checkArchive } from '../shop/backup/archiveReader.ts'
import { makeBackup } from '../shop/backup/backup.ts'
import { chooseTarget, refuseInside } from '../shop/backup/backupTarget.ts'
import { createProgress, formatCount, formatMegabytes } from '../shop/backup/progress.ts'
import { runCommand } from '../shop/backup/runCommand.ts'
import { readEnv } from './start/env.ts'
import { openDatabase } from './start/openDatabase.ts'

// `npm run backup -- TARGET` and `npm run backup -- --check FILE`, whether the server runs or not.

const progress = createProgress(process.stderr)
// Paths mean what they mean where the command was typed; npm itself runs it in the project's folder.
const workingFolder = process.env['INIT_CWD'] ?? '.'

await runCommand(async (signal) => {
  const { target, isCheck, allowMissing } = readArguments(process.argv.slice(2))
  if (isCheck) await check(resolve(workingFolder, target))
  else await createBackup(chooseTarget(workingFolder, target, new Date()), allowMissing, signal)
})

async function check(file: string): Promise<void> {
  const { version, at, tables, files } = await checkArchive(file, (bytes) =>
    progress.show(`Read ${formatMegabytes(bytes)}`),
  )
  progress.clear()
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${file} is whole: the shop at ${at}, ${formatCount(rows)} rows, ${formatCount(files.count)} files, made by version ${version}`,
  )
  if (files.missing.count > 0)
    console.log(`${formatCount(files.missing.count)} files were lost before it was made`)
}

async function createBackup(target: string, allowMissing: boolean, signal: AbortSignal): Promise<void> {
  const env = readEnv(process.env)
  refuseInside(target, env.dataDir)
  const database = await openDatabase(env)
  const storage = await openStorage(env)
  try {
    const since = Date.now()
    const { at, files, archiveBytes } = await makeBackup({
      databaseUrl: database.url,
      storage,
      target,
      settings: { PHONE_REGION: env.phoneRegion, ...(env.publicUrl && { PUBLIC_URL: env.publicUrl }) },
      allowMissing,
      signal,
      onProgress: progress.show,
    })
    progress.clear()
    console.log(`Made ${target}: the shop at ${at}, ${formatCount(files.count)} files`)
    console.log(`${formatMegabytes(archiveBytes)} in ${((Date.now() - since) / 1000).toFixed(1)} s`)
    if (files.missing.count > 0) {
      console.log(
        `${formatCount(files.missing.count)} files are lost, the first is ${files.missing.first[0]}`,
      )
    }
  } finally {
    progress.clear()
    await storage.close()
    await database.stop()
  }
}

function readArguments(given: string[]) {
  const usage = new OperatorError(
    'Say where to: npm run backup -- FOLDER, or a file that is not there yet, or npm run backup -- --check FILE',
  )
  const options = { check: { type: 'boolean' }, 'allow-missing-files': { type: 'boolean' } } as const
  try {
    const { values, positionals } = parseArgs({ args: given, options, allowPositionals: true })
    const [target] = positionals
    if (!target || positionals.length > 1) throw usage
    return { target, isCheck: values.check ?? false, allowMissing: values['allow-missing-files'] ?? false }
  } catch {
    throw usage
  }
}
