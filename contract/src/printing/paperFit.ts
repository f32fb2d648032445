import { pagesIn } from './pageRanges.ts'

/** The papers, upright, in millimetres. */
export const paperMillimetres = {
  A4: { width: 210, height: 297 },
  A3: { width: 297, height: 420 },
  Letter: { width: 215.9, height: 279.4 },
} as const
export type Paper = keyof typeof paperMillimetres

type Sizes = readonly { width: number; height: number; pages: { ranges: string } }[]

/** Programs round sizes; no paper is this close to another. */
const tolerance = 2

/** Whether a page has the size of the paper, upright or turned. */
export function isPaperSize({ width, height }: { width: number; height: number }, paper: Paper): boolean {
  const { width: short, height: long } = paperMillimetres[paper]
  return (
    Math.abs(Math.min(width, height) - short) <= tolerance &&
    Math.abs(Math.max(width, height) - long) <= tolerance
  )
}

/** Those of the chosen pages that are not as large as the paper, in rising sequence; `sizes` as the preflight names them. */
export function pagesOfOtherSize(
  { sizes, pages: pageCount }: { sizes: Sizes; pages: number },
  chosen: readonly number[],
  paper: Paper,
): number[] {
  const other = new Set(
    sizes
      .filter((size) => !isPaperSize(size, paper))
      .flatMap(({ pages }) => pagesIn(pages.ranges, pageCount)),
  )
  return chosen.filter((page) => other.has(page)).toSorted((a, b) => a - b)
}

/** Whether most pages are wider than high. */
export function isMostlyLandscape(pages: readonly { width: number; height: number }[]): boolean {
  return pages.filter(isLandscape).length > pages.length / 2
}

/** Whether a page is wider than high; a square one is not. */
export const isLandscape = ({ width, height }: { width: number; height: number }) => width > height + 0.5
