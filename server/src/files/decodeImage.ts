import sharp from 'sharp'
import type { Answer } from './checkingProcess.ts'

const maxPixels = 50_000_000

sharp.concurrency(1)
sharp.cache(false)

/** Decodes every line of a PNG or JPEG, which is one page; animated ones print their first picture. */
export async function decodeImage(path: string): Promise<Answer> {
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
    if (width * height > maxPixels) return { refusal: 'too many pixels' }
    // Shrinking reads each line and keeps only what is small, where raw pixels would take 200 MB.
    await sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
      .resize(16, 16, { fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer()
    return { pages: 1 }
  } catch {
    return { refusal: 'broken' }
  }
}
