import { invalid } from '../../base/http/problem.ts'

const start = 'data:image/png;base64,'

export const isDataUrl = (image: string) => image.startsWith('data:')

/** The bytes of a PNG in a data URL. They are decoded as an image later, before they are stored. */
export function readPngDataUrl(image: string): Buffer {
  const base64 = image.slice(start.length)
  const bytes = Buffer.from(base64, 'base64')
  // Compared, because the decoder skips invalid characters; a pattern over a megabyte would block all requests for 10 ms.
  const isBase64 = withoutPadding(bytes.toString('base64')) === withoutPadding(base64)
  if (!image.startsWith(start) || bytes.length === 0 || !isBase64) {
    throw invalid('image', 'The picture must be a PNG')
  }
  return bytes
}

const withoutPadding = (base64: string) => base64.replace(/={1,2}$/, '')
