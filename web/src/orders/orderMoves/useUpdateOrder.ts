import {
  getOrder,
  listMyOrders,
  listOrders,
  type Order,
  updateOrder,
} from '@our-print/contract/orders/orders.ts'
import { listSoldPlans } from '@our-print/contract/rewards/plans.ts'
import { getStaffDashboard } from '@our-print/contract/shop/dashboard.ts'
import { useQueryClient } from '@tanstack/react-query'
import { query, useWrite } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/call.ts'
import { currentOf, useUpdate } from '../../base/api/useUpdate.ts'
import type { OrderChange } from './orderActions.ts'
import { orderChanges } from './orderTexts.ts'

const showOrders = [listOrders, listMyOrders, getOrder, getStaffDashboard, listSoldPlans]

/** Updates an order from the version that the person saw. */
export function useUpdateOrder(order: Order) {
  const client = useQueryClient()
  const write = useWrite(updateOrder, showOrders)

  function refresh() {
    for (const { url } of showOrders) void client.invalidateQueries({ queryKey: [url] })
  }

  return useUpdate<Order, OrderChange>({
    record: order,
    write,
    send: ({ id, version }, wanted) =>
      write.mutateAsync({ params: { id }, body: { ...wanted, version } }).catch((error) => {
        // The order was moved or reassigned meanwhile: what is shown is outdated.
        const isOld = error instanceof ApiError && (error.status === 404 || error.status === 409)
        if (isOld && currentOf(error) === undefined) refresh()
        throw error
      }),
    describe: orderChanges,
    isDone,
    onCurrent: (current) => {
      client.setQueryData(query(getOrder, { params: { id: current.id } }).queryKey, current)
      refresh()
    },
  })
}

const isDone = (seen: Order, current: Order, { status, assigned_user }: OrderChange) =>
  status !== undefined &&
  status !== seen.status &&
  current.status === status &&
  (assigned_user === undefined || current.assigned_user === assigned_user)
