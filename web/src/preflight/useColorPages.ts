import { getPreflight } from '@our-print/contract/preflight/preflight.ts'
import { useQueries } from '@tanstack/react-query'
import { query } from '../api/api.ts'

/** What is asked of a file once: it never changes. */
export const preflightQuery = (file: string) => ({
  ...query(getPreflight, { params: { id: file } }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** How many pages of these files carry colour; undefined until all of them are checked. */
export function useColorPages(files: readonly { id: string }[]): number | undefined {
  return useQueries({
    queries: files.map(({ id }) => preflightQuery(id)),
    combine: (reports) =>
      reports.reduce<number | undefined>(
        (sum, { data }) => (sum === undefined || !data ? undefined : sum + data.color_pages.count),
        0,
      ),
  })
}
