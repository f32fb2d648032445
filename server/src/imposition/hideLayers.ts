import {
  copyOf,
  type Drawn,
  drawPage,
  pixelsOf,
  type Resolution,
  type Size,
  scaleFor,
} from '../prepress/drawPage.ts'
import { inkOf } from '../prepress/inkOf.ts'
import { forInk } from '../prepress/inspectPage.ts'
import type { Pdfium } from '../prepress/pdfium.ts'

/** A page of an open document, both as PDFium knows them; pages from 0. */
type Place = { document: number; page: number }

/** As fine as offices print, for A4 and A3. */
const forPrint: Resolution = { dpi: 300, pixels: 18_000_000 }

/**
 * Keeps hidden what the source hides on paper: a page of another document knows its layers no more, and some printers show all
 * layers anyway. A copy that looks different from its source becomes a picture of it.
 */
export function hideLayers(pdfium: Pdfium, source: Place, copy: Place): void {
  withPage(pdfium, source, (original) => {
    const points = {
      width: pdfium.FPDF_GetPageWidthF(original),
      height: pdfium.FPDF_GetPageHeightF(original),
    }
    const draw = <T>(page: number, resolution: Resolution, use: (bitmap: number) => T, how: Drawn = {}) =>
      drawPage(pdfium, page, points, scaleFor(points, resolution), use, how)
    const look = (bitmap: number) => copyOf(pixelsOf(pdfium, bitmap))

    const wanted = draw(original, forInk, look)
    const found = withPage(pdfium, copy, (one) => draw(one, forInk, look, { isForPaper: false }))
    if (!found || Buffer.compare(wanted.pixels, found.pixels) === 0) return
    // A grey page stays one for the printer that counts it.
    const format = inkOf(wanted).ink === 'color' ? 'color' : 'gray'
    replacePage(pdfium, copy, points, (picture) =>
      draw(original, forPrint, (bitmap) => pdfium.FPDFImageObj_SetBitmap(0, 0, picture, bitmap), { format }),
    )
  })
}

/** Puts a page in the place of another that holds one picture, as large as the page. */
function replacePage(
  pdfium: Pdfium,
  { document, page }: Place,
  { width, height }: Size,
  paint: (picture: number) => void,
): void {
  pdfium.FPDFPage_Delete(document, page)
  const one = pdfium.FPDFPage_New(document, page, width, height)
  try {
    const picture = pdfium.FPDFPageObj_NewImageObj(document)
    paint(picture)
    pdfium.FPDFImageObj_SetMatrix(picture, width, 0, 0, height, 0, 0)
    pdfium.FPDFPage_InsertObject(one, picture)
    pdfium.FPDFPage_GenerateContent(one)
  } finally {
    pdfium.FPDF_ClosePage(one)
  }
}

function withPage<T>(pdfium: Pdfium, { document, page }: Place, use: (page: number) => T): T | undefined {
  const one = pdfium.FPDF_LoadPage(document, page)
  if (one === 0) return undefined
  try {
    return use(one)
  } finally {
    pdfium.FPDF_ClosePage(one)
  }
}
