import { flattenPage } from './flattenPage.ts'
import { type Bitmap, type Ink, inkOf } from './inkOf.ts'
import { readObjects } from './pageObjects.ts'
import type { PdfDocument, Pdfium } from './pdfium.ts'
import { type Drawing, findUnreadableCodes, type UnreadableCode } from './qrCodes.ts'

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
  /** QR codes that a phone would not read; undefined if none was looked for, though there may be one. */
  unreadable_codes: UnreadableCode[] | undefined
}

/** Fine enough for a dot of 0.2 mm to leave a trace of its colour, coarse enough for 100 pages in seconds. */
const dpi = 60
const mmPerInch = 25.4
/** A poster is drawn coarser; 3 million pixels are an A0 page at 54 pixels an inch. */
const maxPixels = 3_000_000
/** QR codes need more: nearly 3 pixels for the smallest module that a phone reads; twice as many to look closer. */
const codeDpi = 200
const maxCodePixels = 16_000_000
// FPDF_PRINTING of fpdfview.h: layers are shown as they are for paper.
const forPaper = 0x800
const white = 0xffffffff

/** On how many more pages QR codes are looked for where one may be: that takes longer than all else. */
type Looks = { left: number }

/** Renders and reads a page (from 0) as it prints, with its fields and comments; undefined if it is damaged. */
export async function inspectPage(
  document: PdfDocument,
  index: number,
  looks: Looks = { left: Number.POSITIVE_INFINITY },
): Promise<PageReport | undefined> {
  flattenPage(document, index)
  const { pdfium, handle } = document
  const page = pdfium.FPDF_LoadPage(handle, index)
  if (page === 0) return undefined
  try {
    const points = { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) }
    const scale = scaleFor(points, dpi, maxPixels)
    const { ink, margin } = draw(pdfium, page, points, scale, inkOf)
    const { lowest_dpi, missing_fonts, mayHaveCode } = readObjects(pdfium, page)
    const drawFor = (resolution: number): Drawing => {
      const codeScale = scaleFor(points, resolution, maxCodePixels)
      return { ...draw(pdfium, page, points, codeScale, copyOf), pixelsPerMm: (codeScale * 72) / mmPerInch }
    }
    const search = () => findUnreadableCodes(drawFor(codeDpi), () => drawFor(2 * codeDpi))
    return {
      width: millimetres(points.width),
      height: millimetres(points.height),
      ink,
      margin: margin === undefined ? null : millimetres(margin / scale),
      lowest_dpi: lowest_dpi ?? null,
      missing_fonts,
      unreadable_codes: ink === 'none' || !mayHaveCode ? [] : looks.left-- > 0 ? await search() : undefined,
    }
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

type Size = { width: number; height: number }

/** Pixels for each point, so that the page has at most so many pixels. */
const scaleFor = ({ width, height }: Size, resolution: number, most: number) =>
  Math.min(resolution / 72, Math.sqrt(most / (width * height)))

/** PDFium's memory holds the next drawing at the same place. */
const copyOf = (bitmap: Bitmap): Bitmap => ({ ...bitmap, pixels: bitmap.pixels.slice() })

/** Draws an open page and calls `use` with its pixels, which are gone afterwards. */
function draw<T>(pdfium: Pdfium, page: number, points: Size, scale: number, use: (bitmap: Bitmap) => T): T {
  const width = Math.max(1, Math.ceil(points.width * scale))
  const height = Math.max(1, Math.ceil(points.height * scale))
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  if (bitmap === 0) throw new RangeError('PDFium has no memory for the page')
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, forPaper)
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const stride = pdfium.FPDFBitmap_GetStride(bitmap)
    const pixels = pdfium.pdfium.HEAPU8.subarray(start, start + stride * height)
    return use({ pixels, width, height, stride })
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

const millimetres = (points: number) => Math.round((points / 72) * mmPerInch * 10) / 10
