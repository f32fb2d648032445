import { readFile } from 'node:fs/promises'
import { thumbnailPages } from '@our-print/contract/customer/orderPage.ts'
import sharp, { type Sharp } from 'sharp'
import { serveChecks } from '../../base/files/checkingProcess.ts'
import { drawPage, pixelsOf, scaleFor } from './drawPage.ts'
import { openToPrint, type PrintDocument } from './openToPrint.ts'
import { loadPdfium } from './pdfium.ts'

/** The first pages as small WebP pictures; undefined if the file cannot be read. */
export type Thumbnails = Uint8Array[] | undefined

sharp.concurrency(1)
sharp.cache(false)

const box = { width: 132, height: 132, fit: 'inside' } as const

serveChecks<Thumbnails>(async ({ content, contentType }, step) => {
  const bytes = Buffer.isBuffer(content) ? content : await readFile(content)
  if (contentType !== 'application/pdf') return [await encode(sharp(bytes).autoOrient())]
  const document = await openToPrint(await loadPdfium(), bytes)
  if (!document) return undefined
  try {
    const pages: Uint8Array[] = []
    for (let index = 0; index < Math.min(document.pageCount, thumbnailPages.ofFile); index++) {
      pages.push(await drawThumbnail(document, index))
      step()
    }
    return pages
  } finally {
    document.close()
  }
})

const encode = (image: Sharp) =>
  image.flatten({ background: 'white' }).resize(box).webp({ quality: 40, smartSubsample: true }).toBuffer()

const blank = () => encode(sharp({ create: { width: 93, height: 132, channels: 3, background: 'white' } }))

/** A page that is damaged is a blank one. */
async function drawThumbnail(document: PrintDocument, index: number): Promise<Uint8Array> {
  const { pdfium, handle } = document
  const page = pdfium.FPDF_LoadPage(handle, index)
  if (page === 0) return blank()
  try {
    const unit = document.unitOf(index)
    const points = {
      width: unit * pdfium.FPDF_GetPageWidthF(page),
      height: unit * pdfium.FPDF_GetPageHeightF(page),
    }
    const scale = scaleFor(points, { dpi: 60, pixels: 500_000 })
    const drawn = drawPage(pdfium, page, points, scale, (bitmap) => {
      const { pixels, width, height, stride } = pixelsOf(pdfium, bitmap)
      return { pixels: toRgb(pixels, { width, height, stride }), width, height }
    })
    const { pixels, width, height } = drawn
    return await encode(sharp(pixels, { raw: { width, height, channels: 3 } }))
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

type Shape = { width: number; height: number; stride: number }

/** PDFium writes blue, green, red and an unused byte. */
function toRgb(pixels: Uint8Array, { width, height, stride }: Shape): Uint8Array {
  const rgb = new Uint8Array(width * height * 3)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0, at = y * stride; x < width; x++, at += 4) {
      rgb[to++] = pixels[at + 2] as number
      rgb[to++] = pixels[at + 1] as number
      rgb[to++] = pixels[at] as number
    }
  }
  return rgb
}
