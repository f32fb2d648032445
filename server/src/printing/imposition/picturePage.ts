import { readFile } from 'node:fs/promises'
import type { Paper } from '@our-print/contract/printing/paperFit.ts'
import Pdf from 'pdfkit'
import sharp from 'sharp'
import { paperPoints } from './placePage.ts'

sharp.concurrency(1)
sharp.cache(false)

/** What most printers leave white at each edge: 5 mm in points. */
const margin = (5 * 72) / 25.4
/** Pixels an inch beyond which no eye sees more. A PNG has to be decoded; this bounds its memory. */
const finest = 450

/** A PDF with a picture as its one page: as large as the paper and its margins allow, on upright or landscape paper. */
export async function picturePage(path: string, paper: Paper): Promise<Buffer> {
  const bytes = await readFile(path)
  const image = sharp(bytes)
  const { format, autoOrient } = await image.metadata()
  const page = paperPoints(paper, autoOrient.width > autoOrient.height)
  const space = { width: page.width - 2 * margin, height: page.height - 2 * margin }
  const pixels = {
    width: Math.ceil((space.width / 72) * finest),
    height: Math.ceil((space.height / 72) * finest),
  }
  // A JPEG is kept as it is; pdfkit turns it as its camera was held. Of a PNG, pdfkit would make a list of numbers, a
  // number for each byte.
  const picture =
    format === 'jpeg'
      ? bytes
      : await image
          .autoOrient()
          .flatten({ background: 'white' })
          .toColorspace('srgb')
          .resize({ ...pixels, fit: 'inside', withoutEnlargement: true })
          .jpeg({ quality: 97, chromaSubsampling: '4:4:4' })
          .toBuffer()

  const document = new Pdf({ autoFirstPage: false, margin: 0 })
  const parts: Buffer[] = []
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  document.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve())
  document.addPage({ size: [page.width, page.height], margin: 0 })
  document.image(picture, margin, margin, {
    fit: [space.width, space.height],
    align: 'center',
    valign: 'center',
  })
  document.end()
  await ended
  return Buffer.concat(parts)
}
