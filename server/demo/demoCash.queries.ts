import { denominations, type Notes } from '@our-print/contract/money/cashTerms.ts'
import type { Transaction } from '../src/base/database/db.ts'
import type { Actor } from '../src/base/http/route.ts'
import * as handOvers from '../src/money/cash/handOvers.queries.ts'
import * as payments from '../src/money/payments/payments.queries.ts'
import * as till from '../src/money/till/till.queries.ts'

type People = { admin: string; staff: readonly string[] }

const actorOf = (id: string, is_superuser: boolean): Actor => ({ id, email: '', full_name: '', is_superuser })

/** Notes and coins that come to a sum in paise, the largest ones first. */
function notesOf(paise: number): Notes {
  const notes: Notes = {}
  let left = paise
  for (const each of denominations) {
    const worth = Math.round(Number(each) * 100)
    const many = Math.floor(left / worth)
    if (many > 0) notes[each] = many
    left -= many * worth
  }
  return notes
}

/**
 * Cash of today: what some staff users collected at the door, a hand-over that is done, one with a difference, one that waits
 * to be counted, and the till.
 */
export async function collectCash(tx: Transaction, { admin, staff }: People): Promise<void> {
  const office = actorOf(admin, true)
  await till.add(tx, office, { kind: 'float', amount: 2000_00, reason: 'Change for the day' })
  await till.add(tx, office, { kind: 'pay_out', amount: -120_00, reason: 'Tea' })
  for (const [nth, id] of staff.slice(0, 4).entries()) {
    const courier = actorOf(id, false)
    await collect(tx, courier)
    const paise = await inHand(tx, courier)
    // The last one has not handed over yet.
    if (paise === 0 || nth === 3) continue
    const handOver = await handOvers.declare(tx, courier, { paise, notes: notesOf(paise) })
    if (nth === 2) continue
    const open = await handOvers.lockOpen(tx, office, handOver, 'declared')
    const counted = nth === 1 ? Math.max(0, paise - 10_00) : paise
    await handOvers.count(tx, office, open, { paise: counted, notes: notesOf(counted) })
  }
}

/** Takes payments in cash of the orders that a courier delivered last. */
async function collect(tx: Transaction, courier: Actor): Promise<void> {
  const delivered = await tx<{ id: string }[]>`
    select id from orders where assigned_user = ${courier.id} and status = 'delivered' and due > 0 and paid = 0
      and due % 50 = 0
    order by delivered_at desc, id limit 3`
  for (const { id } of delivered) {
    const order = await payments.lockOrder(tx, courier, id)
    const paid = { method: 'cash', amount: order.due, reference: null, note: '', allow_same_reference: false }
    await payments.takeForOrder(tx, courier, order, paid)
  }
}

/** In paise. */
async function inHand(tx: Transaction, courier: Actor): Promise<number> {
  const [hand] = await tx<{ amount: number }[]>`
    select amount::float8 as amount from cash_hands where holder = ${courier.id}`
  return hand?.amount ?? 0
}
