import { gunzipSync } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { FileRefused } from '../../base/files/inspectFile.ts'

/** Of one part that has to be read completely. */
const maxPartBytes = 32 * 1024 ** 2
/** Where the kind of a part is seen; LibreOffice looks at 2 KB. */
const headBytes = 64 * 1024
/** A document in a document in a document. */
const maxDepth = 3

const outside =
  'has a picture or an object that is not in the file itself; embed it, or save the document as PDF and upload that'
const unknown = 'has a part that cannot be checked; save it as PDF and upload that'

class Refused extends Error {}

/**
 * Refuses a document with parts that name files or addresses elsewhere. LibreOffice follows the references of an SVG picture
 * whatever its settings say, and would print a file of the server. Documents in it are looked at too.
 */
export async function refuseOutsideReferences(content: Buffer | string, name: string): Promise<void> {
  try {
    await checkArchive(content, 1)
  } catch (error) {
    if (error instanceof Refused) throw new FileRefused(name, error.message)
    throw new FileRefused(name, 'is damaged and cannot be read')
  }
}

async function checkArchive(content: Buffer | string, depth: number): Promise<void> {
  if (depth > maxDepth) throw new Refused(unknown)
  const options = { autoClose: false }
  const zip = await (Buffer.isBuffer(content) ? fromBufferPromise(content) : openPromise(content, options))
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('/')) await checkPart(zip, entry, depth)
    }
  } finally {
    zip.close()
  }
}

async function checkPart(zip: ZipFile, entry: Entry, depth: number): Promise<void> {
  const name = entry.fileName.toLowerCase()
  const isRelations = name.endsWith('.rels')
  const head = await read(zip, entry, headBytes)
  const isPicture = /\.svgz?$/.test(name) || isSvg(head) || isGzip(head)
  if (!isRelations && !isPicture && !isArchive(head)) return
  if (entry.uncompressedSize > maxPartBytes) throw new Refused(unknown)
  const bytes = await read(zip, entry, maxPartBytes + 1)
  if (isRelations) checkRelations(textOf(bytes))
  else if (isArchive(head)) await checkArchive(bytes, depth + 1)
  else checkPicture(bytes, /\.svgz?$/.test(name))
}

/** The first bytes of a part. */
async function read(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  // Leaving the loop destroys the stream.
  for await (const part of await zip.openReadStreamPromise(entry)) {
    parts.push(part as Buffer)
    size += (part as Buffer).length
    if (size >= most) break
  }
  return Buffer.concat(parts)
}

const isArchive = (head: Buffer) => head.toString('latin1', 0, 4) === 'PK\x03\x04'
const isGzip = (head: Buffer) => head[0] === 0x1f && head[1] === 0x8b
/** By its content, as LibreOffice does it, whatever the name of the part; in any encoding of one or two bytes. */
const isSvg = (head: Buffer) =>
  /<([\w.-]+:)?svg[\s>/]|<!DOCTYPE\s+([\w.-]+:)?svg/i.test(
    head.toString('latin1', 0, headBytes).replaceAll('\0', ''),
  )

/** Relations to what is elsewhere that print the same without it. */
const harmless = /\/(hyperlink|attachedTemplate|video|audio|media)$/

function checkRelations(text: string): void {
  // A '<' begins a tag wherever it stands: in the value of an attribute it is not allowed.
  for (const tag of text.split('<').filter((part) => /^([\w.-]+:)?Relationship\s/.test(part))) {
    const types = [...tag.matchAll(/Type\s*=\s*["']([^"']*)["']/g)].map(([, type = '']) => type)
    // An HTML page in a document.
    if (types.some((type) => type.endsWith('/aFChunk'))) throw new Refused(unknown)
    const isInside = [...tag.matchAll(/TargetMode\s*=\s*["']([^"']*)["']/g)].every(
      ([, mode]) => mode === 'Internal',
    )
    if (!isInside && (types.length === 0 || !types.every((type) => harmless.test(type))))
      throw new Refused(outside)
  }
}

/** Checks an SVG, also a packed one; other pictures refer to nothing. */
function checkPicture(bytes: Buffer, isNamedSvg: boolean): void {
  const plain = isGzip(bytes) ? unpack(bytes) : bytes
  if (isNamedSvg || isSvg(plain)) checkSvg(textOf(plain))
}

function unpack(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxPartBytes })
  } catch {
    throw new Refused(unknown)
  }
}

function checkSvg(text: string): void {
  // They would change what a reference means, or are one.
  if (/<!ENTITY|<\?xml-stylesheet|@import|xml:base/i.test(text)) throw new Refused(outside)
  const references = [...text.matchAll(/href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)]
  const urls = [...text.matchAll(/url\(\s*["']?([^"')]*)/gi)]
  for (const [, first, second] of [...references, ...urls]) checkReference((first ?? second ?? '').trim())
}

/** To a part of the same picture, or to a picture that stands there itself. */
function checkReference(reference: string): void {
  if (reference === '' || reference.startsWith('#')) return
  const [, data] = /^data:image\/(?:png|jpe?g|gif|bmp|webp);base64,(.*)$/is.exec(reference) ?? []
  // Line breaks; any other escape could hide what is decoded.
  const base64 = data?.replace(/&#(10|13|9|xa|xd|x9);|\s/gi, '')
  if (base64 === undefined || !/^[A-Za-z0-9+/]*=*$/.test(base64)) throw new Refused(outside)
  checkPicture(Buffer.from(base64, 'base64'), false)
}

/** The text of an XML part, in one of the encodings that are read here as LibreOffice reads them. */
function textOf(bytes: Buffer): string {
  const [first = 0, second = 0] = bytes
  const isWide = first === 0 || second === 0 || first >= 0xfe
  const encoding = !isWide ? 'utf-8' : first === 0 || first === 0xfe ? 'utf-16be' : 'utf-16le'
  const text = new TextDecoder(encoding).decode(bytes)
  const [, declared = 'utf-8'] = /^[^>]*\sencoding\s*=\s*["']([^"']*)["']/.exec(text) ?? []
  if (!/^(utf-?8|utf-?16(le|be)?|us-ascii|iso-8859-1|windows-1252)$/i.test(declared))
    throw new Refused(unknown)
  return text
}
