import { pngLimits } from '@our-print/contract/values.ts'
import { invalid, Problem } from '../http/problem.ts'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

async function loadSharp() {
  // Loaded at the first picture: a shop without any need not carry its memory.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/**
 * Decodes a PNG and writes it anew: what was no picture in it (trailing archives, scripts in comments, profiles) is
 * gone. Refuses by the field's name what is not a PNG, is broken, or is larger than the limits.
 */
export async function rewritePng(bytes: Buffer, field: string): Promise<Buffer> {
  if (bytes.length > pngLimits.bytes) throw invalid(field, 'The picture is larger than 10 MB')
  if (!bytes.subarray(0, 8).equals(signature)) throw invalid(field, 'The picture must be a PNG')
  const sharp = await loadSharp()
  const limitInputPixels = pngLimits.side * pngLimits.side
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (format !== 'png') throw invalid(field, 'The picture must be a PNG')
    // Its header says how large it is; nothing is unpacked to find out.
    if (width > pngLimits.side || height > pngLimits.side) {
      throw invalid(field, 'The picture is larger than 4,096 × 4,096')
    }
    return await sharp(bytes, { limitInputPixels, failOn: 'error' }).png().toBuffer()
  } catch (error) {
    // The refusals above are told as they are; sharp has no error class of its own.
    if (error instanceof Problem) throw error
    if (error instanceof Error && error.name === 'Error') throw invalid(field, 'The picture is broken')
    throw error
  }
}
