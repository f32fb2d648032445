import { type Ink, inkOf } from './inkOf.ts'
import { readObjects } from './pageObjects.ts'
import type { PdfDocument } from './pdfium.ts'

/** How one page will print. */
export interface PageReport {
  /** As it is seen, after its rotation, in millimetres; null for a picture. */
  width: number | null
  height: number | null
  ink: Ink
  /** The smallest distance of anything printed from the edge of the page, in millimetres; null on a blank page and for a picture. */
  margin: number | null
  /** The lowest resolution of its pictures at their printed size, in pixels an inch; null without pictures. */
  lowest_dpi: number | null
  missing_fonts: string[]
}

/** Fine enough for a dot of 0.2 mm to leave a trace of its colour, coarse enough for 100 pages in seconds. */
const dpi = 60
const mmPerInch = 25.4
/** A poster is drawn coarser; 3 million pixels are an A0 page at 54 pixels an inch. */
const maxPixels = 3_000_000
// FPDF_ANNOT and FPDF_PRINTING of fpdfview.h: with its comments and stamps, as it is for paper.
const forPaper = 0x01 | 0x800
const white = 0xffffffff

/** Renders and reads a page (from 0); undefined if it is damaged. */
export function inspectPage({ pdfium, handle }: PdfDocument, index: number): PageReport | undefined {
  const page = pdfium.FPDF_LoadPage(handle, index)
  if (page === 0) return undefined
  try {
    const points = { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) }
    const scale = Math.min(dpi / 72, Math.sqrt(maxPixels / (points.width * points.height)))
    const width = Math.max(1, Math.ceil(points.width * scale))
    const height = Math.max(1, Math.ceil(points.height * scale))
    const { ink, margin } = render(width, height)
    const { lowest_dpi, missing_fonts } = readObjects(pdfium, page)
    return {
      width: millimetres(points.width),
      height: millimetres(points.height),
      ink,
      margin: margin === undefined ? null : millimetres(margin / scale),
      lowest_dpi: lowest_dpi ?? null,
      missing_fonts,
    }
  } finally {
    pdfium.FPDF_ClosePage(page)
  }

  function render(width: number, height: number) {
    const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
    if (bitmap === 0) throw new RangeError('PDFium has no memory for the page')
    try {
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
      pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, forPaper)
      const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
      const stride = pdfium.FPDFBitmap_GetStride(bitmap)
      const pixels = pdfium.pdfium.HEAPU8.subarray(start, start + stride * height)
      return inkOf({ pixels, width, height, stride })
    } finally {
      pdfium.FPDFBitmap_Destroy(bitmap)
    }
  }
}

const millimetres = (points: number) => Math.round((points / 72) * mmPerInch * 10) / 10
