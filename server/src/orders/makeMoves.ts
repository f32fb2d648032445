import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { Db } from '../base/database/db.ts'
import type { Actor } from '../base/http/route.ts'
import * as coins from '../rewards/coins/coins.queries.ts'
import * as couponUses from '../rewards/coupons/couponUses.queries.ts'
import * as soldPlans from '../rewards/plans/soldPlans.queries.ts'
import * as referrals from '../rewards/referrals/referrals.queries.ts'
import { cancelPrinting } from './cancelPrinting.queries.ts'
import { applyMoves, type Move } from './moveOrders.queries.ts'

/** Makes decided moves of locked orders, with all that follows from them. At most one of them reopens an order. */
export async function makeMoves(db: Db, actor: Actor, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return
  await applyMoves(db, actor.id, moves)
  for (const [to, some] of Map.groupBy(moves, (move) => move.to)) {
    const ids = some.map(({ id }) => id)
    await settle(db, actor, ids, to)
  }
  for (const { id } of moves.filter(({ from }) => from === 'delivered')) {
    await coins.reverse(db, id, actor.id)
    await referrals.reverseClaims(db, id, actor.id)
  }
}

/** What follows from a delivery or a cancellation. Sent at once; all moves lock in this sequence. */
async function settle(db: Db, actor: Actor, ids: string[], to: OrderStatus): Promise<void> {
  if (to === 'cancelled') {
    await Promise.all([
      soldPlans.giveBackPages(db, ids),
      couponUses.lockCoupons(db, ids),
      couponUses.giveBack(db, ids),
      referrals.cancel(db, ids),
    ])
    await cancelPrinting(db, ids)
  }
  if (to === 'delivered') {
    await Promise.all([coins.earn(db, ids, actor.id), referrals.earnClaims(db, ids, actor.id)])
  }
}
