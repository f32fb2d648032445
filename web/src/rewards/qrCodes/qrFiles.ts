import { qrShape } from './qrShape.ts'

/** The width and height of the PNG in pixels. */
export const pngSide = 350

/** The code as a PNG. All modules have the same whole number of pixels; the rest widens the margin. */
export async function qrPng(text: string): Promise<Blob> {
  const { side, bars } = qrShape(text, 'H')
  const module = Math.max(1, Math.floor(pngSide / side))
  const margin = Math.floor((pngSide - module * side) / 2)
  const canvas = document.createElement('canvas')
  canvas.width = pngSide
  canvas.height = pngSide
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot draw the picture.')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, pngSide, pngSide)
  pen.fillStyle = '#000'
  for (const { x, y, width } of bars) {
    pen.fillRect(margin + x * module, margin + y * module, width * module, module)
  }
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!picture) throw new Error('This browser cannot draw the picture.')
  return picture
}

/** The code as SVG, for printing at any size. */
export function qrSvg(text: string): Blob {
  const { side, path } = qrShape(text, 'H')
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${pngSide}" height="${pngSide}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}"/></svg>\n`
  return new Blob([drawing], { type: 'image/svg+xml' })
}
