import sharp, { type Sharp } from 'sharp'
import { inkOf } from './inkOf.ts'
import type { PageReport } from './inspectPage.ts'
import { type Drawing, findUnreadableCodes } from './qrCodes.ts'

sharp.concurrency(1)
sharp.cache(false)

/** As many pixels as an A4 page has when a PDF is inspected. */
const inspected = { width: 702, height: 702 }
/** A4 in inches: the paper that a picture fills if nothing else is chosen. */
const paper = { long: 11.69, short: 8.27 }

/** Reads a picture as the page that it will be. It has no size of its own: it is printed as large as the paper allows. */
export async function inspectImage(bytes: Buffer): Promise<PageReport> {
  const image = sharp(bytes).autoOrient()
  const { width: across, height: down } = (await image.metadata()).autoOrient
  const { data, info } = await image
    .clone()
    .flatten({ background: 'white' })
    .toColorspace('srgb')
    .resize({ ...inspected, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const { ink } = inkOf({ pixels: data, width, height, stride: width * 4 })
  const [long, short] = [Math.max(across, down), Math.min(across, down)]
  const lowest_dpi = Math.round(Math.max(long / paper.long, short / paper.short))
  const printed = Math.min(paper.long / long, paper.short / short)
  const drawFor = (dpi: number) => scaled(image, { across, down }, Math.min(1, printed * dpi), printed)
  const unreadable_codes =
    ink === 'none' ? [] : await findUnreadableCodes(await drawFor(codeDpi), () => drawFor(2 * codeDpi))
  return { width: null, height: null, ink, margin: null, lowest_dpi, missing_fonts: [], unreadable_codes }
}

/** As PDFs are drawn to find QR codes. */
const codeDpi = 200
const mmPerInch = 25.4

/** A picture scaled down; `printed` is the width of a pixel in inches. */
async function scaled(
  image: Sharp,
  { across, down }: { across: number; down: number },
  scale: number,
  printed: number,
): Promise<Drawing> {
  const { data, info } = await image
    .clone()
    .flatten({ background: 'white' })
    .resize(Math.max(1, Math.round(across * scale)), Math.max(1, Math.round(down * scale)), { fit: 'fill' })
    .toColorspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return { pixels: data, width, height, stride: 4 * width, pixelsPerMm: scale / (printed * mmPerInch) }
}
