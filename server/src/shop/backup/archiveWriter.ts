import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { link, mkdtemp, open, rename, rm, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'
import { OperatorError } from '../../base/operatorError.ts'
import { formatText, type Manifest, names } from './backupFormat.ts'
import { openLineFile } from './lineFile.ts'

export interface ArchiveWriter {
  add(name: string, body: Buffer): Promise<void>
  addStream(name: string, size: number, body: Readable): Promise<void>
  /** Writes the checksums and the manifest, and renames the file to its final name. */
  finish(manifest: Omit<Manifest, 'checksums_sha256'>): Promise<{ bytes: number }>
  /** Deletes the unfinished file. */
  abandon(): Promise<void>
}

/**
 * Writes a backup under a temporary name beside its target; it gets the target's name when all of it is on disk. An
 * existing file is never overwritten.
 */
export async function openArchive(target: string): Promise<ArchiveWriter> {
  refuseExisting(target)
  const draft = `${target}.unfinished-${randomBytes(4).toString('hex')}`
  const tempFolder = await mkdtemp(join(tmpdir(), 'our-print-backup-'))
  const list = join(tempFolder, names.checksums)
  const checksums = await openLineFile(list)
  // For an exit without abandon().
  const removeDraft = () => rmSync(draft, { force: true })
  process.once('exit', removeDraft)
  const tar = pack()
  const mtime = new Date()
  let bytes = 0

  // An error of the file must also end the wait for the entry that is being written.
  let failure: { reason: unknown } | undefined
  let endWait: ((reason: unknown) => void) | undefined
  async function* content(source: Pack) {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      bytes += chunk.length
      yield chunk
    }
  }
  const written = pipeline(content(tar), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
  written.catch((reason: unknown) => {
    failure = { reason }
    endWait?.(reason)
  })
  const waitFor = (begin: (done: (error?: Error | null) => void, fail: (reason: unknown) => void) => void) =>
    new Promise<void>((resolve, reject) => {
      if (failure) return reject(asError(failure.reason))
      endWait = reject
      begin((error) => (error ? reject(error) : resolve()), reject)
    }).catch(async (error: unknown) => {
      // A file that cannot be written also ends the entry, which may say so first, without the reason.
      if (tar.destroyed) await written.catch(() => {})
      throw explain(failure?.reason ?? error, target)
    })

  const note = (name: string, sha256: string) => checksums.add(`${sha256}  ${name}`)
  const addAlone = (name: string, body: Buffer) =>
    waitFor((done) => tar.entry({ name, mtime, mode: 0o600, size: body.length }, body, done))
  const addStreamAlone = async (name: string, size: number, body: Readable) => {
    const hash = createHash('sha256')
    await waitFor((done, fail) => {
      const sink = tar.entry({ name, mtime, mode: 0o600, size }, done)
      const copy = async () => {
        let copied = 0
        for await (const chunk of body as AsyncIterable<Buffer>) {
          copied += chunk.length
          if (copied > size) break
          hash.update(chunk)
          if (!sink.write(chunk)) await new Promise<void>((resolve) => sink.once('drain', () => resolve()))
          if (failure) return
        }
        if (copied !== size) throw new OperatorError(`${name} changed its size while it was read`)
        sink.end(null)
      }
      copy().catch(fail)
    })
    return hash.digest('hex')
  }

  const writer: ArchiveWriter = {
    async add(name, body) {
      await addAlone(name, body)
      await note(name, sha256(body))
    },
    async addStream(name, size, body) {
      await note(name, await addStreamAlone(name, size, body))
    },
    async finish(manifest) {
      const listBytes = await checksums.end()
      const checksums_sha256 = await addStreamAlone(names.checksums, listBytes, createReadStream(list))
      const text = Buffer.from(`${JSON.stringify({ ...manifest, checksums_sha256 }, null, 2)}\n`)
      await addAlone(names.manifest, text)
      await addAlone(names.manifestChecksum, Buffer.from(`${sha256(text)}  ${names.manifest}\n`))
      tar.finalize()
      await written.catch((error: unknown) => {
        throw explain(error, target)
      })
      await publish(draft, target)
      process.off('exit', removeDraft)
      await rm(tempFolder, { recursive: true, force: true })
      return { bytes }
    },
    async abandon() {
      await checksums.close()
      tar.destroy()
      await written.catch(() => {})
      removeDraft()
      process.off('exit', removeDraft)
      await rm(tempFolder, { recursive: true, force: true })
    },
  }
  try {
    await writer.add(names.format, Buffer.from(formatText))
  } catch (error) {
    await writer.abandon()
    throw error
  }
  return writer
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function refuseExisting(target: string): void {
  if (existsSync(target))
    throw new OperatorError(`${target} is there already, and a backup is never written over`)
}

/** A hard link, unlike a rename, fails if the name exists. Some file systems have no hard links. */
async function publish(draft: string, target: string): Promise<void> {
  try {
    await link(draft, target)
    await unlink(draft)
  } catch (error) {
    refuseExisting(target)
    if (codeOf(error) === 'ENOENT') throw error
    await rename(draft, target)
  }
  const folder = await open(dirname(target))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function explain(error: unknown, target: string): Error {
  const folder = dirname(target)
  const sentences: Record<string, string> = {
    ENOSPC: `The disk of ${folder} is full: the backup is not made`,
    EDQUOT: `This user may not store more on the disk of ${folder}: the backup is not made`,
    EFBIG: `A file in ${folder} cannot be as large as the backup: it is not made`,
    ENOENT: `There is no folder ${folder} to write the backup into`,
    ENOTDIR: `${folder} is no folder`,
    EACCES: `This user may not write into ${folder}`,
    EROFS: `The disk of ${folder} is read-only`,
    EIO: `The disk of ${folder} fails: the backup is not made`,
  }
  const sentence = sentences[codeOf(error)]
  return sentence ? new OperatorError(sentence) : asError(error)
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
