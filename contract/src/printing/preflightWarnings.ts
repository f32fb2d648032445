import type { PrintOptions } from '../orders/price.ts'
import type { Pages, Preflight, QrProblem } from './preflight.ts'

// What may print differently from what the customer expects: people read it, and what has any is not printed by itself.

type PaperSize = PrintOptions['paper_size']

/** Width and height in millimetres, upright. */
const papers: Record<PaperSize, readonly [number, number]> = {
  A4: [210, 297],
  A3: [297, 420],
  Letter: [216, 279],
}

/** Programs round sizes; nobody sees 2 mm. */
const tolerance = 2

/** What may print differently from what the customer expects, a sentence each; none for a file that is fine. */
export function preflightWarnings(report: Preflight, paper: PaperSize): string[] {
  const { near_edge_pages, low_resolution_pages, lowest_dpi, missing_fonts, damaged_pages } = report
  const { landscape_pages, codes_unchecked_pages, pages } = report
  const isMixed = landscape_pages.count > 0 && landscape_pages.count < pages - damaged_pages.count
  const wrong = report.sizes.filter(({ width, height }) => !isPaper(paper, width, height))
  return [
    damaged_pages.count > 0 && `${pagesText(damaged_pages)} cannot be read`,
    ...wrong.map(
      ({ width, height, pages }) => `${pagesText(pages)}: ${sizeText(width, height)}, not ${paper}`,
    ),
    isMixed && `${pagesText(landscape_pages)}: wider than high, unlike the other pages`,
    near_edge_pages.count > 0 &&
      `${pagesText(near_edge_pages)}: content within 5 mm of the edge may be cut off`,
    low_resolution_pages.count > 0 &&
      `${pagesText(low_resolution_pages)}: pictures of ${count(lowest_dpi ?? 0)} dpi will look coarse`,
    missing_fonts.length > 0 && `Fonts missing in the file: ${missing_fonts.join(', ')}`,
    ...codeTexts(report),
    codes_unchecked_pages.count > 0 &&
      `${pagesText(codes_unchecked_pages)}: QR codes were not checked, because the file has so many pictures`,
  ].filter((text) => text !== false)
}

/** Why a phone would not read a QR code, after "a QR code of 9 mm". */
const codeProblems: Record<QrProblem, string> = {
  small: 'is too small for a phone',
  faint: 'is too pale for a phone',
  inverted: 'is light on dark, which many phones do not read',
  broken: 'cannot be read: it is damaged or covered',
  part: 'is cut off',
}
const mostCodes = 5

/** A sentence for each QR code that a phone would not read, the first ones only. */
function codeTexts({ unreadable_codes }: Preflight): string[] {
  const left = unreadable_codes.length - mostCodes
  return [
    ...unreadable_codes.slice(0, mostCodes).map(({ page, problem, width, needs }) => {
      const advice = needs === null ? '' : `, it needs ${count(needs)} mm`
      return `Page ${count(page)}: a QR code of ${count(Math.round(width))} mm ${codeProblems[problem]}${advice}`
    }),
    ...(left > 0 ? [`${count(left)} more QR codes would not be read`] : []),
  ]
}

/** "Page 4", "Pages 1–3, 7" */
const pagesText = ({ count: some, ranges }: Pages) =>
  `${some === 1 ? 'Page' : 'Pages'} ${ranges.replaceAll('-', '–').replaceAll(',', ', ')}`

/** "A3", "148 × 210 mm" */
function sizeText(width: number, height: number): string {
  const known = (Object.keys(papers) as PaperSize[]).find((paper) => isPaper(paper, width, height))
  return known ?? `${count(width)} × ${count(height)} mm`
}

/** Whether a page has the size of a paper, upright or across. */
function isPaper(paper: PaperSize, width: number, height: number): boolean {
  const [short, long] = papers[paper]
  const isNear = (a: number, b: number) => Math.abs(a - b) <= tolerance
  return isNear(Math.min(width, height), short) && isNear(Math.max(width, height), long)
}

const count = (number: number) => number.toLocaleString('en-IN')
