import type { updateOrder as contract, Order, OrderUpdate } from '@our-print/contract/orders/orders.ts'
import { required } from '@our-print/contract/values.ts'
import type { Db, Pool } from '../base/database/db.ts'
import { checkVersion, refuseChangedFields } from '../base/database/versions.ts'
import type { JsonText } from '../base/http/jsonText.ts'
import { conflict, forbidden, invalid, notFound } from '../base/http/problem.ts'
import { type Actor, type Call, inActorTransaction } from '../base/http/route.ts'
import { decideMove, hasEffects, type LockedOrder, lockOrders, makeMoves } from './moveOrders.queries.ts'
import { getOrder } from './orderJson.queries.ts'

/** Applies a PATCH in one transaction and returns the order. */
export const patchOrder = (pool: Pool, { request, actor, params, body }: Call<typeof contract>) =>
  inActorTransaction(pool, request, (tx) => updateOrder(tx, actor, params.id.toLowerCase(), body))

/**
 * Applies a change of any kind: a move, an assignment, fields; or explains why not. Locks the row first, so that what is
 * checked stays true.
 */
async function updateOrder(db: Db, actor: Actor, id: string, patch: OrderUpdate): Promise<JsonText> {
  const { status, assigned_user } = patch
  const current = (await lockOrders(db, actor, [{ id, status, assigned_user }])).get(id)
  if (!current) throw notFound('Order')
  if (!actor.is_superuser) refuseOtherFields(patch)
  await checkVersion('This order', patch.version, current, () => getOrder(db, actor, id))
  await refuseReadOnly(db, actor, id, patch)

  const move = decideMove(actor, current, patch)
  const corrections = actor.is_superuser ? pickFieldUpdates(patch) : {}
  const written = Promise.all([
    move && makeMoves(db, actor, [move]),
    Object.keys(corrections).length > 0 && updateFields(db, current, corrections),
  ])
  // Otherwise the order is read in the same round trip, right behind the write.
  if (move && hasEffects(move)) await written
  const [order] = await Promise.all([getOrder(db, actor, id), written])
  return order
}

const staffFields = new Set(['id', 'version', 'status', 'note'])

function refuseOtherFields(patch: OrderUpdate): void {
  const other = Object.keys(patch).filter((key) => !staffFields.has(key))
  if (other.length > 0) throw forbidden(`Only a super admin can change ${other.join(', ')}`)
}

/** The whole record may be sent back, but read-only fields must be unchanged. File links are ignored: they expire. */
async function refuseReadOnly(db: Db, actor: Actor, id: string, patch: OrderUpdate): Promise<void> {
  const { status, assigned_user, title, notes, note, address, version, ...readOnly } = patch
  if (Object.keys(readOnly).length === 0) return
  const order = (await getOrder(db, actor, id)).toJSON() as Order
  refuseChangedFields(withoutLinks(readOnly), withoutLinks(order))
}

const withoutUrl = <T extends { url: string }>({ url, ...file }: T) => file

const withoutLinks = <T extends Partial<Order>>(order: T) => ({
  ...order,
  ...(order.order_files && { order_files: order.order_files.map(withoutUrl) }),
  ...(order.delivery_proof && {
    delivery_proof: { ...order.delivery_proof, pictures: order.delivery_proof.pictures.map(withoutUrl) },
  }),
})

type FieldUpdates = Pick<OrderUpdate, 'title' | 'notes' | 'address'>

function pickFieldUpdates({ title, notes, address }: OrderUpdate): FieldUpdates {
  return {
    ...(title !== undefined && { title }),
    ...(notes !== undefined && { notes }),
    ...(address !== undefined && { address }),
  }
}

/** Updates texts only: what is printed and its price never change. */
async function updateFields(
  db: Db,
  before: LockedOrder,
  { title, notes, address }: FieldUpdates,
): Promise<void> {
  if (address === null && !before.pickup) throw invalid('address', required)
  const after = {
    title: title ?? before.title,
    notes: notes ?? before.notes,
    address: address ?? before.address,
  }
  const same =
    JSON.stringify([before.title, before.notes, sorted(before.address)]) ===
    JSON.stringify([after.title, after.notes, sorted(after.address)])
  if (same) return
  if (before.status === 'cancelled')
    throw conflict('A cancelled order can no longer be changed.', 'not_allowed')
  await db`
    update orders set version = version + 1, title = ${after.title}, notes = ${after.notes},
      address = ${after.address === null ? null : db.json(after.address as never)}
    where id = ${before.id}`
}

const sorted = (address: object | null) =>
  address ? Object.entries(address).toSorted(([a], [b]) => (a < b ? -1 : 1)) : null
