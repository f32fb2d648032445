import { getOrder, type Order } from '@our-print/contract/orders/orders.ts'
import { call } from '../../base/api/call.ts'
import { timeNow } from '../../base/api/clock.ts'
import type { Deed, Pictures } from './actQueue.ts'
import { predict } from './predicted.ts'
import { act } from './roundActs.ts'

type Move = Extract<Deed, { kind: 'move' }>['change']
export type Proof = { received_by: string } & Pictures

const onPhone = new WeakMap<Order, Error | undefined>()

/** Whether this is no answer of the server: the move is on the phone, where it waits to be sent, or was refused. */
export const isWaiting = (order: Order): boolean => onPhone.has(order)

/** Why the move was refused which is kept on the phone. */
export const refusalOf = (order: Order): Error | undefined => onPhone.get(order)

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
  if (fate.kind === 'refused' && !fate.isKept) throw fate.error
  if (fate.kind === 'answered') return fate.answer as Order
  if (fate.kind === 'gone') return call(getOrder, { params: { id } })
  const refusal = fate.kind === 'refused' ? fate.error : undefined
  const order = { ...(refusal ? seen : predict(seen, [{ deed: { kind: 'move', change } }])) }
  onPhone.set(order, refusal)
  return order
}
