import { inflateSync } from 'node:zlib'
import { isPdfDict, isPdfStream, type PdfDict, type PdfStream } from './pdfjs.ts'

/** Of one page, or of one drawing that pages share. PDFium needs some fifteen times as much memory. */
const maxOperators = 32 * 1024 ** 2
/** Of one picture: an A0 page in colour at 300 dpi is 418 MB. */
const maxPicture = 512 * 1024 ** 2
const maxParents = 50

/**
 * Whether a page has more to draw than can be drawn in bounded memory: what its operators and pictures unpack to. A file of
 * 300 KB can have a page of 300 MB. Nothing is unpacked beyond the limit. What takes long for its size is left to the limits of
 * the process that draws.
 */
export function isTooMuchToDraw(pages: readonly PdfDict[]): boolean {
  const sizes = new Map<string, number>()
  const visited = new Set<string>()
  return pages.some((page) => operatorsOf(page) > maxOperators || isTooMuchIn(resourcesOf(page)))

  /** The streams of a page are one program, and may be the same one many times. */
  function operatorsOf(page: PdfDict): number {
    const contents = page.get('Contents')
    const parts: unknown[] = Array.isArray(contents) ? contents : [page.getRaw('Contents')]
    let sum = 0
    for (const part of parts) {
      const key = String(part)
      const known = sizes.get(key)
      const stream = known === undefined ? page.xref.fetchIfRef(part) : undefined
      const size = known ?? (isPdfStream(stream) ? unpackedSize(stream) : 0)
      sizes.set(key, size)
      sum += size
      if (sum > maxOperators) break
    }
    return sum
  }

  /** What pages draw by its name: forms, pictures, patterns; each is read once. */
  function isTooMuchIn(resources: unknown): boolean {
    const waiting = [resources]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (!isPdfDict(next)) continue
      for (const kind of ['XObject', 'Pattern']) {
        const named = next.get(kind)
        if (!isPdfDict(named)) continue
        for (const name of named.getKeys()) {
          const key = String(named.getRaw(name))
          if (visited.has(key)) continue
          visited.add(key)
          const drawn = named.get(name)
          if (!isPdfStream(drawn)) continue
          if (isPicture(drawn) ? pictureSize(drawn) > maxPicture : unpackedSize(drawn) > maxOperators)
            return true
          waiting.push(drawn.dict.get('Resources'))
        }
      }
    }
    return false
  }
}

/** A page without resources has those of the branch of the page tree in which it is. */
function resourcesOf(page: PdfDict): unknown {
  let owner: unknown = page
  for (let depth = 0; depth < maxParents && isPdfDict(owner); depth++) {
    const resources = owner.get('Resources')
    if (resources !== undefined) return resources
    owner = owner.get('Parent')
  }
  return undefined
}

const isPicture = ({ dict }: PdfStream) => nameOf(dict.get('Subtype')) === 'Image'

const nameOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined

function pictureSize({ dict }: PdfStream): number {
  const bits = dict.get('ImageMask') === true ? 1 : Number(dict.get('BitsPerComponent') ?? 8) * 3
  return (Number(dict.get('Width') ?? 0) * Number(dict.get('Height') ?? 0) * bits) / 8
}

/** Exact up to the limit; beyond, any larger number. */
function unpackedSize(stream: PdfStream): number {
  const packed = stream.getOriginalStream()
  // Node’s zlib is ten times as fast, and knows one of the filters.
  if (nameOf(stream.dict.get('Filter')) === 'FlateDecode' && packed.bytes) {
    try {
      const bytes = packed.bytes.subarray(packed.start, packed.end)
      return inflateSync(bytes, { maxOutputLength: maxOperators }).length
    } catch (error) {
      if (error instanceof RangeError) return Number.POSITIVE_INFINITY
      // Damaged at its end, or encrypted.
    }
  }
  let size = 0
  for (let read = 1; read > 0 && size <= maxOperators; size += read) read = stream.getBytes(portion).length
  return size
}

const portion = 65_536
