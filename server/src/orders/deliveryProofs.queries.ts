import { mayAddProof, type OrderStatus, orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import type { Db } from '../base/database/db.ts'
import { JsonText } from '../base/http/jsonText.ts'
import { conflict, notFound } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'
import * as orderFiles from './orderFiles.queries.ts'
import { whenDoneTo } from './orderHistory.queries.ts'
import { proofJson } from './orderJson.queries.ts'

type Current = { status: OrderStatus; delivered_at: string | null; rule: string }

/** Locks an order to which the actor may add a proof now; 404 also if the order is not theirs. */
async function lockOrder(db: Db, actor: Actor, id: string): Promise<void> {
  const [order] = await db<Current[]>`
    select status, delivered_at, (select proof_of_delivery from configurations) as rule from orders
    where id = ${id} and (${can(actor, 'orders')} or assigned_user = ${actor.id}) for no key update`
  if (!order) throw notFound('Order')
  if (order.rule === 'off') throw conflict('The shop keeps no proofs of delivery', 'not_allowed')
  if (mayAddProof(actor, order)) return
  const why = order.status === 'delivered' ? 'was delivered too long ago' : 'is not out for delivery'
  throw conflict(
    `This order is ${orderStatusLabels[order.status]}: it ${why}, so a proof cannot be added`,
    'not_allowed',
  )
}

type NewProof = { received_by: string; pictures: orderFiles.NewFile[]; happened_at: string | undefined }

/** Adds a proof in place of an earlier one. Returns it, and the storage keys that are no longer used. */
export async function replace(
  db: Db,
  actor: Actor,
  orderId: string,
  { received_by, pictures, happened_at }: NewProof,
): Promise<{ proof: JsonText; unused: string[] }> {
  await lockOrder(db, actor, orderId)
  const unused = await deleteRows(db, orderId)
  await orderFiles.create(db, pictures)
  await orderFiles.addToOrder(db, pictures, orderId)
  const done = (await whenDoneTo(db, [orderId], happened_at))(orderId)
  await db`insert into delivery_proofs ${db({ order_id: orderId, received_by, added_by: actor.id, ...done })}`
  const [row] = await db<[{ proof: string }]>`
    select ${proofJson(db)}::text as proof from delivery_proofs p where p.order_id = ${orderId}`
  return { proof: new JsonText(row.proof), unused }
}

/** Deletes the proof of an order; returns the storage keys that are no longer used. */
export async function remove(db: Db, orderId: string): Promise<string[]> {
  await db`select from orders where id = ${orderId} for no key update`
  const [proof] = await db`select 1 from delivery_proofs where order_id = ${orderId}`
  if (!proof) throw notFound('Proof of delivery')
  return deleteRows(db, orderId)
}

/** A trigger schedules the removal of the pictures. */
async function deleteRows(db: Db, orderId: string): Promise<string[]> {
  await db`delete from delivery_proofs where order_id = ${orderId}`
  return orderFiles.removePictures(db, orderId)
}
