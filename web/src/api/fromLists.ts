import type { Endpoint, Output } from '@our-print/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'

type Row<E extends Endpoint> = Output<E> extends { results: (infer T)[] } ? T : never

/** Finds a record in the pages that these lists have loaded, to show it at once while its own request runs. */
export function useFromLists<E extends Endpoint>(lists: readonly E[]) {
  const client = useQueryClient()
  return (id: string): Row<E> | undefined => {
    for (const { url } of lists) {
      for (const [, page] of client.getQueriesData<{ results?: (Row<E> & { id: string })[] }>({
        queryKey: [url],
      })) {
        const found = page?.results?.find((row) => row.id === id)
        if (found) return found
      }
    }
    return undefined
  }
}
