import { plainDigits } from '../plainPhone.ts'

/** The longest text of page ranges. */
export const longestRanges = 200

export type ParsedRanges =
  | { pages: number[]; text: string | null; problem?: undefined }
  | { problem: string; pages?: undefined; text?: undefined }

/**
 * The pages (from 1) that a text like `7, 1-3` names, in the sequence in which they are written, and the text without
 * what means nothing; null where it names all pages as they are, as an empty text does. A page may be named once.
 */
export function parsePageRanges(typed: string, pageCount: number): ParsedRanges {
  const parts = plainDigits(typed)
    .split(/[,;،؛]/)
    .map((part) => part.replaceAll(/\s/g, '').replaceAll(/[–—]/g, '-'))
  const named = parts.filter((part) => part !== '')
  if (named.length === 0) return { pages: numbersFrom(1, pageCount), text: null }
  const pages: number[] = []
  const seen = new Set<number>()
  for (const part of named) {
    const match = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part)
    if (!match) return { problem: `“${part}” is no page; write pages as 1-3,7` }
    const from = Number(match[1])
    const to = Number(match[2] ?? from)
    if (to < from) return { problem: `Write ${to}-${from} instead of ${part}` }
    if (from < 1) return { problem: 'The first page is 1' }
    if (to > pageCount)
      return { problem: `There is no page ${Math.max(from, pageCount + 1)}; the last is ${pageCount}` }
    for (const page of numbersFrom(from, to)) {
      if (seen.has(page)) return { problem: `Page ${page} is named twice` }
      seen.add(page)
      pages.push(page)
    }
  }
  const isWhole = pages.length === pageCount && pages.every((page, i) => page === i + 1)
  return { pages, text: isWhole ? null : named.join(',') }
}

/** The pages of a text that `parsePageRanges` accepted. */
export function pagesIn(ranges: string | null, pageCount: number): number[] {
  const { pages, problem } = parsePageRanges(ranges ?? '', pageCount)
  if (!pages) throw new RangeError(problem)
  return pages
}

const numbersFrom = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
