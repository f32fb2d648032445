import type { Order } from '@our-print/contract/orders/orders.ts'
import { createStore } from '../../base/createStore.ts'
import { rememberAct } from '../../base/feedback/lastAct.ts'

/** How long a card that is done stays in its place, and can be undone with one tap. */
export const keptMs = 6000

/** A move that was made on a card of a list. It was sent at once: nothing is lost when the phone goes to sleep. */
export type Finished = {
  order: Order
  /** What was done; undefined while the request runs. */
  done?: { seen: Order; label: string; message: string; at: number; undo?: () => Promise<void> }
}

let finished: ReadonlyMap<string, Finished> = new Map<string, never>()
let orders: ReadonlyMap<string, Order> = new Map<string, never>()
// The screen is left: on another one nothing is kept in its place.
const store = createStore(() => {
  finished = orders = new Map<string, never>()
})

function set(id: string, entry: Finished | undefined) {
  const next = new Map(finished)
  if (entry) next.set(id, entry)
  else next.delete(id)
  finished = next
  orders = new Map([...next].map(([key, { order }]) => [key, order]))
  store.notify()
}

/** The orders that stay in their lists for a moment. */
export const useFinishedOrders = () => store.use(() => orders)

/** What was just done with this order on its card. */
export const useFinished = (id: string) => store.use(() => finished.get(id)?.done)

/** Keeps the card of an order in its place from now on, until `release` or some seconds after `done`. */
export function keepCard(order: Order) {
  const { id } = order
  set(id, { order })
  const release = () => set(id, undefined)
  return {
    release,
    done: (after: Order, done: Omit<NonNullable<Finished['done']>, 'at' | 'seen'>) => {
      const undo = done.undo && rememberAct(done.undo)
      const entry = {
        order: after,
        done: { ...done, ...(undo && { undo }), seen: order, at: performance.now() },
      }
      set(id, entry)
      setTimeout(() => finished.get(id) === entry && release(), keptMs)
    },
  }
}
