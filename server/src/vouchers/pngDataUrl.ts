import { invalid } from '../http/problem.ts'

const start = 'data:image/png;base64,'

export const isDataUrl = (image: string) => image.startsWith('data:')

/** The bytes of a PNG that came as a data URL; whether they are a picture is looked at where it is kept. */
export function readPngDataUrl(image: string): Buffer {
  const base64 = image.slice(start.length)
  const bytes = Buffer.from(base64, 'base64')
  // The decoder skips what is no base64. Not by a pattern: one over a megabyte holds everybody up for 10 ms.
  const isBase64 = withoutPadding(bytes.toString('base64')) === withoutPadding(base64)
  if (!image.startsWith(start) || bytes.length === 0 || !isBase64) {
    throw invalid('image', 'The picture must be a PNG')
  }
  return bytes
}

const withoutPadding = (base64: string) => base64.replace(/={1,2}$/, '')
