import { encode } from 'uqr'

/** The margin in modules; with less, cameras do not find the code. */
const quietZone = 4

/** The error correction level: medium for job tickets, high for codes that may hang outdoors. */
export type Correction = 'M' | 'H'

type Bar = { x: number; y: number; width: number }

/** The shape of a QR code: its side in modules with the margin, the dark modules as bars and as one path. */
export function qrShape(text: string, correction: Correction) {
  const { data, size } = encode(text, { ecc: correction, boostEcc: true, border: quietZone })
  const bars = data.flatMap(barsOf)
  const path = bars.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('')
  return { side: size, bars, path }
}

/** Adjacent dark modules of a row are one bar: separate ones show a light line between them when scaled. */
function barsOf(row: boolean[], y: number): Bar[] {
  const bars: Bar[] = []
  row.forEach((dark, x) => {
    const last = bars.at(-1)
    if (dark && last && last.x + last.width === x) last.width += 1
    else if (dark) bars.push({ x, y, width: 1 })
  })
  return bars
}
