import { copyOf, drawPage, pixelsOf, type Resolution, scaleFor } from './drawPage.ts'
import { flattenPage } from './flattenPage.ts'
import { type Bitmap, type Ink, inkOf } from './inkOf.ts'
import type { PrintDocument } from './openToPrint.ts'
import { readObjects } from './pageObjects.ts'
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

const mmPerInch = 25.4
/**
 * Fine enough for a dot of 0.2 mm to leave a trace of its colour, coarse enough for 100 pages in seconds. A poster is drawn
 * coarser: 3 million pixels are an A0 page at 54 pixels an inch.
 */
export const forInk: Resolution = { dpi: 60, pixels: 3_000_000 }
/** QR codes need more: nearly 3 pixels for the smallest module that a phone reads; twice as many to look closer. */
const forCodes: Resolution = { dpi: 200, pixels: 16_000_000 }

/** On how many more pages QR codes are looked for where one may be: that takes longer than all else. */
type Looks = { left: number }

/** Renders and reads a page (from 0) as it prints, with its fields and comments; undefined if it is damaged. */
export async function inspectPage(
  document: PrintDocument,
  index: number,
  looks: Looks = { left: Number.POSITIVE_INFINITY },
): Promise<PageReport | undefined> {
  flattenPage(document, index)
  const { pdfium, handle } = document
  const page = pdfium.FPDF_LoadPage(handle, index)
  if (page === 0) return undefined
  try {
    const unit = document.unitOf(index)
    const points = {
      width: unit * pdfium.FPDF_GetPageWidthF(page),
      height: unit * pdfium.FPDF_GetPageHeightF(page),
    }
    const scale = scaleFor(points, forInk)
    const read = <T>(finer: number, use: (bitmap: Bitmap) => T) =>
      drawPage(pdfium, page, points, finer, (bitmap) => use(pixelsOf(pdfium, bitmap)))
    const { ink, margin } = read(scale, inkOf)
    const { lowest_dpi, missing_fonts, mayHaveCode } = readObjects(pdfium, page, unit)
    const drawFor = (resolution: Resolution): Drawing => {
      const codeScale = scaleFor(points, resolution)
      return { ...read(codeScale, copyOf), pixelsPerMm: (codeScale * 72) / mmPerInch }
    }
    const twice = { ...forCodes, dpi: 2 * forCodes.dpi }
    const search = () => findUnreadableCodes(drawFor(forCodes), () => drawFor(twice))
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

const millimetres = (points: number) => Math.round((points / 72) * mmPerInch * 10) / 10
