import { getOrder, type Order } from '@our-print/contract/orders/orders.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../base/api/call.ts'
import { call } from '../../base/api/call.ts'

const atOnce = 6

/** Loads orders by their ids, a few at a time: those loaded, and those that failed, with the reason. */
export function useOrdersById(ids: readonly string[]) {
  const [inTurn] = useState(() => createQueue(atOnce))
  const results = useQueries({
    queries: ids.map((id) => ({
      queryKey: [getOrder.url, { params: { id } }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        inTurn(() => {
          signal.throwIfAborted()
          return call(getOrder, { params: { id } }, { signal })
        }),
      // What will be printed must not change while it is on screen.
      refetchOnWindowFocus: false,
    })),
  })
  const failures = results.flatMap(({ error, refetch }, at) =>
    error ? [{ id: ids[at] ?? '', error: error as ApiError, retry: () => void refetch() }] : [],
  )
  return {
    orders: results.flatMap(({ data }): Order[] => (data ? [data] : [])),
    failures,
    pending: results.filter(({ isPending }) => isPending).length,
  }
}

/** Limits how many run at once; the others wait. */
function createQueue(places: number) {
  const waiting: (() => void)[] = []
  let free = places
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else await new Promise<void>((enter) => waiting.push(enter))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
