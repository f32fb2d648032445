import { getOrder, listMyOrders, moveOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { getStaffDashboard } from '@our-print/contract/shop/dashboard.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWrite } from '../../base/api/api.ts'
import type { ApiError } from '../../base/api/call.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { useSingleFlight } from '../../base/form/useSingleFlight.ts'
import { plural } from '../../base/format/format.ts'
import { LocalShippingOutlined as LocalShipping } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { undoNote } from '../orderMoves/orderActions.ts'
import { RefusedDialog } from '../orderMoves/RefusedDialog.tsx'
import type { Refused } from '../orderMoves/useMoveOrders.ts'
import { moveByQueue } from '../roundActs/moveByQueue.ts'
import { hasQueue, useActs } from '../roundActs/roundActs.ts'
import { roundOrders, stopsOfPart } from './stops.ts'

/** The bulk move takes so many; the others are left for the next tap. */
const mostAtOnce = 500

type Props = {
  /** Those that are read, in their sequence. */
  stops: readonly Order[]
  /** Of all open orders. */
  count: number
}

/** What is to be carried: a customer who comes to the shop fetches the rest. */
const toCarry = ({ status, address }: Order) => status === 'assigned' && address !== null

/** Takes all assigned orders out for delivery at once, which one Undo takes back. */
export function StartRound({ stops, count }: Props) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const once = useSingleFlight()
  const { mutateAsync, isPending } = useWrite(moveOrders, [listMyOrders, getOrder, getStaffDashboard])
  const [refused, setRefused] = useState<Refused>()
  const [isReading, setReading] = useState(false)
  const acts = useActs()
  const here = stops.filter((stop) => toCarry(stop) && !acts.some(({ order }) => order === stop.id))
  const isPart = count > stops.length

  /** All that are assigned, those further down the list, too. */
  async function readAll(): Promise<Order[]> {
    if (!isPart) return here.slice(0, mostAtOnce)
    setReading(true)
    try {
      const known = new Map(here.map((order) => [order.id, order]))
      for (let part = 0; part * stopsOfPart < count && known.size < mostAtOnce; part++) {
        const { results } = await client.fetchQuery(roundOrders(part))
        for (const order of results.filter(toCarry)) if (!known.has(order.id)) known.set(order.id, order)
      }
      return [...known.values()].slice(0, mostAtOnce)
    } finally {
      setReading(false)
    }
  }

  /** Moves these orders, each as it was seen, and names those that were refused. Answers those that were moved. */
  async function move(orders: readonly Order[], change: { status: Order['status']; note?: string }) {
    const ids = orders.map(({ id }) => id)
    const versions = orders.map(({ version }) => version)
    const { results } = await mutateAsync({ body: { ids, versions, ...change } })
    const messages = new Map(results.map(({ id, ok, message }) => [id, ok ? undefined : (message ?? '')]))
    const moved = orders.filter(({ id }) => messages.get(id) === undefined)
    const others = orders.flatMap(({ id, number }) => {
      const message = messages.get(id)
      return message === undefined ? [] : [{ id, number, message }]
    })
    if (others.length > 0) setRefused({ done: moved.length, orders: others })
    return moved
  }

  async function start(): Promise<unknown> {
    const orders = await readAll()
    const number = plural(orders.length, 'order')
    const question = {
      title: `Take ${number} out for delivery?`,
      body: 'All that are assigned to you and have an address.',
      action: 'Start round',
    }
    if (orders.length === 0) return toast.success('All that have an address are out for delivery already')
    if (!(await confirm(question))) return undefined
    const moved = await move(orders, { status: 'out-for-delivery' }).catch((error: ApiError) => {
      if (error.status !== 0 || !hasQueue()) throw error
      return undefined
    })
    // Without network each waits on the phone. What the lost request did after all, the server says then.
    if (!moved) {
      return Promise.all(orders.map((order) => moveByQueue(order, { status: 'out-for-delivery' })))
    }
    if (moved.length === 0) return undefined
    const undo = () => void once(() => takeBack(moved)).catch((error: Error) => toast.failure(error))
    return toast.success(`${plural(moved.length, 'order is', 'orders are')} out for delivery`, { undo })
  }

  async function takeBack(moved: readonly Order[]) {
    const question = {
      title: 'Undo the start of the round?',
      body: `${plural(moved.length, 'order goes', 'orders go')} back to Assigned. The history of each will show this as a failed attempt with the note “${undoNote}”, and it counts as one.`,
      action: 'Undo',
      cancel: 'Keep',
    }
    if (!(await confirm(question))) return
    // Each as the start left it: what has changed since then stays.
    const left = moved.map((order) => ({ ...order, version: order.version + 1 }))
    const back = await move(left, { status: 'assigned', note: undoNote })
    if (back.length > 0) toast.success(`${plural(back.length, 'order is', 'orders are')} assigned again`)
  }

  return (
    <>
      {(here.length > 0 || isPart) && (
        <Button
          full
          look="primary"
          size="touch"
          start={<LocalShipping />}
          loading={isPending || isReading}
          onClick={() => void once(start).catch((error: Error) => toast.failure(error))}
        >
          Start round
        </Button>
      )}
      {refused && <RefusedDialog {...refused} onClose={() => setRefused(undefined)} />}
    </>
  )
}
