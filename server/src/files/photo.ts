import { invalid } from '../http/problem.ts'
import { loadSharp } from './png.ts'

const maxPixels = 50_000_000
/** Enough to read a label in the picture. */
const maxSide = 2048

const jpeg = Buffer.from([0xff, 0xd8, 0xff])
const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/**
 * Decodes a photo, JPEG or PNG, and encodes it again as an upright JPEG without what the camera wrote beside the image:
 * place, time, device. Refuses, under the field's name, what is no photo, is broken or exceeds the limits.
 */
export async function rewritePhoto(bytes: Buffer, field: string): Promise<Buffer> {
  if (![jpeg, png].some((start) => bytes.subarray(0, start.length).equals(start))) {
    throw invalid(field, 'The photo must be a JPEG or a PNG')
  }
  const sharp = await loadSharp()
  // The size is in the header, so nothing is decompressed to check it.
  const size = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!size) throw invalid(field, 'The photo is broken')
  if (size.width * size.height > maxPixels) throw invalid(field, 'The photo has more than 50 million pixels')
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 80 })
      .toBuffer()
  } catch (error) {
    // Sharp has no error class of its own; its errors are plain Errors.
    if (error instanceof Error && error.name === 'Error') throw invalid(field, 'The photo is broken')
    throw error
  }
}
