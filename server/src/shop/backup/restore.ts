import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import PQueue from 'p-queue'
import { addEntry } from '../../base/database/auditTrail.ts'
import { connect, type Db, isConnectionLost, type Transaction } from '../../base/database/db.ts'
import { lockSchema, migrateIn, refuseOtherUse } from '../../base/database/migrate.ts'
import type { Storage } from '../../base/files/storage.ts'
import { OperatorError } from '../../base/operatorError.ts'
import * as apiKeys from '../../people/apiKeys/apiKeys.queries.ts'
import { type Stopped, stopOutside } from '../places/stopOutside.ts'
import { checkArchive, readArchive } from './archiveReader.ts'
import type { Progress } from './backup.ts'
import type { Manifest } from './backupFormat.ts'
import { findShopData, isServed } from './emptyShop.queries.ts'
import { linesOf, openLineFile } from './lineFile.ts'
import { formatCount, formatMegabytes } from './progress.ts'
import * as rebuild from './rebuild.queries.ts'
import { knownMigrations, versionLabel } from './schema.queries.ts'
import { configureSession } from './snapshot.queries.ts'

/** What a restored shop goes on with only if its owner says so. */
export type Keepable = Stopped | 'apiKeys'
export type StoppedPart = { what: Keepable; said: string }

interface Wanted {
  source: string
  databaseUrl: string
  /** Called only after all checks have passed. */
  openStorage: () => Promise<Storage>
  /** What goes on; the rest stops. */
  keep?: readonly Keepable[]
  /** Aborted to stop and undo everything. */
  signal?: AbortSignal
  onProgress?: Progress
}

/**
 * Restores a backup into an empty shop, all or nothing: the rows in one transaction, the files before its commit. The whole
 * backup and the shop are checked before anything is changed.
 */
export async function restore({
  source,
  databaseUrl,
  openStorage,
  keep = [],
  signal,
  onProgress = () => {},
}: Wanted): Promise<Manifest & { stopped: StoppedPart[] }> {
  const db = connect(databaseUrl, { max: 1 })
  try {
    await configureSession(db)
    await refuseUse(db)
    const report: Progress = (sentence) => {
      signal?.throwIfAborted()
      onProgress(sentence)
    }
    const manifest = await checkArchive(source, (bytes) => report(`Checking: ${formatMegabytes(bytes)}`))
    await refuseOtherSchema(manifest)
    let stopped: StoppedPart[] = []
    const files = await createFileStore(await openStorage())
    try {
      await db.begin(async (tx) => {
        await load(tx, source, manifest, files, report)
        stopped = await stopParts(tx, keep)
      })
    } catch (error) {
      // After a lost connection it is unknown whether the commit happened. Files without a row do no harm.
      if (!isConnectionLost(error)) await files.remove()
      throw error
    } finally {
      await files.close()
    }
    onProgress('Collecting statistics')
    await rebuild.analyze(db)
    return { ...manifest, stopped }
  } finally {
    await db.end({ timeout: 5 })
  }
}

/** API keys: some may have been deleted since. The rest would reach machines outside: see stopOutside. */
async function stopParts(tx: Transaction, keep: readonly Keepable[]): Promise<StoppedPart[]> {
  const stopped: StoppedPart[] = []
  if (!keep.includes('apiKeys')) {
    const names = await apiKeys.expireAll(tx)
    const said = `API keys have ended, since some may have been deleted meanwhile: ${names.join(', ')}`
    if (names.length > 0) stopped.push({ what: 'apiKeys', said })
  }
  const outside = keep.filter((one) => one !== 'apiKeys')
  const ended = await stopOutside(tx, { keep: outside })
  const after = { stopped: ended.map(({ said }) => said) }
  if (ended.length > 0)
    await addEntry(tx, { actor: null, action: 'restore backup', entity: 'shop_places', after })
  return [...stopped, ...ended]
}

async function refuseUse(db: Db): Promise<void> {
  await refuseOtherUse(db)
  if (await isServed(db)) throw new OperatorError('A server is open on this database: stop it first')
  const use = await findShopData(db)
  if (use) {
    throw new OperatorError(
      `The shop is not empty: there is something in ${use}. Restore into a new shop instead`,
    )
  }
}

/** The schema of the backup can only be built from exactly the migrations that it had. */
async function refuseOtherSchema(manifest: Manifest): Promise<void> {
  const known = await knownMigrations()
  const [first] = known.keys()
  if (!manifest.migrations.some(({ name }) => name === first)) {
    throw new OperatorError(
      'The backup was made by a version of Our Print before 1.0, which this version cannot read: restore it with that version',
    )
  }
  for (const { name, sha256 } of manifest.migrations) {
    const migration = known.get(name)
    if (migration?.sha256 === sha256) continue
    const version = migration
      ? `another version of Our Print, which has a different ${name}`
      : versionLabel(name, known)
    throw new OperatorError(`The backup was made by ${version}: restore it with that version`)
  }
}

async function load(
  tx: Transaction,
  source: string,
  manifest: Manifest,
  files: { put(key: string, size: number, body: Readable): Promise<void>; wait(): Promise<void> },
  onProgress: Progress,
): Promise<void> {
  await lockSchema(tx)
  await rebuild.lockAll(tx)
  // Checked again, because from here no other connection can write.
  await refuseUse(tx)
  await rebuild.dropShop(tx)
  await rebuild.buildTables(tx, manifest.migrations)
  const tables = await rebuild.checkTables(tx, manifest)
  const finish = await rebuild.prepareTables(tx, tables)
  let stored = 0
  const loader = rebuild.createLoader(tx, tables)
  try {
    const read = await readArchive(source, {
      rows: async (table, rows) => {
        onProgress(`Loading ${table}`)
        await loader.rows(table, rows)
      },
      file: async (key, size, body) => {
        await files.put(key, size, body)
        onProgress(`Storing files: ${formatCount(++stored)} of ${formatCount(manifest.files.count)}`)
      },
    })
    if (read.checksums_sha256 !== manifest.checksums_sha256)
      throw new OperatorError(`${source} was changed meanwhile`)
    await loader.end()
    await files.wait()
  } catch (error) {
    loader.abandon()
    throw error
  }
  onProgress('Building indexes')
  await rebuild.finishTables(tx, finish)
  await rebuild.setSequences(tx, manifest.sequences)
  onProgress('Bringing the schema up to date')
  await migrateIn(tx)
  await rebuild.continueAudit(tx)
}

// Small files are stored several at once, because each waits for the disk or for a request to S3.
const smallFileBytes = 1024 * 1024
const concurrency = 8

/** Stores files and records which, so that a failed restore removes exactly those. */
async function createFileStore(storage: Storage) {
  const tempFolder = await mkdtemp(join(tmpdir(), 'our-print-restore-'))
  const list = join(tempFolder, 'stored')
  const stored = await openLineFile(list)
  const queue = new PQueue({ concurrency })
  const running = new Set<Promise<void>>()
  let failure: { reason: unknown } | undefined

  const store = async (key: string, size: number, body: Readable | Buffer) => {
    if ((await storage.size(key)) === undefined) {
      await stored.add(key)
      await storage.put(key, body, { contentType: contentTypeOf(key) })
    } else if (!(await isSameFile(storage, key, size, body))) {
      throw new OperatorError(
        `The storage already has another file as ${key}: restore into a storage of its own`,
      )
    }
  }
  const wait = async () => {
    await Promise.allSettled(running)
    if (failure) throw failure.reason
  }

  return {
    async put(key: string, size: number, body: Readable) {
      if (failure) throw failure.reason
      if (size > smallFileBytes) return store(key, size, body)
      const chunks: Buffer[] = []
      for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk)
      const work = queue
        .add(() => store(key, size, Buffer.concat(chunks)))
        .catch((reason: unknown) => {
          failure ??= { reason }
        })
      running.add(work)
      void work.finally(() => running.delete(work))
      if (running.size >= 2 * concurrency) await Promise.race(running)
    },
    wait,
    async remove() {
      await Promise.allSettled(running)
      await stored.end()
      for await (const key of linesOf(list)) await storage.remove([key])
    },
    async close() {
      await stored.close()
      await storage.close()
      await rm(tempFolder, { recursive: true, force: true })
    },
  }
}

/** Whether the storage already has the same file. It is then neither replaced nor removed: another shop may use it. */
async function isSameFile(
  storage: Storage,
  key: string,
  size: number,
  body: Readable | Buffer,
): Promise<boolean> {
  const given = await sha256Of(Buffer.isBuffer(body) ? [body] : (body as AsyncIterable<Buffer>))
  if ((await storage.size(key)) !== size) return false
  return given === (await sha256Of((await storage.read(key)) as AsyncIterable<Buffer>))
}

async function sha256Of(chunks: AsyncIterable<Buffer> | Buffer[]): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

/** For people who look into the S3 bucket; the server uses the content type in the row. */
const contentTypes: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}
const contentTypeOf = (key: string) => contentTypes[key.replace(/^.*\./, '')] ?? 'application/octet-stream'
