import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { holdRemovals } from '../database/backupHold.ts'
import { connect, isConnectionLost, type Pool } from '../database/db.ts'
import type { Storage } from '../files/storage.ts'
import { FileMissing } from '../files/storedFile.ts'
import { OperatorError } from '../start/operatorError.ts'
import { type ArchiveWriter, openArchive } from './archiveWriter.ts'
import { countLines, formatVersion, largestPart, type Manifest, names, partBytes } from './backupFormat.ts'
import { linesOf } from './lineFile.ts'
import { appliedMigrations, type Table } from './schema.queries.ts'
import * as snapshot from './snapshot.queries.ts'
import { count, megabytes } from './tellProgress.ts'

export type Progress = (sentence: string) => void

interface Wanted {
  databaseUrl: string
  storage: Storage
  /** The file to make; it must not be there. */
  target: string
  /** Settings that are worth knowing where it is restored. Never a secret. */
  settings?: Record<string, string>
  /** Goes on where the storage has lost a file. */
  allowMissing?: boolean
  /** Aborted when it is to stop and remove what it made. */
  told?: AbortSignal
  onProgress?: Progress
}

type Contents = Omit<Manifest, 'checksums_sha256'>
type Rows = Omit<Contents, 'files'>

/** Writes one consistent moment of the shop, rows and files, into one file, while the shop is open. */
export async function makeBackup(wanted: Wanted): Promise<Contents & { archiveBytes: number }> {
  const archive = await openArchive(wanted.target)
  const aside = await mkdtemp(join(tmpdir(), 'our-print-backup-'))
  const connection = connect(wanted.databaseUrl, { max: 1 })
  try {
    await snapshot.setUp(connection)
    await holdRemovals(connection)
    const holder = await snapshot.backendOf(connection)
    const list = join(aside, 'files.tsv')
    const rows = await copyRows(connection, archive, list, wanted)
    const files = await copyFiles(archive, list, wanted)
    if ((await snapshot.backendOf(connection)) !== holder) throw lostConnection()
    const { bytes } = await archive.finish({ ...rows, files })
    return { ...rows, files, archiveBytes: bytes }
  } catch (error) {
    await archive.abandon()
    throw isConnectionLost(error) ? lostConnection() : error
  } finally {
    await connection.end({ timeout: 5 })
    await rm(aside, { recursive: true, force: true })
  }
}

const lostConnection = () => new OperatorError('The database went away meanwhile: the backup is not made')

/** One snapshot of every table; the list of files that its rows name is put aside. */
async function copyRows(pool: Pool, archive: ArchiveWriter, list: string, wanted: Wanted): Promise<Rows> {
  const migrations = await appliedMigrations(pool).catch(explainNoShop)
  const tables = await snapshot.tablesToCopy(pool)
  return pool.begin('isolation level repeatable read read only', async (tx) => {
    await snapshot.lockTables(tx, tables)
    const { at, postgresql, timeZone } = await snapshot.describe(tx)
    if ((await appliedMigrations(tx)).length !== migrations.length) {
      throw new OperatorError('The shop was upgraded at this moment: make the backup again')
    }
    const sequences = await snapshot.readSequences(tx)
    const copied: Contents['tables'] = []
    for (const table of tables)
      copied.push(await copyTable(await snapshot.copyOut(tx, table), table, archive, wanted))
    const files = await snapshot.copyFileList(tx, tables)
    await pipeline(files ?? [], createWriteStream(list, { mode: 0o600 }))
    const settings = { ...wanted.settings, TIME_ZONE: timeZone }
    const format = { format: 'our-print-backup', format_version: formatVersion } as const
    return { ...format, at, postgresql, settings, migrations, tables: copied, sequences }
  })
}

function explainNoShop(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '42P01') {
    throw new OperatorError('There is no shop in this database yet')
  }
  throw error
}

const compress = promisify(zstdCompress)
// The lightest: a third of the size at the speed of COPY.
const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Packs a table part by part: the next is read while the last is packed and written. */
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
    // Seen when it is waited for.
    last.catch(() => {})
    wanted.told?.throwIfAborted()
    wanted.onProgress?.(`${name}: ${count(read.rows)} rows`)
  }
  await last
  return read
}

/**
 * Whole rows, as many as fill a part. They are gathered in one piece of memory: the driver's small buffers would
 * otherwise live until a part is full, and be collected too late.
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
        if (part.length > largestPart)
          throw new OperatorError('A row of the database is too large for a backup')
      }
      size += chunk.copy(part, size)
    }
    if (size > 0) yield part.subarray(0, size)
  } finally {
    // When the backup fails half-way: the driver stops reading for a stream that is gone, and would never answer again.
    rows.resume()
  }
}

// Small ones are fetched ahead, several at once: each would wait for the disk, or for a request to S3.
const small = 1024 * 1024
const ahead = 8

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
    wanted.told?.throwIfAborted()
    wanted.onProgress?.(`files: ${count(files.count)}, ${megabytes(files.bytes)}`)
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
    // Seen when it is its turn.
    fetched.catch(() => {})
    waiting.push(fetched)
    if (waiting.length > ahead) yield await (waiting.shift() as Promise<Fetched>)
  }
  for (const fetched of waiting) yield await fetched
}

async function fetch(file: Listed, storage: Storage): Promise<Fetched> {
  if (file.size > small) return { ...file, body: 'large' }
  try {
    const chunks: Buffer[] = []
    for await (const chunk of (await storage.read(file.key)) as AsyncIterable<Buffer>) chunks.push(chunk)
    return { ...file, body: Buffer.concat(chunks) }
  } catch (error) {
    if (error instanceof FileMissing) return { ...file, body: undefined }
    throw error
  }
}
