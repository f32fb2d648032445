import type { Input } from '@our-print/contract/endpoint.ts'
import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import {
  getOrder,
  listMyOrders,
  listOrders,
  moveOrders,
  type Order,
} from '@our-print/contract/orders/orders.ts'
import { listStaff } from '@our-print/contract/people/staff.ts'
import type { createOrderBulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { useRef, useState } from 'react'
import { useWrite } from '../../base/api/api.ts'
import { toast } from '../../base/feedback/toast.ts'
import { plural } from '../../base/format/format.ts'
import type { Selection } from '../../base/list/columns.tsx'
import { useStartBulkJob } from '../../base/matching/startBulkJob.ts'
import { useUndoBulk } from '../../base/matching/useUndoBulk.ts'
import { type BulkAction, bulkOutcome, reasonToSkip } from './bulkActions.ts'

type Change = Omit<Input<typeof moveOrders>['body'], 'ids' | 'assigned_users'>

/** Without the stream of events a list may be so old. */
const listSeconds = 30

export type Refused = { done: number; orders: { id: string; number: number; message: string }[] }

export type Moving = ReturnType<typeof useMoveOrders>

type Message = { done: string; reasonOf?: (order: Order) => string | undefined }

/**
 * Updates the selected orders; the refused ones stay selected and are listed with their reasons. All that match are
 * updated by a bulk job, whose progress the app bar shows.
 */
export function useMoveOrders({ rows, keep, matching, clear }: Selection<Order>) {
  const { mutateAsync, isPending, error } = useWrite(moveOrders, [
    listOrders,
    listMyOrders,
    getOrder,
    listStaff,
  ])
  const job = useStartBulkJob<typeof createOrderBulkJob>({
    method: 'POST',
    url: '/api/all-orders/bulk-jobs/',
  })
  const undo = useUndoBulk()
  const [refused, setRefused] = useState<Refused>()
  // The list goes on changing behind a dialog.
  const seen = useRef({ at: 0, users: new Map<string, string | null>() })

  async function send(
    change: Change,
    from: OrderStatus[],
    { done: message, reasonOf = () => undefined }: Message,
  ) {
    if (matching) {
      await job.mutateAsync({
        querystring: matching.filter,
        body: {
          ...change,
          count: matching.count,
          // Of a move: who has an order says nothing of its promise.
          ...(from.length > 0 && { from, seen_seconds_ago: secondsSince(seen.current.at) }),
        },
      })
      return clear()
    }
    const messages = new Map(rows.map((order) => [order.id, reasonOf(order)]))
    const ids = rows.filter(({ id }) => !messages.get(id)).map(({ id }) => id)
    const assigned_users = ids.map((id) => seen.current.users.get(id) ?? null)
    const { results, bulk_job } =
      ids.length > 0
        ? await mutateAsync({ body: { ids, assigned_users, ...change } })
        : { results: [], bulk_job: null }
    for (const { id, ok, message } of results) {
      if (!ok) messages.set(id, message ?? 'This order was refused.')
    }
    const orders = rows.flatMap(({ id, number }) => {
      const message = messages.get(id)
      return message ? [{ id, number, message }] : []
    })
    const done = rows.length - orders.length
    keep(orders.map(({ id }) => id))
    if (orders.length > 0) setRefused({ done, orders })
    if (done === 0 || (orders.length > 0 && !bulk_job)) return
    toast.success(
      `${plural(done, 'order')} ${message}`,
      bulk_job
        ? {
            undo: () =>
              void undo({
                id: bulk_job,
                title: `${plural(done, 'order')} ${message}`,
                warns: change.status === 'out-for-delivery',
              }),
          }
        : {},
    )
  }

  return {
    isPending: isPending || job.isPending,
    error: matching ? job.error : error,
    refused,
    forget: () => setRefused(undefined),
    /** Notes who has the orders now: what others give to somebody from now on is not taken away. */
    noteAssignees: () => {
      const users = rows.map(({ id, assigned_user }) => [id, assigned_user] as const)
      seen.current = { at: Date.now(), users: new Map(users) }
    },
    /** Assigns all selected orders to one staff user. */
    assign: (assigned_user: string, name: string) =>
      send({ assigned_user }, ['confirmed', 'assigned'], { done: `assigned to ${name}` }),
    /** Changes something else of the orders. */
    change: (change: Change, done: string) => send(change, [], { done }),
    move: (action: BulkAction, note?: string) =>
      send({ status: action.to, ...(note && { note }) }, action.from, {
        done: bulkOutcome(action),
        reasonOf: (order) => reasonToSkip(order, action),
      }),
  }
}

const secondsSince = (at: number) => Math.ceil((Date.now() - at) / 1000) + listSeconds
