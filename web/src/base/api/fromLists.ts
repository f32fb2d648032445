import type { Endpoint, Output } from '@our-print/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'

type Row<E extends Endpoint> = Output<E> extends { results: (infer T)[] } ? T : never

type Loaded<T> = { results?: T[]; oldest_waiting?: T[] }

/**
 * Finds a record in the pages that these lists have loaded, to show it at once while its own request runs. The
 * dashboard of a staff user has a short list, too.
 */
export function useFromLists<E extends Endpoint>(lists: readonly E[]) {
  const client = useQueryClient()
  return (id: string): Row<E> | undefined => {
    for (const { url } of lists) {
      for (const [, page] of client.getQueriesData<Loaded<Row<E> & { id: string }>>({ queryKey: [url] })) {
        const found = (page?.results ?? page?.oldest_waiting)?.find((row) => row.id === id)
        if (found) return found
      }
    }
    return undefined
  }
}
