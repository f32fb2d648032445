import type { Pages, Preflight } from '@our-print/contract/printing/preflight.ts'
import { fineDpi } from '@our-print/contract/printing/preflightWarnings.ts'
import type { PageReport } from './inspectPage.ts'

/** What is kept of a file: all but its id. */
export type Report = Omit<Preflight, 'file'>

/** Most printers leave so much of each edge white, in millimetres. */
const edge = 5
const mostCodes = 50

/** What a file's pages have in common, for people: numbers of pages, and which. */
export function summarize(pages: readonly (PageReport | undefined)[]): Report {
  const those = (matches: (page: PageReport) => boolean) =>
    pagesOf(pages.flatMap((page, i) => (page && matches(page) ? [i + 1] : [])))
  const resolutions = pages.flatMap((page) => page?.lowest_dpi ?? [])
  return {
    pages: pages.length,
    color_pages: those(({ ink }) => ink === 'color'),
    black_pages: those(({ ink }) => ink === 'black'),
    blank_pages: those(({ ink }) => ink === 'none'),
    sizes: sizesOf(pages),
    near_edge_pages: those(({ margin }) => margin !== null && margin < edge),
    low_resolution_pages: those(({ lowest_dpi }) => lowest_dpi !== null && lowest_dpi < fineDpi),
    lowest_dpi: resolutions.length > 0 ? Math.min(...resolutions) : null,
    missing_fonts: [...new Set(pages.flatMap((page) => page?.missing_fonts ?? []))].toSorted(),
    landscape_pages: those(({ width, height }) => (width ?? 0) > (height ?? 0)),
    damaged_pages: pagesOf(pages.flatMap((page, i) => (page ? [] : [i + 1]))),
    unreadable_codes: pages
      .flatMap((page, i) => (page?.unreadable_codes ?? []).map((code) => ({ page: i + 1, ...code })))
      .slice(0, mostCodes),
    codes_unchecked_pages: those(({ unreadable_codes }) => unreadable_codes === undefined),
  }
}

/** Page numbers in rising sequence as ranges: 1-3,7 */
export function pagesOf(numbers: readonly number[]): Pages {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  const texts = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
  return { count: numbers.length, ranges: texts.join(',') }
}

/** The sizes of the pages in whole millimetres, the most frequent first. */
function sizesOf(pages: readonly (PageReport | undefined)[]): Report['sizes'] {
  const bySize = new Map<string, { width: number; height: number; numbers: number[] }>()
  for (const [i, page] of pages.entries()) {
    if (!page?.width || !page.height) continue
    const [width, height] = [Math.round(page.width), Math.round(page.height)]
    const key = `${width}×${height}`
    const size = bySize.get(key) ?? { width, height, numbers: [] }
    size.numbers.push(i + 1)
    bySize.set(key, size)
  }
  return [...bySize.values()]
    .toSorted((a, b) => b.numbers.length - a.numbers.length)
    .map(({ width, height, numbers }) => ({ width, height, pages: pagesOf(numbers) }))
}
