import { parsePageRanges } from '@our-print/contract/printing/pageRanges.ts'
import {
  countPaidSides,
  countSheets,
  laySheets,
  type PaidSides,
  type SheetChoices,
  type SheetCounts,
} from '@our-print/contract/printing/sheetLayout.ts'

/** A file, and the pages of it that are to be printed, as typed. */
export type ChosenFile = { id: string; page_count: number; page_ranges: string | null }

export type OrderCounts = SheetCounts &
  PaidSides & {
    /** The chosen pages. */
    pages: number
  }

/** What an order of these files prints, as on the server; undefined while the pages of a file are not typed well. */
export function countOrder(
  files: readonly ChosenFile[],
  choices: SheetChoices,
  colored: readonly ReadonlySet<number>[] = [],
): OrderCounts | undefined {
  const chosen = files.map((file) => parsePageRanges(file.page_ranges ?? '', file.page_count).pages)
  if (!chosen.every((pages) => pages !== undefined)) return undefined
  const isColor = (file: number, page: number) => colored[file]?.has(page) ?? false
  const counts = countSheets(laySheets(chosen, choices), isColor)
  return { ...counts, ...countPaidSides(chosen, choices, isColor), pages: chosen.flat().length }
}

/** What is wrong with the pages that are typed for a file. */
export const pagesProblem = ({ page_ranges, page_count }: ChosenFile) =>
  parsePageRanges(page_ranges ?? '', page_count).problem
