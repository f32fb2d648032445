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

/** Why a phone would not read a QR code, after "a QR code of 9 mm". */
const codeProblems = {
  small: 'is too small for a phone',
  faint: 'is too pale for a phone',
  inverted: 'is light on dark, which many phones do not read',
  broken: 'cannot be read: it is damaged or covered',
  part: 'is cut off',
} as const satisfies Record<QrProblem, string>

const texts = {
  page: 'Page {pages}',
  pages: 'Pages {pages}',
  damaged: '{where} cannot be read',
  size: '{where}: {size}, not {paper}',
  millimetres: '{width} × {height} mm',
  wide: '{where}: wider than high, unlike the other pages',
  edge: '{where}: content within 5 mm of the edge may be cut off',
  coarse: '{where}: pictures of {dpi} dpi will look coarse',
  fonts: 'Fonts missing in the file: {fonts}',
  unchecked: '{where}: QR codes were not checked, because the file has so many pictures',
  code: 'Page {page}: a QR code of {width} mm {problem}',
  smallCode: 'Page {page}: a QR code of {width} mm {problem}, it needs {needed} mm',
  moreCodes: '{count} more QR codes would not be read',
} as const

/** All that a warning is made of, to be translated for customers. */
export const warningSentences = [...Object.values(codeProblems), ...Object.values(texts)]
export type WarningSentence = (typeof warningSentences)[number]
export type SayWarning = (sentence: WarningSentence, values: Record<string, string>) => string

const inEnglish: SayWarning = (sentence, values) =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** What may print differently from what the customer expects, a sentence each; none for a file that is fine. */
export function preflightWarnings(report: Preflight, paper: PaperSize, say = inEnglish): string[] {
  const { near_edge_pages, missing_fonts, damaged_pages } = report
  const { low_resolution_pages, lowest_dpi } = resolutionOn(report, paper)
  const { landscape_pages, codes_unchecked_pages, pages } = report
  const isMixed = landscape_pages.count > 0 && landscape_pages.count < pages - damaged_pages.count
  const wrong = report.sizes.filter(({ width, height }) => !isPaper(paper, width, height))
  /** "Page 4", "Pages 1–3, 7" */
  const where = ({ count: some, ranges }: Pages) =>
    say(some === 1 ? texts.page : texts.pages, {
      pages: ranges.replaceAll('-', '–').replaceAll(',', ', '),
    })
  const about = (sentence: WarningSentence, found: Pages, values: Record<string, string> = {}) =>
    found.count > 0 && say(sentence, { where: where(found), ...values })
  return [
    about(texts.damaged, damaged_pages),
    ...wrong.map(({ width, height, pages }) =>
      say(texts.size, { where: where(pages), size: sizeText(width, height, say), paper }),
    ),
    isMixed && about(texts.wide, landscape_pages),
    about(texts.edge, near_edge_pages),
    about(texts.coarse, low_resolution_pages, { dpi: count(lowest_dpi ?? 0) }),
    missing_fonts.length > 0 && say(texts.fonts, { fonts: missing_fonts.join(', ') }),
    ...codeTexts(report, say),
    about(texts.unchecked, codes_unchecked_pages),
  ].filter((text) => text !== false)
}

/** Pixels an inch below which a picture looks coarse. */
export const fineDpi = 150

/** A file that is a picture was judged as large as A4: on A3 its pixels are larger. */
function resolutionOn({ sizes, pages, lowest_dpi, low_resolution_pages }: Preflight, paper: PaperSize) {
  if (paper !== 'A3' || sizes.length > 0 || lowest_dpi === null) return { lowest_dpi, low_resolution_pages }
  const dpi = Math.round((lowest_dpi * papers.A4[0]) / papers.A3[0])
  return {
    lowest_dpi: dpi,
    low_resolution_pages: dpi < fineDpi ? { count: pages, ranges: '1' } : { count: 0, ranges: '' },
  }
}

const mostCodes = 5

/** A sentence for each QR code that a phone would not read, the first ones only. */
function codeTexts({ unreadable_codes }: Preflight, say: SayWarning): string[] {
  const left = unreadable_codes.length - mostCodes
  return [
    ...unreadable_codes.slice(0, mostCodes).map(({ page, problem, width, needs }) => {
      const values = {
        page: count(page),
        width: count(Math.round(width)),
        problem: say(codeProblems[problem], {}),
      }
      return needs === null
        ? say(texts.code, values)
        : say(texts.smallCode, { ...values, needed: count(needs) })
    }),
    ...(left > 0 ? [say(texts.moreCodes, { count: count(left) })] : []),
  ]
}

/** "A3", "148 × 210 mm" */
function sizeText(width: number, height: number, say: SayWarning): string {
  const known = (Object.keys(papers) as PaperSize[]).find((paper) => isPaper(paper, width, height))
  return known ?? say(texts.millimetres, { width: count(width), height: count(height) })
}

/** Whether a page has the size of a paper, upright or across. */
function isPaper(paper: PaperSize, width: number, height: number): boolean {
  const [short, long] = papers[paper]
  const isNear = (a: number, b: number) => Math.abs(a - b) <= tolerance
  return isNear(Math.min(width, height), short) && isNear(Math.max(width, height), long)
}

const count = (number: number) => number.toLocaleString('en-IN')
