import type { PrintOptions } from '@our-print/contract/orders/price.ts'
import { pagesIn, parsePageRanges } from '@our-print/contract/printing/pageRanges.ts'
import {
  isMostlyLandscape,
  type Paper,
  pagesOfOtherSize,
  paperMillimetres,
} from '@our-print/contract/printing/paperFit.ts'
import {
  bindingEdge,
  countPaidSides,
  countSheets,
  type Fit,
  type LaidDocument,
  laySheets,
  type PaidSides,
  type SheetChoices,
} from '@our-print/contract/printing/sheetLayout.ts'
import type { SheetDocument } from '@our-print/contract/printing/sheets.ts'
import { invalid, unprocessable } from '../../base/http/problem.ts'
import { pagesOf, type Report } from '../prepress/summarize.ts'

export type SheetOptions = SheetChoices & { fit: Fit; paper_size: Paper; color: PrintOptions['color'] }

/** A file of an order, or an upload, and which of its pages are printed, as typed. */
export type SheetFile = { id: string; name: string; page_count: number; page_ranges: string | null }

/** What is known of how the files print, by their ids; only what the choices need. */
export type Reports = ReadonlyMap<string, Report>

export interface SheetPlan<File extends SheetFile> extends PaidSides {
  /** The files with their chosen pages; `page_ranges` is null where all are printed in sequence. */
  files: (File & { pages: number[] })[]
  documents: SheetDocument[]
  /** Printed sides of a copy, and of those the blank ones, which cost nothing. */
  impressions: number
  blank_sides: number
  sheets: number
  color_impressions: number
}

/**
 * Lays the files of an order on sheets. 400 if a file has no such pages; 422 if pages differ from the paper and that is to be
 * refused.
 */
export function planSheets<File extends SheetFile>(
  given: readonly File[],
  options: SheetOptions,
  reports: Reports = new Map(),
): SheetPlan<File> {
  if (options.layout === 'booklet' && options.sides !== 'double')
    throw invalid('sides', 'A booklet is printed on both sides')
  const files = given.map((file) => ({ ...file, ...choosePages(file) }))
  if (options.fit === 'refuse') refuseOtherSizes(files, options.paper_size, reports)
  const chosen = files.map(({ pages }) => pages)
  const laid = laySheets(chosen, options)
  const isColor = colorOf(files, options.color, reports)
  const { impressions, blank_sides, sheets, color_impressions } = countSheets(laid, isColor)
  const documents = laid.map((document) => ({
    ...namesOf(document, files, options.bundle),
    ...countsOf(document, isColor),
    duplex: document.duplex,
    binding_edge: document.duplex ? edgeOf(document, files, options, reports) : 'long',
  }))
  const paid = countPaidSides(chosen, options, isColor)
  return { files, documents, impressions, blank_sides, sheets, color_impressions, ...paid }
}

/** The files with the pages that are asked for of each. 400 for pages that no file is there for. */
export function withRanges<File extends object>(files: readonly File[], page_ranges: readonly string[]) {
  const [asked, given] = [page_ranges.length, files.length]
  if (asked > given)
    throw invalid(
      'page_ranges',
      `Pages are named for ${asked} files, but there ${given === 1 ? 'is' : 'are'} ${given}`,
    )
  return files.map((file, index) => ({ ...file, page_ranges: page_ranges[index] ?? null }))
}

function choosePages({ name, page_count, page_ranges }: SheetFile) {
  const parsed = parsePageRanges(page_ranges ?? '', page_count)
  if (parsed.problem !== undefined) throw invalid('page_ranges', `${name}: ${parsed.problem}`)
  return { pages: parsed.pages, page_ranges: parsed.text }
}

function refuseOtherSizes(files: (SheetFile & { pages: number[] })[], paper: Paper, reports: Reports): void {
  const { width, height } = paperMillimetres[paper]
  for (const { id, name, pages } of files) {
    const report = reports.get(id)
    const { count, ranges } = pagesOf(report ? pagesOfOtherSize(report, pages, paper) : [])
    if (count === 0) continue
    const which = count === 1 ? `page ${ranges} is` : `pages ${ranges} are`
    throw unprocessable('fit', `${name}: ${which} not ${paper} (${width} × ${height} mm)`)
  }
}

/** Tells which pages are printed in colour. */
function colorOf(files: SheetFile[], color: PrintOptions['color'], reports: Reports) {
  if (color !== 'mixed') return () => color === 'color'
  const colored = files.map(({ id, page_count }) => {
    const ranges = reports.get(id)?.color_pages.ranges
    return new Set(ranges ? pagesIn(ranges, page_count) : [])
  })
  return (file: number, page: number) => colored[file]?.has(page) ?? false
}

function countsOf(document: LaidDocument, isColor: (file: number, page: number) => boolean) {
  const { impressions, color_impressions, sheets } = countSheets([document], isColor)
  return { impressions, color_impressions, sheets }
}

function namesOf({ files: numbers }: LaidDocument, files: SheetFile[], isBundle: boolean) {
  const [first] = numbers.flatMap((number) => files[number] ?? [])
  const name = numbers.length > 1 ? `${first?.name} and ${numbers.length - 1} more` : (first?.name ?? '')
  return { file: isBundle ? null : (first?.id ?? null), name }
}

/** Decided by the pages of PDF files, as the sheets themselves are. */
function edgeOf(
  { files: numbers }: LaidDocument,
  files: (SheetFile & { pages: number[] })[],
  { layout }: SheetOptions,
  reports: Reports,
) {
  const sizes = numbers.flatMap((number) => {
    const file = files[number]
    const report = file && reports.get(file.id)
    if (!report) return []
    const chosen = new Set(file.pages)
    return report.sizes.flatMap(({ width, height, pages }) =>
      pagesIn(pages.ranges, report.pages).flatMap((page) => (chosen.has(page) ? [{ width, height }] : [])),
    )
  })
  return bindingEdge(layout, layout !== 'booklet' && isMostlyLandscape(sizes))
}
