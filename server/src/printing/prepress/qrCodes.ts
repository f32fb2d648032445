import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { QrProblem } from '@our-print/contract/printing/preflight.ts'
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader'
import { type CodePart, findCodeParts } from './finderPatterns.ts'
import type { Bitmap } from './inkOf.ts'

/** A QR code that a phone would not read from paper: why, its width, and the least width in millimetres. */
export interface UnreadableCode {
  problem: QrProblem
  width: number
  needs: number | null
}

/** A drawn page, or a part of it. */
export interface Drawing extends Bitmap {
  pixelsPerMm: number
}

/** What a phone resolves at reading distance; 0.35 to 0.4 mm is what makers of readers ask for. */
const leastModuleMm = 0.35
/** The distance of paper from ink, of 255. A scanner of shops wants 40 %, phones read somewhat less. */
const leastContrast = 0.3 * 255

let preparing: Promise<unknown> | undefined

function prepare() {
  preparing ??= (async () => {
    // By default zxing-wasm downloads this file.
    const path = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
    const { buffer } = new Uint8Array(await readFile(path))
    await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true })
  })()
  return preparing
}

/**
 * Finds the QR codes of a drawn page and says which ones a phone would not read. `drawFiner` draws the page again with more
 * pixels, to tell a code that is too small from one that is broken.
 */
export async function findUnreadableCodes(
  drawing: Drawing,
  drawFiner: () => Drawing | Promise<Drawing>,
): Promise<UnreadableCode[]> {
  await prepare()
  const first = await read(drawing)
  const parts = findCodeParts(drawing)
  if (first.length === 0 && parts.length === 0) return []
  const isClear = first.every(({ isValid }) => isValid) && parts.every((part) => isIn(part, first))
  if (isClear) return first.flatMap((code) => problemOf(code, drawing) ?? [])
  const finer = await drawFiner()
  const second = await read(finer)
  return [
    ...second.flatMap((code) => problemOf(code, finer) ?? []),
    ...brokenParts(findCodeParts(finer), second, finer),
  ]
}

async function read({ pixels, width, height }: Drawing): Promise<ReadResult[]> {
  // Red and blue may change places: the reader looks at their sum.
  const image = { data: new Uint8ClampedArray(pixels), width, height, colorSpace: 'srgb' as const }
  const found = await readBarcodes(image, {
    formats: ['QRCode'],
    returnErrors: true,
    maxNumberOfSymbols: 100,
    tryDownscale: false,
  })
  return found.filter((code) => code.isValid || hasTimingLines(code.symbol))
}

/** Any three eyes look like a code to the reader. A code also has lines of modules that are dark and light in turn. */
function hasTimingLines({ data, width, height }: ReadResult['symbol']): boolean {
  if (width < 21 || height !== width) return false
  const isDark = (x: number, y: number) => (data[y * width + x] as number) < 128
  let right = 0
  for (let i = 8; i < width - 8; i++) {
    if (isDark(i, 6) === (i % 2 === 0)) right++
    if (isDark(6, i) === (i % 2 === 0)) right++
  }
  return right >= 0.85 * 2 * (width - 16)
}

function problemOf(code: ReadResult, drawing: Drawing): UnreadableCode | undefined {
  const { topLeft, topRight, bottomLeft } = code.position
  const side = (corner: typeof topLeft) => Math.hypot(corner.x - topLeft.x, corner.y - topLeft.y)
  const width = (side(topRight) + side(bottomLeft)) / 2 / drawing.pixelsPerMm
  const modules = code.symbol.width || modulesOf(code.version)
  if (!modules) return undefined
  const needs = Math.ceil(modules * leastModuleMm)
  const unreadable = (problem: QrProblem) => ({
    problem,
    width: Math.round(width * 10) / 10,
    needs: problem === 'small' ? needs : null,
  })
  // Half a pixel of each edge is a matter of rounding.
  if (width + 1 / drawing.pixelsPerMm < modules * leastModuleMm) return unreadable('small')
  if (!code.isValid) return unreadable('broken')
  if (contrastOf(code, drawing) < leastContrast) return unreadable('faint')
  return code.isInverted ? unreadable('inverted') : undefined
}

const modulesOf = (version: string) => (/^\d+$/.test(version) ? 17 + 4 * Number(version) : undefined)

/** Parts of codes that belong to no whole one; a corner with three eyes has two such parts. */
function brokenParts(parts: CodePart[], codes: ReadResult[], drawing: Drawing): UnreadableCode[] {
  const left = parts.filter((part) => !isIn(part, codes))
  const apart = left.filter((part, i) => !left.slice(0, i).some((other) => touches(part, other)))
  return apart.map((part) => {
    const pixels = Math.max(part.right - part.left, part.bottom - part.top)
    return { problem: 'part', width: Math.round((pixels / drawing.pixelsPerMm) * 10) / 10, needs: null }
  })
}

const touches = (a: CodePart, b: CodePart) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Whether the middle of a part lies in one of the codes. */
const isIn = ({ left, top, right, bottom }: CodePart, codes: readonly ReadResult[]) =>
  codes.some(({ position }) => {
    const box = boxOf(position)
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
  })

function boxOf({ topLeft, topRight, bottomLeft, bottomRight }: ReadResult['position']) {
  const corners = [topLeft, topRight, bottomLeft, bottomRight]
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

/** The distance of the light from the dark in a code: a tenth of its pixels are lighter, and a tenth darker. */
function contrastOf({ position }: ReadResult, { pixels, width, height, stride }: Drawing): number {
  const box = boxOf(position)
  const counts = new Uint32Array(256)
  let total = 0
  for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(height, box.bottom); y++)
    for (let x = Math.max(0, Math.floor(box.left)); x < Math.min(width, box.right); x++) {
      const at = y * stride + 4 * x
      const level =
        (29 * (pixels[at] as number) + 150 * (pixels[at + 1] as number) + 77 * (pixels[at + 2] as number)) >>
        8
      counts[level] = (counts[level] as number) + 1
      total++
    }
  const levelAt = (share: number) => {
    let seen = 0
    return counts.findIndex((count) => (seen += count) > share * total)
  }
  return levelAt(0.9) - levelAt(0.1)
}
