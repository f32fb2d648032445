import {
  getOrder,
  getStaffDashboard,
  listMyOrders,
  listOrders,
  type Order,
  patchOrder,
} from '@our-print/contract/orders.ts'
import { listUserPlans } from '@our-print/contract/plans.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useWrite } from '../api/api.ts'
import { ApiError, call } from '../api/call.ts'
import { orderChanges } from './orderChanges.ts'
import type { OrderChange } from './orderOffers.ts'

/** The order as it is now, and what came between since the person looked. */
export type Meanwhile = { current: Order; changes: string[] }

const showOrders = [listOrders, listMyOrders, getOrder, getStaffDashboard, listUserPlans]

/** Changes an order as it was seen; when it is no longer as seen, nothing is changed and `meanwhile` says what is. */
export function useChangeOrder() {
  const client = useQueryClient()
  const write = useWrite(patchOrder, showOrders)
  const [meanwhile, setMeanwhile] = useState<Meanwhile>()
  const [checking, setChecking] = useState(false)

  /** Resolves to the changed order, or to undefined when `meanwhile` has the reason; throws what else went wrong. */
  async function change(seen: Order, wanted: OrderChange): Promise<Order | undefined> {
    setMeanwhile(undefined)
    try {
      const body = { ...wanted, version: seen.version }
      return await write.mutateAsync({ params: { id: seen.id }, body })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale') {
        // Refused because it is no longer so, or no longer theirs: what is shown is old.
        if (error instanceof ApiError && (error.status === 404 || error.status === 409)) refresh()
        throw error
      }
      setChecking(true)
      const current = await call(getOrder, { params: { id: seen.id } }).finally(() => setChecking(false))
      // The answer to an earlier try was lost on the way: what was wanted is done already.
      if (isDone(seen, current, wanted)) return show(current)
      setMeanwhile({ current, changes: orderChanges(seen, current) })
      return undefined
    }
  }

  function show(order: Order) {
    client.setQueryData(query(getOrder, { params: { id: order.id } }).queryKey, order)
    refresh()
    return order
  }

  function refresh() {
    for (const { url } of showOrders) void client.invalidateQueries({ queryKey: [url] })
  }

  /** Takes the order as it is now for what the person sees. */
  function reload() {
    if (!meanwhile) return undefined
    setMeanwhile(undefined)
    write.reset()
    return show(meanwhile.current)
  }

  const error = meanwhile ? null : write.error
  return { change, reload, meanwhile, error, isPending: write.isPending || checking }
}

const isDone = (seen: Order, current: Order, { status, assigned_user }: OrderChange) =>
  status !== undefined &&
  status !== seen.status &&
  current.status === status &&
  (assigned_user === undefined || current.assigned_user === assigned_user)
