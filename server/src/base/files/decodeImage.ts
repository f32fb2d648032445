import sharp from 'sharp'
import type { CheckResult } from './pdfPages.ts'

const maxPixels = 50_000_000

sharp.concurrency(1)
sharp.cache(false)

/** Decodes a PNG or JPEG completely, to find damage. It is one page; of an animation only the first frame is printed. */
export async function decodeImage(content: Buffer | string): Promise<CheckResult> {
  try {
    const { width, height } = await sharp(content, { limitInputPixels: false }).metadata()
    if (width * height > maxPixels) return { refusal: 'too many pixels' }
    // Resizing decodes every line but needs little memory; all raw pixels would take 200 MB.
    await sharp(content, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
      .resize(16, 16, { fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer()
    return { pages: 1 }
  } catch {
    return { refusal: 'broken' }
  }
}
