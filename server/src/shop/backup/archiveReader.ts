import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { type Extract, extract, type Header } from 'tar-stream'
import { checkKey } from '../../base/files/storedFile.ts'
import { OperatorError } from '../../base/operatorError.ts'
import {
  BrokenBackup,
  countCells,
  formatLine,
  formatVersion,
  Manifest,
  maxPartBytes,
  names,
} from './backupFormat.ts'
import { linesOf, openLineFile } from './lineFile.ts'

const decompress = promisify(zstdDecompress)

type Entry = AsyncIterable<Buffer> & { header: Header }

/** Receives the content while it is read. Table names and keys are validated first: no name of the archive is used as a path. */
export interface Visitor {
  rows(table: string, rows: Buffer): Promise<void>
  /** Must read the body to its end. */
  file(key: string, size: number, body: Readable): Promise<void>
}

/** Reads a whole backup only to verify it. */
export const checkArchive = (path: string, onProgress?: (bytes: number) => void) =>
  readArchive(
    path,
    {
      rows: async () => {},
      file: async (_key, _size, body) => {
        body.resume()
        await finished(body)
      },
    },
    onProgress,
  )

/**
 * Reads a whole backup and passes its content to the visitor. Damage throws, possibly only at the end: the caller must
 * then undo what the visitor did.
 */
export async function readArchive(
  path: string,
  visitor: Visitor,
  onProgress: (bytes: number) => void = () => {},
): Promise<Manifest> {
  await refuseMissing(path)
  const tempFolder = await mkdtemp(join(tmpdir(), 'our-print-check-'))
  const reading = await startReading(tempFolder, visitor)
  const source = createReadStream(path, { highWaterMark: 256 * 1024 })
  const tar = extract()
  const { damage, ended } = watch(tar)
  source.once('error', (error) => tar.destroy(new OperatorError(`${path} cannot be read: ${error.message}`)))
  source.pipe(tar)
  try {
    for await (const entry of tar) {
      await reading.take(entry as Entry)
      onProgress(source.bytesRead)
    }
    return await reading.end()
  } catch (error) {
    // What reads an entry of a cut archive fails first, and with an error of its own.
    tar.destroy()
    await ended
    const broken = error instanceof OperatorError ? error : damage()
    if (!broken) throw error
    throw broken instanceof OperatorError ? broken : reading.describe(path)
  } finally {
    source.destroy()
    tar.destroy()
    await reading.close()
    await rm(tempFolder, { recursive: true, force: true })
  }
}

async function refuseMissing(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new OperatorError(`There is no backup at ${path}`)
  if (found.isDirectory()) throw new OperatorError(`${path} is a folder: name the backup in it`)
}

/** Why the library ended an archive: damage, or undefined where its reader did. */
function watch(tar: Extract) {
  let damage: Error | undefined
  tar.once('error', (error) => {
    damage = error
  })
  return { damage: () => damage, ended: new Promise<void>((resolve) => void tar.once('close', resolve)) }
}

type TableRead = { rows: number; tabs: number; parts: number; bytes: number }

async function startReading(tempFolder: string, visitor: Visitor) {
  const found = await openLineFile(join(tempFolder, 'found'))
  const listed = join(tempFolder, 'listed')
  const tables = new Map<string, TableRead>()
  const files = { count: 0, bytes: 0, last: '' }
  const seen: {
    last?: string
    table?: string
    listSha256?: string
    manifestText?: Buffer
    isClosed?: boolean
  } = {}

  const note = (name: string, sha256: string) => found.add(`${sha256}  ${name}`)

  async function handleFormat(entry: Entry, name: string) {
    if (name !== names.format) throw new BrokenBackup('it does not begin as a backup of Our Print does')
    const text = await readEntry(entry)
    const version = Number(/^our-print-backup (\d+)\n/.exec(text.toString())?.[1] ?? 0)
    if (version > formatVersion) {
      throw new OperatorError(
        'The backup was made by a newer version of Our Print: restore it with that version',
      )
    }
    if (!text.toString().startsWith(`${formatLine(formatVersion)}\n`))
      throw new BrokenBackup(`${name} cannot be read`)
    await note(name, sha256(text))
  }

  async function handlePart(entry: Entry, name: string, table: string) {
    if (files.count > 0) throw new BrokenBackup(`${name} stands in the wrong place`)
    if (seen.table !== table && tables.has(table)) throw new BrokenBackup(`${name} stands in the wrong place`)
    const read = tables.get(table) ?? { rows: 0, tabs: 0, parts: 0, bytes: 0 }
    if (name !== names.part(table, read.parts + 1)) throw new BrokenBackup(`a part before ${name} is missing`)
    tables.set(table, read)
    seen.table = table
    const packed = await readEntry(entry)
    await note(name, sha256(packed))
    const rows = await decompress(packed, { maxOutputLength: maxPartBytes }).catch(() => {
      throw new BrokenBackup(`${name} cannot be unpacked`)
    })
    const { lines, tabs } = countCells(rows)
    if (rows.at(-1) !== 10) throw new BrokenBackup(`${name} ends within a row`)
    read.rows += lines
    read.tabs += tabs
    read.parts++
    read.bytes += rows.length
    await visitor.rows(table, rows)
  }

  async function handleFile(entry: Entry, name: string, key: string) {
    // Keys are sorted and unique, so no file can replace one that was verified before it.
    if (!isKey(key) || key <= files.last)
      throw new BrokenBackup(`it holds ${quoted(name)}, which does not belong there`)
    files.last = key
    files.count++
    files.bytes += entry.header.size
    const hash = createHash('sha256')
    await visitor.file(key, entry.header.size, Readable.from(hashing(entry, hash), { objectMode: false }))
    await note(name, hash.digest('hex'))
  }

  async function handleChecksums(entry: Entry) {
    await found.end()
    const hash = createHash('sha256')
    await pipeline(hashing(entry, hash), createWriteStream(listed, { mode: 0o600 }))
    seen.listSha256 = hash.digest('hex')
  }

  async function handleManifest(entry: Entry) {
    seen.manifestText = await readEntry(entry)
  }

  async function handleManifestChecksum(entry: Entry) {
    const sum = sha256(seen.manifestText ?? Buffer.alloc(0))
    const given = (await readEntry(entry)).toString()
    if (given !== `${sum}  ${names.manifest}\n`)
      throw new BrokenBackup(`${names.manifest} does not match its checksum`)
    seen.isClosed = true
  }

  function handlerOf(name: string): (entry: Entry) => Promise<void> {
    if (seen.last === undefined) return (entry) => handleFormat(entry, name)
    const [, table] = /^tables\/([a-z_][a-z0-9_]*)\/\d{8,}\.tsv\.zst$/.exec(name) ?? []
    const isListed = seen.listSha256 !== undefined
    if (table && !isListed) return (entry) => handlePart(entry, name, table)
    if (name.startsWith('files/') && !isListed)
      return (entry) => handleFile(entry, name, name.slice('files/'.length))
    if (name === names.checksums && !isListed) return handleChecksums
    if (name === names.manifest && isListed && !seen.manifestText) return handleManifest
    if (name === names.manifestChecksum && seen.manifestText && !seen.isClosed) return handleManifestChecksum
    throw new BrokenBackup(`it holds ${quoted(name)}, which does not belong there`)
  }

  return {
    async take(entry: Entry) {
      const { name, type } = entry.header
      if (type !== 'file') throw new BrokenBackup(`it holds ${quoted(name)}, which is no file`)
      await handlerOf(name)(entry)
      seen.last = name
    },

    /** Compares everything that was read with the checksums and the manifest. */
    async end(): Promise<Manifest> {
      if (!seen.isClosed || !seen.manifestText) {
        throw new BrokenBackup(`it ends after ${quoted(seen.last ?? 'nothing')}, before its manifest`)
      }
      const manifest = parseManifest(seen.manifestText)
      if (manifest.checksums_sha256 !== seen.listSha256) {
        throw new BrokenBackup(`${names.checksums} does not match its checksum`)
      }
      await compareLists(join(tempFolder, 'found'), listed)
      compareCounts(manifest, tables, files)
      return manifest
    },

    describe: (path: string) =>
      seen.last === undefined
        ? new OperatorError(`${path} is no backup of Our Print`)
        : new BrokenBackup(`nothing after ${quoted(seen.last)} can be read`),
    close: () => found.close(),
  }
}

function parseManifest(text: Buffer): Manifest {
  try {
    return Manifest.parse(JSON.parse(text.toString()))
  } catch {
    throw new BrokenBackup(`${names.manifest} cannot be read`)
  }
}

/** Compares line by line; the first difference is the damaged entry. */
async function compareLists(foundFile: string, listedFile: string): Promise<void> {
  const found = linesOf(foundFile)
  for await (const line of linesOf(listedFile)) {
    const { value } = await found.next()
    if (line === value) continue
    const name = line.slice(66)
    if ((value ?? '').slice(66) === name)
      throw new BrokenBackup(`${quoted(name)} does not match its checksum`)
    throw new BrokenBackup(`${quoted(name)} is missing`)
  }
  const { value } = await found.next()
  if (value !== undefined)
    throw new BrokenBackup(`it holds ${quoted(value.slice(66))}, which has no checksum`)
}

function compareCounts(
  manifest: Manifest,
  tables: Map<string, TableRead>,
  files: { count: number; bytes: number },
): void {
  const unknown = [...tables.keys()].find((name) => !manifest.tables.some((table) => table.name === name))
  if (unknown) throw new BrokenBackup(`it holds rows of ${unknown}, of which its manifest says nothing`)
  for (const { name, columns, rows, parts, bytes } of manifest.tables) {
    const read = tables.get(name) ?? { rows: 0, tabs: 0, parts: 0, bytes: 0 }
    if (read.rows !== rows || read.parts !== parts || read.bytes !== bytes) {
      throw new BrokenBackup(`${name} has ${read.rows} rows, and its manifest says ${rows}`)
    }
    if (read.tabs !== rows * (columns.length - 1)) throw new BrokenBackup(`rows of ${name} are cut short`)
  }
  if (files.count !== manifest.files.count || files.bytes !== manifest.files.bytes) {
    throw new BrokenBackup(`it holds ${files.count} files, and its manifest says ${manifest.files.count}`)
  }
}

async function readEntry(entry: Entry): Promise<Buffer> {
  if (entry.header.size > maxPartBytes) throw new BrokenBackup(`${quoted(entry.header.name)} is too large`)
  const chunks: Buffer[] = []
  for await (const chunk of entry) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* hashing(source: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}

function isKey(key: string): boolean {
  try {
    return checkKey(key) === key
  } catch {
    return false
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** A name from an unverified file, made safe for a terminal. */
const quoted = (name: string) => JSON.stringify(name.slice(0, 200))
