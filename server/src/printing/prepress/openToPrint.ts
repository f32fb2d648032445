import { openPdfManager } from '../../base/files/pdfjs.ts'
import { openPdf, type PdfDocument, type Pdfium } from './pdfium.ts'

/** An open document, with what PDFium does not tell and printing depends on. */
export interface PrintDocument extends PdfDocument {
  /** By what the measures of a page (from 0) are multiplied: a page of more than 5 metres has a larger unit than the point. */
  unitOf(index: number): number
  /** Whether it has layers, some of which may be hidden. */
  hasLayers: boolean
}

/** Opens a document that is going to be printed; undefined if it cannot be read. */
export async function openToPrint(pdfium: Pdfium, bytes: Buffer): Promise<PrintDocument | undefined> {
  const document = openPdf(pdfium, bytes)
  if (!document) return undefined
  try {
    return { ...document, ...(await readRest(bytes)) }
  } catch {
    // pdf.js has counted its pages; what it cannot read now is damaged.
    document.close()
    return undefined
  }
}

// What is looked for stands in plain text, or inside of an object stream.
const markers = ['/UserUnit', '/OCProperties', '/ObjStm']

async function readRest(bytes: Buffer): Promise<Pick<PrintDocument, 'unitOf' | 'hasLayers'>> {
  if (!markers.some((mark) => bytes.includes(mark))) return { unitOf: () => 1, hasLayers: false }
  const { catalog, xref } = (await openPdfManager(bytes)).pdfDocument
  const units = [...(await catalog.getAllPageDicts()).values()].map(([page]) =>
    page instanceof Error ? Number.NaN : Number(page.get('UserUnit')),
  )
  return {
    unitOf(index) {
      const unit = units[index] ?? Number.NaN
      return unit > 0 && Number.isFinite(unit) ? unit : 1
    },
    hasLayers: xref.trailer?.get('Root')?.has('OCProperties') ?? false,
  }
}
