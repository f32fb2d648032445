import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'

/** Finds a record in the pages that these lists have loaded, to show it at once while its own request runs. */
export function useFromLists<T extends { id: string }>(
  lists: readonly Endpoint[],
): (id: string) => T | undefined {
  const client = useQueryClient()
  return (id) => {
    for (const { url } of lists) {
      for (const [, page] of client.getQueriesData<{ results?: T[] }>({ queryKey: [url] })) {
        const found = page?.results?.find((row) => row.id === id)
        if (found) return found
      }
    }
    return undefined
  }
}
