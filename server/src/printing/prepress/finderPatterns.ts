import type { Bitmap } from './inkOf.ts'

/** The square eye in a corner of a QR code: its middle, and the width of a module in pixels. */
type Finder = { x: number; y: number; module: number }

/** A strip between two eyes that only a QR code has: a part of one, if no whole code was found there. */
export interface CodePart {
  left: number
  top: number
  right: number
  bottom: number
  module: number
}

/**
 * Darker than this is ink. Green alone is looked at, which is nearest to what an eye and a camera weigh; what is fainter
 * is no code that was meant to be read.
 */
const ink = 128
/** Below so many pixels a module, noise has the same ratios. */
const smallestModule = 1.8
const mostFinders = 200
/** The inner square of an eye is three modules high, so no eye lies between two of these rows. */
const rowStep = 4
/** The place of green in a pixel. */
const green = 1

/**
 * Finds two eyes of a QR code with the dashed line between them. A reader of codes needs three eyes, so it sees nothing of
 * a code that is cut off. Only upright codes are found.
 */
export function findCodeParts(image: Bitmap): CodePart[] {
  const finders = findFinders(image)
  const parts: CodePart[] = []
  for (const [i, a] of finders.entries())
    for (const b of finders.slice(i + 1)) {
      const module = (a.module + b.module) / 2
      if (Math.abs(a.module - b.module) > 0.25 * module) continue
      const across = Math.abs(a.y - b.y) < 1.5 * module
      const down = Math.abs(a.x - b.x) < 1.5 * module
      if (across === down || !hasTimingLine(image, a, b, module, across)) continue
      const reach = 3.5 * module
      parts.push({
        left: Math.min(a.x, b.x) - reach,
        top: Math.min(a.y, b.y) - reach,
        right: Math.max(a.x, b.x) + reach,
        bottom: Math.max(a.y, b.y) + reach,
        module,
      })
    }
  return parts
}

/** Finds squares in squares: dark, light, dark, light, dark as 1:1:3:1:1 across, down and along the diagonal. */
function findFinders(image: Bitmap): Finder[] {
  const { pixels, width, height, stride } = image
  const found: Finder[] = []
  for (let y = 0; y < height; y += rowStep) {
    const row = y * stride + green
    const runs = [0, 0, 0, 0, 0]
    let isDark = false
    let length = 0
    for (let x = 0; x <= width; x++) {
      const dark = x < width && (pixels[row + 4 * x] as number) < ink
      if (dark === isDark && x < width) {
        length++
        continue
      }
      runs.shift()
      runs.push(length)
      if (isDark && hasRatio(runs)) {
        const total = runs.reduce((sum, run) => sum + run, 0)
        const finder = confirm(image, x - total / 2, y, total / 7)
        if (finder && !found.some((other) => isSame(other, finder))) found.push(finder)
        if (found.length >= mostFinders) return found
      }
      isDark = dark
      length = 1
    }
  }
  return found
}

const isSame = (a: Finder, b: Finder) =>
  Math.abs(a.x - b.x) < 2 * a.module && Math.abs(a.y - b.y) < 2 * a.module

function hasRatio(runs: readonly number[]): boolean {
  const total = runs.reduce((sum, run) => sum + run, 0)
  const module = total / 7
  if (module < smallestModule) return false
  const slack = Math.max(0.5 * module, 0.9)
  return runs.every((run, i) =>
    i === 2 ? Math.abs(run - 3 * module) < 2 * slack : Math.abs(run - module) < slack,
  )
}

/** Looks at the same place down and along the diagonal: a round eye, such as a radio button, is shorter there. */
function confirm(image: Bitmap, x: number, y: number, module: number): Finder | undefined {
  const down = crossing(image, x, y, 0, 1)
  if (!down || Math.abs(down.total / 7 - module) > 0.4 * module) return undefined
  const middle = y + down.shift
  const diagonal = crossing(image, x, middle, 1, 1)
  if (!diagonal || diagonal.total < 5.8 * module) return undefined
  return { x, y: middle, module: (module + down.total / 7) / 2 }
}

/** Measures the eye along a line through its middle; undefined if it is none there. */
function crossing({ pixels, width, height, stride }: Bitmap, x: number, y: number, dx: number, dy: number) {
  const at = (step: number) => {
    const column = Math.round(x + step * dx)
    const row = Math.round(y + step * dy)
    if (column < 0 || row < 0 || column >= width || row >= height) return undefined
    return (pixels[row * stride + 4 * column + green] as number) < ink
  }
  if (!at(0)) return undefined
  const runsOf = (direction: 1 | -1) => {
    const runs: number[] = []
    let step = direction
    for (const dark of [true, false, true]) {
      let run = 0
      while (at(step) === dark) {
        run++
        step += direction
      }
      runs.push(run)
    }
    return runs
  }
  const [before, after] = [runsOf(-1), runsOf(1)]
  const [near = 0, light = 0, outer = 0] = before
  const [far = 0, otherLight = 0, otherOuter = 0] = after
  const runs = [outer, light, near + 1 + far, otherLight, otherOuter]
  return hasRatio(runs)
    ? { total: runs.reduce((sum, run) => sum + run, 0), shift: (far - near) / 2 }
    : undefined
}

/** Whether the modules between two eyes, on one side of their line, are dark and light in turn. */
function hasTimingLine(image: Bitmap, a: Finder, b: Finder, module: number, across: boolean): boolean {
  const { pixels, width, height, stride } = image
  const length = Math.hypot(a.x - b.x, a.y - b.y)
  // The smallest code has 14 modules from eye to eye, the largest 170.
  if (length < 13 * module || length > 175 * module) return false
  const modules = length / module - 7
  return [3, -3].some((side) => {
    let changes = 0
    let last: boolean | undefined
    for (let step = 4 * module; step <= length - 4 * module; step += 0.5) {
      const part = step / length
      const x = Math.round(a.x + part * (b.x - a.x) + (across ? 0 : side * module))
      const y = Math.round(a.y + part * (b.y - a.y) + (across ? side * module : 0))
      if (x < 0 || y < 0 || x >= width || y >= height) return false
      const dark = (pixels[y * stride + 4 * x + green] as number) < ink
      if (last !== undefined && dark !== last) changes++
      last = dark
    }
    return changes > 0.75 * modules && changes < 1.3 * modules + 2
  })
}
