import { allowedTransitions } from '@our-print/contract/orderMoves.ts'
import type { Order } from '@our-print/contract/orders.ts'
import type { Signer } from '../database/secrets.ts'
import type { Links } from '../http/links.ts'
import type { Actor } from '../http/route.ts'
import type { OrderRow } from './orders.queries.ts'

/** Adds what depends on who asks and when: the moves that are open to them, and links to the files. */
export function createPresenter(links: Links, signer: Signer) {
  return (order: OrderRow, actor: Actor): Order => {
    const permission = order.order_files.length > 0 ? signer.sign(`order ${order.id}`) : ''
    // Into the row itself: copies of so many fields, ten an answer, cost more than reading them.
    return Object.assign(order, {
      allowed_transitions: allowedTransitions(actor, order),
      order_files: order.order_files.map((file) => ({
        ...file,
        url: links.to(`/api/order-files/${order.id}/${file.id}/?${permission}`),
      })),
    })
  }
}

export type Presenter = ReturnType<typeof createPresenter>
