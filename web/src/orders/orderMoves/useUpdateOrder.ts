import {
  getOrder,
  listMyOrders,
  listOrders,
  type Order,
  updateOrder,
} from '@our-print/contract/orders/orders.ts'
import { listSoldPlans } from '@our-print/contract/rewards/plans.ts'
import { type Configuration, getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { getStaffDashboard } from '@our-print/contract/shop/dashboard.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { query, useWrite } from '../../base/api/api.ts'
import { ApiError, currentOf } from '../../base/api/call.ts'
import { useSeesShop } from '../../base/api/useCan.ts'
import { useUpdate } from '../../base/api/useUpdate.ts'
import { lazyFile } from '../../base/feedback/lazyPart.tsx'
import { signedInId } from '../../people/session/session.ts'
import { isWaiting, moveByQueue, type Proof, refusalOf } from '../roundActs/moveByQueue.ts'
import { positionNow } from '../roundActs/position.ts'
import { hasQueue, openQueue } from '../roundActs/roundActs.ts'
import type { OrderChange } from './orderActions.ts'

const showOrders = [listOrders, listMyOrders, getOrder, getStaffDashboard, listSoldPlans]

type Describe = (seen: Order, current: Order) => string[]

// The words of all that an order has are loaded with the first conflict; it is one without them, too.
const words = lazyFile(() => import('./orderChanges.ts'))
let loaded: Describe = () => []
const describeLoaded: Describe = (seen, current) => loaded(seen, current)

/** `proof`: given with a delivery, where it goes through the queue. */
export type QueuedChange = OrderChange & { proof?: Proof }

/**
 * Updates an order from the version that the person saw. What couriers do at the door goes through the queue of their phone,
 * which waits for a network where there is none.
 */
export function useUpdateOrder(order: Order, describe = describeLoaded) {
  const client = useQueryClient()
  const isCourier = !useSeesShop()
  const direct = useWrite(updateOrder, showOrders)
  const queued = useMutation<Order, ApiError, { seen: Order; change: QueuedChange }>({
    mutationFn: async ({ seen, change: { status = seen.status, proof, ...change } }) => {
      const asks =
        status === 'delivered' &&
        seen.address &&
        client.getQueryData<Configuration>(query(getConfiguration, {}).queryKey)?.keep_positions
      const position = asks ? await positionNow() : undefined
      return moveByQueue(seen, { ...change, status, position }, proof)
    },
    onSuccess: (after) => {
      if (!isWaiting(after) || refusalOf(after)) refresh()
    },
  })
  const goesByQueue = (change: QueuedChange) => isCourier && change.status !== undefined && hasQueue()
  const write = queued.isIdle ? direct : queued

  function refresh() {
    for (const { url } of showOrders) void client.invalidateQueries({ queryKey: [url] })
  }

  return useUpdate<Order, QueuedChange>({
    record: order,
    write,
    send: (seen, wanted) => {
      const { id, version } = seen
      const byQueue = () => queued.mutateAsync({ seen, change: wanted })
      const sent = goesByQueue(wanted)
        ? byQueue()
        : direct
            .mutateAsync({ params: { id }, body: { ...wanted, version } })
            .catch(async (error: ApiError) => {
              // In the first moments of a page its queue is not open yet.
              if (error.status === 0 && isCourier) await openQueue(signedInId())
              if (error.status === 0 && goesByQueue(wanted)) return byQueue()
              throw error
            })
      return sent.catch(async (error: unknown) => {
        if (currentOf(error) !== undefined) loaded = (await words.getQuietly())?.orderChanges ?? loaded
        // The order was moved or reassigned meanwhile: what is shown is outdated.
        const isOld = error instanceof ApiError && (error.status === 404 || error.status === 409)
        if (isOld && currentOf(error) === undefined) refresh()
        throw error
      })
    },
    describe,
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
