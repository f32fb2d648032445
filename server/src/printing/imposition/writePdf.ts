import { createHash } from 'node:crypto'
import { type Pdfium, withMemory } from '../prepress/pdfium.ts'

/** An empty document, without the time of its making. */
export function newDocument(pdfium: Pdfium): number {
  pdfium.FPDF_SetSandBoxPolicy(machineTime, false)
  return pdfium.FPDF_CreateNewDocument()
}

// FPDF_POLICY_MACHINETIME_ACCESS of fpdf_sysfontinfo.h.
const machineTime = 0

/** The bytes of a document. */
export function saveDocument(pdfium: Pdfium, document: number): Buffer {
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  try {
    if (pdfium.PDFiumExt_SaveAsCopy(document, writer) === 0)
      throw new RangeError('PDFium could not write the sheets')
    const size = pdfium.PDFiumExt_GetFileWriterSize(writer)
    return withMemory(pdfium, size, (start) => {
      pdfium.PDFiumExt_GetFileWriterData(writer, start, size)
      return withStableId(Buffer.from(pdfium.pdfium.HEAPU8.slice(start, start + size)))
    })
  } finally {
    pdfium.PDFiumExt_CloseFileWriter(writer)
  }
}

/** Replaces the document's random id by one of its content; a file's own id, which comes first, may have any length. */
function withStableId(pdf: Buffer): Buffer {
  const at = pdf.lastIndexOf('/ID[')
  if (at < 0) return pdf
  const places = [...pdf.toString('latin1', at).matchAll(/(?<=<)[0-9A-F]{32}(?=>)/g)].map(
    ({ index }) => at + index,
  )
  for (const place of places) pdf.fill('0', place, place + 32)
  const stable = createHash('sha256').update(pdf).digest('hex').slice(0, 32).toUpperCase()
  for (const place of places) pdf.write(stable, place, 'latin1')
  return pdf
}
