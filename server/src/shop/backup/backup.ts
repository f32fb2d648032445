import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { acquireBackupLock } from '../../base/database/backupLock.ts'
import { connect, isConnectionLost, type Pool } from '../../base/database/db.ts'
import type { Storage } from '../../base/files/storage.ts'
import { FileMissing } from '../../base/files/storedFile.ts'
import { OperatorError } from '../../base/operatorError.ts'
import { version } from '../../base/version.ts'
import { type ArchiveWriter, openArchive } from './archiveWriter.ts'
import { countLines, formatVersion, type Manifest, maxPartBytes, names, partBytes } from './backupFormat.ts'
import { linesOf } from './lineFile.ts'
import { formatCount, formatMegabytes } from './progress.ts'
import { appliedMigrations, type Table } from './schema.queries.ts'
import * as snapshot from './snapshot.queries.ts'

export type Progress = (sentence: string) => void

interface Wanted {
  databaseUrl: string
  storage: Storage
  /** The file to create; it must not exist. */
  target: string
  /** Settings to store for the restore. Never a secret. */
  settings?: Record<string, string>
  /** Continues if the storage has lost a file. */
  allowMissing?: boolean
  /** Aborted to stop and delete the unfinished file. */
  signal?: AbortSignal
  onProgress?: Progress
}

type Contents = Omit<Manifest, 'checksums_sha256'>
type Rows = Omit<Contents, 'files'>

/** Writes a consistent snapshot of all rows and files into one file, while the server runs. */
export async function makeBackup(wanted: Wanted): Promise<Contents & { archiveBytes: number }> {
  const archive = await openArchive(wanted.target)
  const tempFolder = await mkdtemp(join(tmpdir(), 'our-print-backup-'))
  const connection = connect(wanted.databaseUrl, { max: 1 })
  try {
    await snapshot.configureSession(connection)
    await acquireBackupLock(connection)
    const holder = await snapshot.backendPid(connection)
    const list = join(tempFolder, 'files.tsv')
    const rows = await copyRows(connection, archive, list, wanted)
    const files = await copyFiles(archive, list, wanted)
    if ((await snapshot.backendPid(connection)) !== holder) throw lostConnection()
    const { bytes } = await archive.finish({ ...rows, files })
    return { ...rows, files, archiveBytes: bytes }
  } catch (error) {
    await archive.abandon()
    throw isConnectionLost(error) ? lostConnection() : error
  } finally {
    await connection.end({ timeout: 5 })
    await rm(tempFolder, { recursive: true, force: true })
  }
}

const lostConnection = () => new OperatorError('The database went away meanwhile: the backup is not made')

/** Copies every table in one snapshot, and writes the list of files that its rows name to `list`. */
async function copyRows(pool: Pool, archive: ArchiveWriter, list: string, wanted: Wanted): Promise<Rows> {
  const migrations = await appliedMigrations(pool).catch(explainNoShop)
  const tables = await snapshot.tablesToCopy(pool)
  return pool.begin('isolation level repeatable read read only', async (tx) => {
    await snapshot.lockTables(tx, tables)
    const { at, postgresql, timeZone, currency } = await snapshot.describe(tx)
    if ((await appliedMigrations(tx)).length !== migrations.length) {
      throw new OperatorError('The shop was upgraded at this moment: make the backup again')
    }
    const sequences = await snapshot.readSequences(tx)
    const copied: Contents['tables'] = []
    for (const table of tables)
      copied.push(await copyTable(await snapshot.copyTable(tx, table), table, archive, wanted))
    const files = await snapshot.copyFileList(tx, tables)
    await pipeline(files ?? [], createWriteStream(list, { mode: 0o600 }))
    const settings = { ...wanted.settings, TIME_ZONE: timeZone, ...(currency && { CURRENCY: currency }) }
    const format = { format: 'our-print-backup', format_version: formatVersion } as const
    return { ...format, version, at, postgresql, settings, migrations, tables: copied, sequences }
  })
}

function explainNoShop(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === '42P01') throw new OperatorError('There is no shop in this database yet')
  if (code === '42501') throw new OperatorError('The role of DATABASE_URL may not read this database')
  throw error
}

const compress = promisify(zstdCompress)
// The fastest level: a third of the size, at the speed of COPY.
const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Compresses a table part by part: a part is read while the one before it is compressed and written. */
async function copyTable(rows: Readable, { name, columns }: Table, archive: ArchiveWriter, wanted: Wanted) {
  const read = { name, columns, rows: 0, parts: 0, bytes: 0 }
  let last = Promise.resolve()
  for await (const part of partsOf(rows)) {
    read.rows += countLines(part)
    read.bytes += part.length
    const number = ++read.parts
    const packed = compress(part, level)
    await last
    last = packed.then((bytes) => archive.add(names.part(name, number), bytes))
    // Rejections are handled where it is awaited.
    last.catch(() => {})
    wanted.signal?.throwIfAborted()
    wanted.onProgress?.(`${name}: ${formatCount(read.rows)} rows`)
  }
  await last
  return read
}

/**
 * Groups whole rows into parts. They are copied into one buffer: the driver's many small buffers would otherwise stay
 * alive until the part is full, and be collected too late.
 */
async function* partsOf(rows: Readable): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(partBytes)
  let size = 0
  try {
    for await (const chunk of rows.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (size + chunk.length > part.length) {
        if (size > 0 && part[size - 1] === 10) {
          yield part.subarray(0, size)
          size = 0
        }
        part = Buffer.concat([part.subarray(0, size)], Math.max(partBytes, size + chunk.length))
        if (part.length > maxPartBytes)
          throw new OperatorError('A row of the database is too large for a backup')
      }
      size += chunk.copy(part, size)
    }
    if (size > 0) yield part.subarray(0, size)
  } finally {
    // If the backup fails midway: without a reader the driver stops reading its socket, and would never answer again.
    rows.resume()
  }
}

// Small files are fetched ahead, several at once, because each waits for the disk or for a request to S3.
const smallFileBytes = 1024 * 1024
const prefetchCount = 8

type Listed = { key: string; size: number; isShown: boolean }
type Fetched = Listed & { body: Buffer | 'large' | undefined }

async function copyFiles(archive: ArchiveWriter, list: string, wanted: Wanted): Promise<Contents['files']> {
  const files = { count: 0, bytes: 0, under_way: 0, missing: { count: 0, first: [] as string[] } }
  const lost = (key: string, isShown: boolean) => {
    if (!isShown) files.under_way++
    else if (!wanted.allowMissing) throw new OperatorError(missingSentence(key))
    else if (files.missing.count++ < 100) files.missing.first.push(key)
  }
  for await (const { key, isShown, body } of fetchAhead(listed(list), wanted.storage)) {
    const size = body === 'large' ? await wanted.storage.size(key) : body?.length
    if (size === undefined) {
      lost(key, isShown)
      continue
    }
    if (body instanceof Buffer) await archive.add(names.file(key), body)
    else await archive.addStream(names.file(key), size, await wanted.storage.read(key))
    files.count++
    files.bytes += size
    wanted.signal?.throwIfAborted()
    wanted.onProgress?.(`files: ${formatCount(files.count)}, ${formatMegabytes(files.bytes)}`)
  }
  return files
}

const missingSentence = (key: string) =>
  `The file ${key} is not in the storage: are DATA_DIR and S3_* those of the shop? To go on without files that are ` +
  'lost, add --allow-missing-files'

async function* listed(list: string): AsyncGenerator<Listed> {
  for await (const line of linesOf(list)) {
    const [key = '', size, isShown] = line.split('\t')
    yield { key, size: Number(size), isShown: isShown === 't' }
  }
}

async function* fetchAhead(files: AsyncIterable<Listed>, storage: Storage): AsyncGenerator<Fetched> {
  const waiting: Promise<Fetched>[] = []
  for await (const file of files) {
    const fetched = fetch(file, storage)
    // Rejections are handled where it is awaited.
    fetched.catch(() => {})
    waiting.push(fetched)
    if (waiting.length > prefetchCount) yield await (waiting.shift() as Promise<Fetched>)
  }
  for (const fetched of waiting) yield await fetched
}

async function fetch(file: Listed, storage: Storage): Promise<Fetched> {
  if (file.size > smallFileBytes) return { ...file, body: 'large' }
  try {
    const chunks: Buffer[] = []
    for await (const chunk of (await storage.read(file.key)) as AsyncIterable<Buffer>) chunks.push(chunk)
    return { ...file, body: Buffer.concat(chunks) }
  } catch (error) {
    if (error instanceof FileMissing) return { ...file, body: undefined }
    throw error
  }
}
