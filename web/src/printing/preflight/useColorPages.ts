import { pagesIn } from '@our-print/contract/printing/pageRanges.ts'
import { getPreflight } from '@our-print/contract/printing/preflight.ts'
import { useQueries } from '@tanstack/react-query'
import { query } from '../../base/api/api.ts'

/** What is asked of a file once: it never changes. */
export const preflightQuery = (file: string) => ({
  ...query(getPreflight, { params: { id: file } }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The pages of each file that carry colour; undefined until all files are checked. */
export function useColorPages(files: readonly { id: string }[]): ReadonlySet<number>[] | undefined {
  return useQueries({
    queries: files.map(({ id }) => preflightQuery(id)),
    combine: (reports) =>
      reports.every(({ data }) => data)
        ? reports.map(
            ({ data }) =>
              new Set(data?.color_pages.ranges ? pagesIn(data.color_pages.ranges, data.pages) : []),
          )
        : undefined,
  })
}
