import { getOrder, type Order } from '@our-print/contract/orders/orders.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../base/api/api.ts'

/**
 * The open orders, and those that were open since this screen was opened: a stop that is done stays where it is, so that
 * no other one moves under the thumb.
 */
export function useStops(open: readonly Order[] | undefined) {
  const [seen, setSeen] = useState<readonly Order[]>([])
  const [last, setLast] = useState(open)
  if (open && open !== last) {
    setLast(open)
    setSeen(merge(seen, open))
  } else if (open && seen.length === 0 && open.length > 0) {
    setSeen(open)
  }
  const isOpen = new Set(open?.map(({ id }) => id))
  const left = seen.filter(({ id }) => !isOpen.has(id))
  // They tell whether it is delivered, and whether that can be taken back.
  const replies = useQueries({ queries: left.map(({ id }) => query(getOrder, { params: { id } })) })
  const now = new Map(left.map((order, at) => [order.id, replies[at]?.data ?? order]))
  const gone = new Set(left.filter((_, at) => replies[at]?.error?.status === 404).map(({ id }) => id))
  const stops = seen.filter(({ id }) => !gone.has(id)).map((order) => now.get(order.id) ?? order)
  return { stops, isDone: ({ id }: Order) => !isOpen.has(id) }
}

const merge = (seen: readonly Order[], open: readonly Order[]) => {
  const fresh = new Map(open.map((order) => [order.id, order]))
  const known = new Set(seen.map(({ id }) => id))
  return [...seen.map((order) => fresh.get(order.id) ?? order), ...open.filter(({ id }) => !known.has(id))]
}
