import type { Bitmap } from './inkOf.ts'
import type { Pdfium } from './pdfium.ts'

export type Size = { width: number; height: number }

/** How finely a page is drawn: at most so many pixels an inch, and so many in all. */
export interface Resolution {
  dpi: number
  pixels: number
}

/** Pixels for each point of a page. */
export const scaleFor = ({ width, height }: Size, { dpi, pixels }: Resolution) =>
  Math.min(dpi / 72, Math.sqrt(pixels / (width * height)))

// FPDF_PRINTING of fpdfview.h: layers may be meant for paper or the screen alone.
export const forPaper = 0x800
const white = 0xffffffff

/** Draws an open page on white, as for paper, and calls `use` with the bitmap, which is gone afterwards. */
export function drawPage<T>(
  pdfium: Pdfium,
  page: number,
  points: Size,
  scale: number,
  use: (bitmap: number) => T,
  flags = forPaper,
): T {
  const width = Math.max(1, Math.ceil(points.width * scale))
  const height = Math.max(1, Math.ceil(points.height * scale))
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  if (bitmap === 0) throw new RangeError('PDFium has no memory for the page')
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    return use(bitmap)
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

/** The pixels of a bitmap, as long as PDFium allocates nothing. */
export function pixelsOf(pdfium: Pdfium, bitmap: number): Bitmap {
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const stride = pdfium.FPDFBitmap_GetStride(bitmap)
  const [width, height] = [pdfium.FPDFBitmap_GetWidth(bitmap), pdfium.FPDFBitmap_GetHeight(bitmap)]
  return { pixels: pdfium.pdfium.HEAPU8.subarray(start, start + stride * height), width, height, stride }
}

/** PDFium's memory holds the next drawing at the same place. */
export const copyOf = (bitmap: Bitmap): Bitmap => ({ ...bitmap, pixels: bitmap.pixels.slice() })
