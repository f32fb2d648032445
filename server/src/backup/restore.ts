import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import PQueue from 'p-queue'
import { connect, type Db, isConnectionLost, type Transaction } from '../database/db.ts'
import { lockSchema, migrate } from '../database/migrate.ts'
import type { Storage } from '../files/storage.ts'
import { OperatorError } from '../start/operatorError.ts'
import { checkArchive, readArchive } from './archiveReader.ts'
import type { Progress } from './backup.ts'
import type { Manifest } from './backupFormat.ts'
import { findUse, isServed } from './emptyShop.queries.ts'
import { linesOf, openLineFile } from './lineFile.ts'
import * as rebuild from './rebuild.queries.ts'
import { knownMigrations, versionWith } from './schema.queries.ts'
import { setUp } from './snapshot.queries.ts'
import { count, megabytes } from './tellProgress.ts'

interface Wanted {
  source: string
  databaseUrl: string
  /** Opened only when everything was found in order. */
  openStorage: () => Promise<Storage>
  /** Aborted when it is to stop and take back what it did. */
  told?: AbortSignal
  onProgress?: Progress
}

/**
 * Puts a backup into an empty shop, all of it or nothing: rows in one transaction, files before it is committed. The
 * backup is read whole, and the shop looked at, before anything is touched.
 */
export async function restore({
  source,
  databaseUrl,
  openStorage,
  told,
  onProgress = () => {},
}: Wanted): Promise<Manifest> {
  const db = connect(databaseUrl, { max: 1 })
  try {
    await setUp(db)
    await refuseUse(db)
    const goOn: Progress = (sentence) => {
      told?.throwIfAborted()
      onProgress(sentence)
    }
    const manifest = await checkArchive(source, (bytes) => goOn(`Checking: ${megabytes(bytes)}`))
    await refuseOtherSchema(manifest)
    const files = await keepFiles(await openStorage())
    try {
      await db.begin((tx) => load(tx, source, manifest, files, goOn))
    } catch (error) {
      // Where the connection was lost nobody knows whether it was committed: files without a row do no harm.
      if (!isConnectionLost(error)) await files.remove()
      throw error
    } finally {
      await files.close()
    }
    onProgress('Bringing the schema up to date')
    await migrate(db)
    onProgress('Collecting statistics')
    await rebuild.analyze(db)
    return manifest
  } finally {
    await db.end({ timeout: 5 })
  }
}

async function refuseUse(db: Db): Promise<void> {
  if (await isServed(db)) throw new OperatorError('A server is open on this database: stop it first')
  const use = await findUse(db)
  if (use) {
    throw new OperatorError(
      `The shop is not empty: there is something in ${use}. Restore into a new shop instead`,
    )
  }
}

/** The schema of the backup can only be built from exactly the migrations that it had. */
async function refuseOtherSchema(manifest: Manifest): Promise<void> {
  const known = await knownMigrations()
  for (const { name, sha256 } of manifest.migrations) {
    const migration = known.get(name)
    if (migration?.sha256 === sha256) continue
    const version = migration
      ? `another version of Our Print, which has a different ${name}`
      : versionWith(name, known)
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
  // Once more, now that nobody can enter anything.
  await refuseUse(tx)
  await rebuild.dropShop(tx)
  await rebuild.buildSchema(tx, manifest.migrations)
  const tables = await rebuild.expectTables(tx, manifest)
  const rest = await rebuild.loosen(tx, tables)
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
        onProgress(`Storing files: ${count(++stored)} of ${count(manifest.files.count)}`)
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
  await rebuild.tighten(tx, rest)
  await rebuild.setSequences(tx, manifest.sequences)
}

// Small ones at once, since each waits for the disk, or for a request to S3.
const small = 1024 * 1024
const atOnce = 8

/** Stores files and remembers which, so that a restore that fails takes back what it brought and nothing else. */
async function keepFiles(storage: Storage) {
  const aside = await mkdtemp(join(tmpdir(), 'our-print-restore-'))
  const list = join(aside, 'stored')
  const stored = await openLineFile(list)
  const queue = new PQueue({ concurrency: atOnce })
  const running = new Set<Promise<void>>()
  let failed: { reason: unknown } | undefined

  const store = async (key: string, size: number, body: Readable | Buffer) => {
    if ((await storage.size(key)) === undefined) {
      await stored.add(key)
      await storage.put(key, body, { contentType: contentTypeOf(key) })
    } else if (!(await isSame(storage, key, size, body))) {
      throw new OperatorError(
        `The storage already has another file as ${key}: restore into a storage of its own`,
      )
    }
  }
  const wait = async () => {
    await Promise.allSettled(running)
    if (failed) throw failed.reason
  }

  return {
    async put(key: string, size: number, body: Readable) {
      if (failed) throw failed.reason
      if (size > small) return store(key, size, body)
      const chunks: Buffer[] = []
      for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk)
      const work = queue
        .add(() => store(key, size, Buffer.concat(chunks)))
        .catch((reason: unknown) => {
          failed ??= { reason }
        })
      running.add(work)
      void work.finally(() => running.delete(work))
      if (running.size >= 2 * atOnce) await Promise.race(running)
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
      await rm(aside, { recursive: true, force: true })
    },
  }
}

/** A file that is there already is left alone, and is not ours to remove: another shop may use this storage. */
async function isSame(
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

/** Kinds are told to S3 for whoever looks into the bucket; the shop itself serves them by its rows. */
const contentTypes: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}
const contentTypeOf = (key: string) => contentTypes[key.replace(/^.*\./, '')] ?? 'application/octet-stream'
