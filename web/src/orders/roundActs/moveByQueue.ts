import { getOrder, type Order } from '@our-print/contract/orders/orders.ts'
import { call } from '../../base/api/call.ts'
import { timeNow } from '../../base/api/clock.ts'
import type { Deed, Pictures } from './actQueue.ts'
import { predict } from './predicted.ts'
import { act } from './roundActs.ts'

type Move = Extract<Deed, { kind: 'move' }>['change']
export type Proof = { received_by: string } & Pictures

const waiting = new WeakSet<Order>()

/** Whether this is not the answer of the server, but what it will be: the move is on the phone and waits to be sent. */
export const isWaiting = (order: Order): boolean => waiting.has(order)

/** Makes a move by the queue: a proof first, which the delivery may need, in one transaction with it. */
export async function moveByQueue(seen: Order, change: Move, proof?: Proof): Promise<Order> {
  const { id, version, number, title } = seen
  const common = { number, title, happened_at: timeNow() }
  const { received_by = '', ...pictures } = proof ?? {}
  const deeds = [
    ...(proof ? [{ ...common, deed: { kind: 'proof', received_by } as const, pictures }] : []),
    { ...common, deed: { kind: 'move', change } as const },
  ]
  const fate = await act({ id, version }, deeds)
  if (fate.kind === 'refused') throw fate.error
  if (fate.kind === 'answered') return fate.answer as Order
  if (fate.kind === 'gone') return call(getOrder, { params: { id } })
  const order = { ...predict(seen, [{ deed: { kind: 'move', change } }]) }
  waiting.add(order)
  return order
}
