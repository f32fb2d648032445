import { type Entry, fromBufferPromise, openPromise } from 'yauzl'
import { FileRefused } from '../../base/files/inspectFile.ts'

export type OfficeType = 'docx' | 'pptx'

const signature = 'PK\x03\x04'
/** An old binary Office file, or a new one that is encrypted, is a container of this kind. */
const oleSignature = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

/** Its main part decides what a document is, whatever its name. */
const mainParts: Record<string, OfficeType> = {
  'word/document.xml': 'docx',
  'ppt/presentation.xml': 'pptx',
}

/** Above what documents hold that people print; an archive bomb promises gigabytes. */
const limits = { entries: 10_000, bytes: 1024 ** 3 }

/**
 * The type of a Word or PowerPoint document (bytes or a path) that can be converted; undefined for another kind of file.
 * Only the directory of the archive is read, nothing is unpacked.
 */
export async function readOfficeType(
  content: Buffer | string,
  start: string,
  name: string,
): Promise<OfficeType | undefined> {
  if (start.startsWith(oleSignature))
    throw new FileRefused(name, 'is encrypted or of an old format; save it as PDF and upload that')
  if (!start.startsWith(signature)) return undefined
  const entries = await readDirectory(content).catch(() => undefined)
  if (entries === undefined) throw new FileRefused(name, 'is damaged and cannot be read')
  const type = entries.map(({ fileName }) => mainParts[fileName]).find((found) => found !== undefined)
  if (!type || !entries.some(({ fileName }) => fileName === '[Content_Types].xml')) return undefined
  const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (entries.length > limits.entries || bytes > limits.bytes)
    throw new FileRefused(name, 'is too large when it is unpacked; save it as PDF and upload that')
  if (entries.some(({ fileName }) => /vbaProject\.bin$/i.test(fileName)))
    throw new FileRefused(name, 'has macros; save it as PDF and upload that')
  return type
}

async function readDirectory(content: Buffer | string): Promise<Entry[]> {
  const zip = await (Buffer.isBuffer(content) ? fromBufferPromise(content) : openPromise(content))
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    entries.push(entry)
    // One more than allowed is enough to refuse it.
    if (entries.length > limits.entries) break
  }
  return entries
}
