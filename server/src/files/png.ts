import { pngLimits } from '@our-print/contract/values.ts'
import { invalid, Problem } from '../http/problem.ts'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

export async function loadSharp() {
  // Imported at the first image, because sharp takes memory.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/**
 * Decodes a PNG and encodes it again, which removes everything but the image (appended archives, scripts in comments,
 * profiles). Refuses, under the field's name, what is not a PNG, is broken or exceeds the limits.
 */
export async function rewritePng(bytes: Buffer, field: string): Promise<Buffer> {
  if (bytes.length > pngLimits.bytes) throw invalid(field, 'The picture is larger than 10 MB')
  if (!bytes.subarray(0, 8).equals(signature)) throw invalid(field, 'The picture must be a PNG')
  const sharp = await loadSharp()
  const limitInputPixels = pngLimits.side * pngLimits.side
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (format !== 'png') throw invalid(field, 'The picture must be a PNG')
    // The size is in the header, so nothing is decompressed to check it.
    if (width > pngLimits.side || height > pngLimits.side) {
      throw invalid(field, 'The picture is larger than 4,096 × 4,096')
    }
    return await sharp(bytes, { limitInputPixels, failOn: 'error' }).png().toBuffer()
  } catch (error) {
    // Sharp has no error class of its own; its errors are plain Errors.
    if (error instanceof Problem) throw error
    if (error instanceof Error && error.name === 'Error') throw invalid(field, 'The picture is broken')
    throw error
  }
}
