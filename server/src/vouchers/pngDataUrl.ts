import { invalid } from '../lib/problem.ts'

const start = 'data:image/png;base64,'

export const isDataUrl = (image: string) => image.startsWith('data:')

/** The bytes of a PNG that came as a data URL; whether they are a picture is looked at where it is kept. */
export function readPngDataUrl(image: string): Buffer {
  const base64 = image.slice(start.length)
  if (!image.startsWith(start) || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    throw invalid('image', 'The picture must be a PNG')
  }
  return Buffer.from(base64, 'base64')
}
