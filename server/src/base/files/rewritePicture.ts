import { pngLimits } from '@our-print/contract/values.ts'
import sharp, { type Metadata } from 'sharp'

sharp.concurrency(1)
sharp.cache(false)

const maxPhotoPixels = 50_000_000
/** Enough to read a label in the picture. */
const maxPhotoSide = 2048
/** In memory. A PNG of the largest size has as much with four channels of 16 bits; a photo of 50 million pixels, in three of 8. */
const maxUnpackedBytes = 160 * 1024 ** 2

const signatures = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
}

/** Why a picture is not taken, as a sentence. */
export class PictureRefused extends Error {}

/**
 * Decodes a PNG and encodes it again, which removes everything but the image (appended archives, scripts in comments,
 * profiles). Refuses what is not a PNG, is broken or exceeds the limits.
 */
export async function rewritePng(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > pngLimits.bytes) throw new PictureRefused('The picture is larger than 10 MB')
  if (!hasSignature(bytes, 'png')) throw new PictureRefused('The picture must be a PNG')
  return orRefuse('The picture is broken', async () => {
    const size = await sizeOf(bytes)
    if (size.format !== 'png') throw new PictureRefused('The picture must be a PNG')
    if (size.width > pngLimits.side || size.height > pngLimits.side)
      throw new PictureRefused('The picture is larger than 4,096 × 4,096')
    if (unpackedBytes(size) > maxUnpackedBytes) throw new PictureRefused(tooLarge)
    return sharp(bytes, { limitInputPixels: pngLimits.side ** 2, failOn: 'error' })
      .png()
      .toBuffer()
  })
}

/**
 * Decodes a photo, JPEG or PNG, and encodes it again as an upright JPEG without what the camera wrote beside the image:
 * place, time, device. Refuses what is no photo, is broken or exceeds the limits.
 */
export async function rewritePhoto(bytes: Buffer): Promise<Buffer> {
  if (!hasSignature(bytes, 'jpeg') && !hasSignature(bytes, 'png'))
    throw new PictureRefused('The photo must be a JPEG or a PNG')
  return orRefuse('The photo is broken', async () => {
    const size = await sizeOf(bytes)
    if (size.width * size.height > maxPhotoPixels)
      throw new PictureRefused('The photo has more than 50 million pixels')
    if (unpackedBytes(size) > maxUnpackedBytes) throw new PictureRefused(tooLarge)
    return sharp(bytes, { limitInputPixels: maxPhotoPixels, failOn: 'error' })
      .autoOrient()
      .resize(maxPhotoSide, maxPhotoSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 80 })
      .toBuffer()
  })
}

const tooLarge = 'The picture takes too much memory to open; save it smaller and try again'

const hasSignature = (bytes: Buffer, type: keyof typeof signatures) =>
  bytes.subarray(0, signatures[type].length).equals(signatures[type])

/** The size is in the header, so nothing is decompressed to check it. */
const sizeOf = (bytes: Buffer) => sharp(bytes, { limitInputPixels: false }).metadata()

const unpackedBytes = ({ width, height, channels, depth }: Metadata) =>
  width * height * channels * (depth === 'ushort' ? 2 : 1)

async function orRefuse(sentence: string, work: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await work()
  } catch (error) {
    // Sharp has no error class of its own; its errors are plain Errors.
    const isOfSharp = error instanceof Error && error.constructor === Error
    throw isOfSharp ? new PictureRefused(sentence) : error
  }
}
