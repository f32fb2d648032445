import { buffer } from 'node:stream/consumers'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import Pdf from 'pdfkit'

/** A PDF with this many pages, each with its number on it. */
export function makePdf(pages: number, options: PDFKit.PDFDocumentOptions = {}) {
  const document = new Pdf({ autoFirstPage: false, ...options })
  for (let page = 1; page <= pages; page++) document.addPage().text(`Page ${page}`)
  document.end()
  return buffer(document)
}

const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'
const refs = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${from + index} 0 R`).join(' ')

/** A small PDF whose page tree claims a wrong number of pages. */
export function makeLyingPdf({ says, has }: { says: number; has: number }): Buffer {
  const tree = `<< /Type /Pages /Kids [${refs(3, has)}] /Count ${says} >>`
  return writePdf([catalog, tree, ...Array<string>(has).fill(page)])
}

const branch = (kids: string) => `<< /Type /Pages /Parent 2 0 R /Kids [${kids}] /Count 5 >>`

/** The root claims 10 pages; of its two branches, which claim 5 each, one has 2 pages. */
export function makePdfWithLyingBranch(): Buffer {
  const tree = '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 10 >>'
  return writePdf([catalog, tree, branch(refs(5, 2)), branch(refs(7, 5)), ...Array<string>(7).fill(page)])
}

/** A page tree that contains itself. */
export function makeCircularPdf(): Buffer {
  return writePdf([catalog, '<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 2 >>', page])
}

/** A complete PDF with a wrong cross-reference offset, as some programs write it. */
export function makePdfWithWrongOffsets(): Buffer {
  const text = makeLyingPdf({ says: 2, has: 2 }).toString('latin1')
  return Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1')
}

/** A PDF of about 1 MB whose object stream unpacks to this many MiB before its catalog. */
export function makeBombPdf(mebibytes: number): Buffer {
  // A deflate block that ends on a byte boundary can be repeated, so a gigabyte need not be compressed.
  const blanks = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const last = deflateRawSync(Buffer.from(catalog))
  const packed = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    deflateRawSync(Buffer.from('1 0 '), { finishFlush: constants.Z_FULL_FLUSH }),
    ...Array<Buffer>(mebibytes).fill(blanks),
    last,
  ])
  const tree = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
  const dictionary = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>`
  const head = ['%PDF-1.5\n']
  const offsets = [0, 0]
  const add = (text: string) => {
    offsets.push(Buffer.byteLength(head.join('')))
    head.push(text)
  }
  add(`2 0 obj\n${tree}\nendobj\n`)
  add(`3 0 obj\n${page}\nendobj\n`)
  add(`4 0 obj\n${dictionary}\nstream\n`)
  const before = Buffer.concat([Buffer.from(head.join('')), packed, Buffer.from('\nendstream\nendobj\n')])
  return Buffer.concat([before, xrefStream(offsets, before.length)])
}

/** Object 1 is in object stream 4, the others are at their offsets. */
function xrefStream(offsets: number[], start: number): Buffer {
  const direct = [...offsets.slice(2), start].map((offset) => row(1, offset, 0))
  const rows = Buffer.concat([row(0, 0, 255), row(2, 4, 0), ...direct])
  const dictionary = `<< /Type /XRef /Size 6 /W [1 4 1] /Root 1 0 R /Length ${rows.length} >>`
  return Buffer.concat([
    Buffer.from(`5 0 obj\n${dictionary}\nstream\n`),
    rows,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`),
  ])
}

function row(kind: number, value: number, index: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUInt8(kind)
  bytes.writeUInt32BE(value, 1)
  bytes.writeUInt8(index, 5)
  return bytes
}

const streamOf = (dictionary: string, bytes: Buffer) =>
  `<< ${dictionary} /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`

/** Operators that draw nothing, so many MiB of them, packed. */
const packedOperators = (mebibytes: number) => deflateSync(Buffer.alloc(mebibytes * 1024 * 1024, 'q Q\n'))

/** A page of a few KB whose operators unpack to so many MiB, `times` times one after another, or as a form that it draws. */
export function makePdfWithOperators(
  mebibytes: number,
  { times = 1, asForm = false }: { times?: number; asForm?: boolean } = {},
): Buffer {
  const operators = packedOperators(mebibytes)
  const contents = asForm ? '[5 0 R]' : `[${'4 0 R '.repeat(times)}]`
  return writePdf([
    catalog,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /XObject << /F 4 0 R >> >> >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents ${contents} >>`,
    streamOf('/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Filter /FlateDecode', operators),
    streamOf('', Buffer.from('/F Do')),
  ])
}

/** A page with a picture that says to be so many pixels wide and high. */
export function makePdfWithPicture(side: number): Buffer {
  const picture = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode`
  return writePdf([
    catalog,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 5 0 R /Resources << /XObject << /I 4 0 R >> >> >>',
    streamOf(picture, deflateSync(Buffer.alloc(1024))),
    streamOf('', Buffer.from('200 0 0 200 0 0 cm /I Do')),
  ])
}

/** A page of some KB that draws a form ten times, which draws a form ten times …: ten to the power of `depth` lines. */
export function makePdfWithNestedForms(depth: number): Buffer {
  const form = (index: number) =>
    `/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources << /XObject << /F ${index + 6} 0 R >> >>`
  const tenTimes = Buffer.from('/F Do '.repeat(10))
  return writePdf([
    catalog,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>',
    streamOf('', tenTimes),
    ...Array.from({ length: depth - 1 }, (_, index) => streamOf(form(index), tenTimes)),
    streamOf(form(0), Buffer.from('0 0 m 200 200 l S')),
  ])
}

/** Numbers the objects from 1 (the catalog) and adds the cross-reference table. */
export function writePdf(objects: string[]): Buffer {
  let text = '%PDF-1.6\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + trailer, 'latin1')
}
