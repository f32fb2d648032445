import { encode } from 'uqr'

/** Lighter than this around the code, cameras do not find it. */
const quietZone = 4

/** How much of a code may be damaged: medium where it stays indoors, highest where it hangs in the street. */
export type Correction = 'M' | 'H'

type Bar = { x: number; y: number; width: number }

/** A code: its side in modules, margin included, and the dark ones as bars and as one path. */
export function qrShape(text: string, correction: Correction) {
  const { data, size } = encode(text, { ecc: correction, boostEcc: true, border: quietZone })
  const bars = data.flatMap(barsOf)
  const path = bars.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('')
  return { side: size, bars, path }
}

/** Neighbours in a row are one bar: between two drawn side by side, scaled, a light line would show. */
function barsOf(row: boolean[], y: number): Bar[] {
  const bars: Bar[] = []
  row.forEach((dark, x) => {
    const last = bars.at(-1)
    if (dark && last && last.x + last.width === x) last.width += 1
    else if (dark) bars.push({ x, y, width: 1 })
  })
  return bars
}
