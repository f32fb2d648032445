import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { Db } from '../base/database/db.ts'
import { type Fact, tell } from '../shop/push/tell.queries.ts'

type Handed = { id: string; to: OrderStatus; before: string | null; assigned_user: string | null }

/** Tells couriers that an order became theirs, or is theirs no more. */
export const tellCouriers = (db: Db, moves: readonly Handed[]) => tell(db, moves.flatMap(factsOf))

function factsOf({ id, to, before, assigned_user }: Handed): Fact[] {
  const isTaken = before !== null && (to === 'cancelled' || before !== assigned_user)
  const isGiven = assigned_user !== null && before !== assigned_user
  return [
    ...(isTaken ? [{ kind: 'order_taken' as const, record: id, person: before }] : []),
    ...(isGiven ? [{ kind: 'order_given' as const, record: id, person: assigned_user }] : []),
  ]
}
