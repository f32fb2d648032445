import { undoMinutes } from '@our-print/contract/orders/orderMoves.ts'
import type { Db } from '../../base/database/db.ts'
import { conflict, notFound } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { readLimits } from '../approvals/rule.queries.ts'
import type { CashHolder } from '../cash/cashEntries.queries.ts'
import { isClosed } from '../cash/openDay.queries.ts'
import * as statements from '../statements/statementMatches.queries.ts'
import * as payments from './payments.queries.ts'

/** What is known of a payment that is to be reversed; amounts in paise. */
type Reversible = payments.Payer & {
  id: string
  number: number
  amount: number
  method: string
  reverses: string | null
  holder: CashHolder
}

/** Undoes a payment by another one of the opposite amount, in the hand that took it; once. */
export async function reverse(db: Db, actor: Actor, id: string, reason: string): Promise<string> {
  const [payment] = await db<Reversible[]>`
    select p.id, p.number, p.order_id, p.user_id, p.client_id, p.amount::float8 as amount, p.method, p.reverses, e.holder
    from payments p left join cash_entries e on e.payment_id = p.id where p.id = ${id}`
  if (!payment) throw notFound('Payment')
  if (payment.reverses)
    throw conflict('This payment undoes another one. Take a new payment instead.', 'not_allowed')
  const { order_id, user_id, client_id, number, method, amount } = payment
  const opposite = { amount: -amount, method, reference: null, note: reason, allow_same_reference: true }
  // Back to whom it came from, also when the order has another payer by now.
  const link = { reverses: id, holder: payment.holder, payer: { user_id, client_id } }
  const lookFirst = order_id && (await payments.lockOrder(db, actor, order_id))
  // After the order, as everywhere; who matches it to a line of a statement locks it, too.
  await db`select from payments where id = ${id} for update`
  const [reversal] = await db`select 1 from payments where reverses = ${id}`
  if (reversal) throw conflict(`Payment ${number} is reversed already.`, 'reversed')
  await statements.release(db, id)
  return lookFirst
    ? payments.takeForOrder(db, actor, lookFirst, opposite, link)
    : payments.takeForAccount(db, actor, { user_id, client_id }, opposite, link)
}

/**
 * Undoes what was taken by the tap that delivered a locked order. What the money has moved on from stays paid: cash that was
 * handed over, what was paid back in part, what the bank has, what is of a closed day. So does, once it is no mistaken tap any
 * more, what only two people pay back.
 */
export async function reverseOfDelivery(db: Db, actor: Actor, order: string): Promise<void> {
  const taken = await db<{ id: string }[]>`
    select id from payments p where order_id = ${order} and at_delivery and reverses is null
      and not exists (select from payments r where r.reverses = p.id)
    order by id desc`
  // One after the other, as each leaves less in hand and less that is paid.
  for (const { id } of taken) if (await isUndoable(db, id)) await reverse(db, actor, id, 'Delivery undone')
}

async function isUndoable(db: Db, id: string): Promise<boolean> {
  // Who matches it to a line of a statement waits, or was first.
  await db`select from payments where id = ${id} for update`
  const { refunds: most = null } = await readLimits(db)
  const [payment] = await db<{ happened_at: string }[]>`
    select p.happened_at from payments p join orders o on o.id = p.order_id left join cash_entries e on e.payment_id = p.id
    left join cash_hands h on h.holder = e.holder
    where p.id = ${id} and p.amount <= o.paid + o.settled_before and (e.holder is null or h.amount >= p.amount)
      and (p.amount <= coalesce(${most}::bigint, p.amount) or p.at >= now() - ${undoMinutes} * interval '1 minute')
      and not exists (select from statement_lines l where l.payment_id = p.id and l.state = 'matched')`
  return payment !== undefined && !(await isClosed(db, payment.happened_at))
}
