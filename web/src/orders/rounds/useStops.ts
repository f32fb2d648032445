import { getOrder, type Order } from '@our-print/contract/orders/orders.ts'
import type { PartOf } from '@our-print/contract/orders/roundSequence.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../base/api/api.ts'
import { usePolling } from '../../base/live/live.ts'
import { roundOrders, stopsOfPart } from './stops.ts'

const refetchMs = 30_000

/**
 * The open orders of the round, part by part, and those that were open since this screen was opened: a stop that is done
 * stays where it is, so that no other one moves under the thumb.
 */
export function useStops() {
  const [parts, setParts] = useState(1)
  const refetchInterval = usePolling(refetchMs)
  const replies = useQueries({
    queries: Array.from({ length: parts }, (_, at) => ({ ...roundOrders(at), refetchInterval })),
  })
  const [first, ...next] = replies
  const count = first?.data?.count ?? 0
  const isReading = next.some(({ isLoading }) => isLoading)
  const open = byId(replies.flatMap(({ data }) => data?.results ?? []))
  const { seen, partOf } = useSeen(replies.map(({ data }) => data?.results))

  const left = seen.filter(({ id }) => !open.has(id))
  // They tell whether it is delivered, and whether that can be taken back.
  const read = useQueries({ queries: left.map(({ id }) => query(getOrder, { params: { id } })) })
  const now = byId(left.map((order, at) => read[at]?.data ?? order))
  const gone = new Set(left.filter((_, at) => read[at]?.error?.status === 404).map(({ id }) => id))
  return {
    stops: seen
      .filter(({ id }) => !gone.has(id))
      .map((order) => open.get(order.id) ?? now.get(order.id) ?? order),
    isDone: ({ id }: Order) => !open.has(id),
    partOf,
    first,
    /** Of all open orders, those not read yet, too. */
    count,
    failed: next.find(({ data, error }) => !data && error),
    hasMore: count > (parts - (isReading ? 1 : 0)) * stopsOfPart,
    isReading,
    readMore: () => setParts(parts + 1),
  }
}

const byId = (orders: readonly Order[]) => new Map(orders.map((order) => [order.id, order]))

/** Every order in the part in which it was seen first: an order that moves up in the list stays in its place. */
function useSeen(parts: readonly (readonly Order[] | undefined)[]) {
  const [seen, setSeen] = useState<ReadonlyMap<string, { order: Order; part: number }>>(new Map())
  // An order may be in two parts that were read one after the other.
  const fresh = new Map(
    parts.flatMap((orders, part) => (orders ?? []).map((order) => [order.id, { order, part }] as const)),
  )
  if ([...fresh].some(([id, { order }]) => seen.get(id)?.order !== order)) {
    const next = new Map(seen)
    for (const [id, { order, part }] of fresh) next.set(id, { order, part: seen.get(id)?.part ?? part })
    setSeen(next)
  }
  const partOf: PartOf = ({ id }) => seen.get(id)?.part ?? 0
  return { seen: [...seen.values()].map(({ order }) => order), partOf }
}
