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

/** Replaces the document's random id by one of its content. */
function withStableId(pdf: Buffer): Buffer {
  const at = pdf.lastIndexOf('/ID[<')
  const id = /^\/ID\[<([0-9A-F]{32})><([0-9A-F]{32})>\]/.exec(pdf.toString('latin1', at, at + 80))
  if (at < 0 || !id) return pdf
  const [first, second] = [at + 5, at + 39]
  pdf.fill('0', first, first + 32).fill('0', second, second + 32)
  const stable = createHash('sha256').update(pdf).digest('hex').slice(0, 32).toUpperCase()
  pdf.write(stable, first, 'latin1')
  pdf.write(stable, second, 'latin1')
  return pdf
}
