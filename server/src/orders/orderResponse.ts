import type { Order } from '@our-print/contract/orders.ts'
import { allowedTransitions } from '@our-print/contract/rules/orderMoves.ts'
import type { Signer } from '../database/secrets.ts'
import type { Links } from '../http/links.ts'
import type { Actor } from '../http/route.ts'
import type { OrderRow } from './orders.queries.ts'

/** Adds what depends on the actor and the time: the allowed moves, and links to the files. */
export function createOrderMapper(links: Links, signer: Signer) {
  return (order: OrderRow, actor: Actor): Order => {
    const signature = order.order_files.length > 0 ? signer.sign(`order ${order.id}`) : ''
    // Changes the row itself, because copying its many fields costs more than reading them.
    return Object.assign(order, {
      allowed_transitions: allowedTransitions(actor, order),
      order_files: order.order_files.map((file) => ({
        ...file,
        url: links.to(`/api/order-files/${order.id}/${file.id}/?${signature}`),
      })),
    })
  }
}

export type Presenter = ReturnType<typeof createOrderMapper>
