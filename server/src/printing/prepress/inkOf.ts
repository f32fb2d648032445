export type Ink = 'none' | 'black' | 'color'

/** What a rendered page carries, and how close to its edges. */
export interface InkReport {
  ink: Ink
  /** The smallest distance of anything printed from an edge, in pixels; undefined on a blank page. */
  margin: number | undefined
}

/** The pixels of a page: blue, green, red and one unused byte each, on white. */
export interface Bitmap {
  pixels: Uint8Array
  width: number
  height: number
  /** Bytes of one line. */
  stride: number
}

/**
 * The distance of the strongest from the weakest of red, green and blue above which a pixel is colour. As PDFium converts
 * them, tints of black ink come out up to 5 apart, rich blacks and common greys of CMYK up to 7, grey pictures in an RGB
 * JPEG 2; a watermark of 6 % green is 8 apart. An even mix of cyan, magenta and yellow is colour: it has a cast.
 */
const colorDistance = 7

/** Paper: what prints nothing, and the blur that smoothing leaves beside it. */
const paper = 250

/** Reads a rendered page: one pixel of colour makes a colour page. */
export function inkOf({ pixels, width, height, stride }: Bitmap): InkReport {
  let ink: Ink = 'none'
  let left = width
  let right = -1
  let top = height
  let bottom = -1
  for (let y = 0; y < height; y++) {
    let at = y * stride
    for (let x = 0; x < width; x++, at += 4) {
      const blue = pixels[at] as number
      const green = pixels[at + 1] as number
      const red = pixels[at + 2] as number
      const weakest = Math.min(red, green, blue)
      const distance = Math.max(red, green, blue) - weakest
      if (weakest >= paper && distance <= colorDistance) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
      if (distance > colorDistance) ink = 'color'
      else if (ink === 'none') ink = 'black'
    }
  }
  const margin = ink === 'none' ? undefined : Math.min(left, top, width - 1 - right, height - 1 - bottom)
  return { ink, margin }
}
