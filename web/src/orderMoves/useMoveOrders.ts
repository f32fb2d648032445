import type { Input } from '@our-print/contract/endpoint.ts'
import { getOrder, listMyOrders, listOrders, moveOrders, type Order } from '@our-print/contract/orders.ts'
import { listStaff } from '@our-print/contract/staff.ts'
import { useState } from 'react'
import { useWrite } from '../api/api.ts'
import { toast } from '../feedback/toast.tsx'
import { plural } from '../format/format.ts'
import type { Selection } from '../list/tableModel.ts'
import { type BulkAction, bulkOutcome, reasonToSkip } from './bulkActions.ts'

type Change = Omit<Input<typeof moveOrders>['body'], 'ids'>

export type Refused = { done: number; orders: { id: string; number: number; message: string }[] }

export type Moving = ReturnType<typeof useMoveOrders>

/** Updates the selected orders; the refused ones stay selected and are listed with their reasons. */
export function useMoveOrders({ rows, keep }: Selection<Order>) {
  const { mutateAsync, isPending, error } = useWrite(moveOrders, [
    listOrders,
    listMyOrders,
    getOrder,
    listStaff,
  ])
  const [refused, setRefused] = useState<Refused>()

  async function send(change: Change, message: string, reasonOf: (order: Order) => string | undefined) {
    const messages = new Map(rows.map((order) => [order.id, reasonOf(order)]))
    const ids = rows.filter(({ id }) => !messages.get(id)).map(({ id }) => id)
    const { results } = ids.length > 0 ? await mutateAsync({ body: { ids, ...change } }) : { results: [] }
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
    else toast.success(`${plural(done, 'order')} ${message}`)
  }

  return {
    isPending,
    error,
    refused,
    forget: () => setRefused(undefined),
    /** Assigns all selected orders to one staff user. */
    assign: (assigned_user: string, name: string) =>
      send({ assigned_user }, `assigned to ${name}`, () => undefined),
    move: (action: BulkAction, note?: string) =>
      send({ status: action.to, ...(note && { note }) }, bulkOutcome(action), (order) =>
        reasonToSkip(order, action),
      ),
  }
}
