import { copyOf, drawPage, pixelsOf, type Resolution, type Size, scaleFor } from '../prepress/drawPage.ts'
import { type Bitmap, inkOf } from '../prepress/inkOf.ts'
import { forInk } from '../prepress/inspectPage.ts'
import { type Pdfium, withMemory } from '../prepress/pdfium.ts'

/** A page of an open document, both as PDFium knows them; pages from 0. */
type Place = { document: number; page: number }

/** As fine as offices print, for A4 and A3. */
const forPrint: Resolution = { dpi: 300, pixels: 18_000_000 }
// No flags of fpdfview.h.
const forScreen = 0

/**
 * Keeps hidden what the source hides on paper: a page of another document knows its layers no more, and some printers show all
 * layers anyway. A copy that looks different from its source becomes a picture of it.
 */
export async function hideLayers(pdfium: Pdfium, source: Place, copy: Place): Promise<void> {
  const original = pdfium.FPDF_LoadPage(source.document, source.page)
  const copied = pdfium.FPDF_LoadPage(copy.document, copy.page)
  try {
    if (original === 0 || copied === 0) return
    const points = {
      width: pdfium.FPDF_GetPageWidthF(original),
      height: pdfium.FPDF_GetPageHeightF(original),
    }
    const draw = (page: number, resolution: Resolution, flags?: number) =>
      drawPage(
        pdfium,
        page,
        points,
        scaleFor(points, resolution),
        (one) => copyOf(pixelsOf(pdfium, one)),
        flags,
      )
    const wanted = draw(original, forInk)
    if (Buffer.compare(wanted.pixels, draw(copied, forInk, forScreen).pixels) === 0) return
    replacePage(pdfium, copy, points, await jpegOf(draw(original, forPrint), inkOf(wanted).ink === 'color'))
  } finally {
    if (original !== 0) pdfium.FPDF_ClosePage(original)
    if (copied !== 0) pdfium.FPDF_ClosePage(copied)
  }
}

/** A JPEG; a grey one for a page without colour, which the printer then counts as black. */
async function jpegOf({ pixels, width, height }: Bitmap, isColor: boolean): Promise<Buffer> {
  // Imported only for pictures, because sharp takes memory and most files need none.
  const { default: sharp } = await import('sharp')
  const image = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha()
  // PDFium draws blue first.
  const blueFirst = image.recomb([
    [0, 0, 1],
    [0, 1, 0],
    [1, 0, 0],
  ])
  return (isColor ? blueFirst : image.toColourspace('b-w'))
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Puts a page in the place of another that holds one picture, as large as the page. */
function replacePage(pdfium: Pdfium, { document, page }: Place, { width, height }: Size, jpeg: Buffer): void {
  pdfium.FPDFPage_Delete(document, page)
  const one = pdfium.FPDFPage_New(document, page, width, height)
  try {
    const picture = pdfium.FPDFPageObj_NewImageObj(document)
    withMemory(pdfium, jpeg.length, (start) => {
      pdfium.pdfium.HEAPU8.set(jpeg, start)
      pdfium.EPDFImageObj_SetJpeg(0, 0, picture, start, jpeg.length)
    })
    pdfium.FPDFImageObj_SetMatrix(picture, width, 0, 0, height, 0, 0)
    pdfium.FPDFPage_InsertObject(one, picture)
    pdfium.FPDFPage_GenerateContent(one)
  } finally {
    pdfium.FPDF_ClosePage(one)
  }
}
