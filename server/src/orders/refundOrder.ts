import { reversePayment } from '@our-print/contract/money/payments.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import { mayCall } from '@our-print/contract/people/mayCall.ts'
import { amountText } from '../base/amountText.ts'
import type { Db } from '../base/database/db.ts'
import { forbidden, unprocessable } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'
import * as creditInvoices from '../money/invoices/creditInvoices.queries.ts'
import * as payments from '../money/payments/payments.queries.ts'
import { lacking } from '../people/session/access.ts'
import * as referrals from '../rewards/referrals/referrals.queries.ts'
import { addHistory } from './changeOrder.queries.ts'
import * as costs from './refundOrder.queries.ts'

type Refund = { amount: number; method: string; reference: string | null; reason: string }

/** Who pays back has the ledger before them. */
export function refuseRefunds(actor: Actor): void {
  if (!mayCall(actor, reversePayment)) throw lacking('payments')
  if (actor.scopes && !actor.scopes.includes('payments:write'))
    throw forbidden('This API key needs the scope payments:write for a refund')
}

/**
 * Lowers what a delivered order costs, and pays back what is then paid too much. Answers both in paise. The order has a
 * credit note where it has an invoice, and a lower price, which its next invoice will say.
 */
export async function refundOrder(
  db: Db,
  actor: Actor,
  id: string,
  { amount: rupees, method, reference, reason }: Refund,
): Promise<{ amount: number; back: number }> {
  const amount = toPaise(rupees)
  await payments.lockOrder(db, actor, id)
  const before = await costs.read(db, id)
  refuseMoreThan(before.cost, amount)
  // Of an invoiced order, too: once it is out for delivery again, its price is what counts. An older one is without the tax
  // of its invoice.
  const credited = before.is_invoiced
    ? await creditInvoices.creditAmount(db, actor.id, id, { amount, reason })
    : amount
  const price = before.has_tax ? amount : credited
  await costs.lowerPrice(db, id, { amount: price, reason })
  await referrals.keepSaleAmount(db, id)
  const order = await payments.lockOrder(db, actor, id)
  const back = backOf(amount, order.due)
  if (back > 0) {
    const paid = { amount: -back, method, reference, note: reason, allow_same_reference: true }
    await payments.takeForOrder(db, actor, order, paid, { holder: null })
  }
  const payable = {
    field: 'payable' as const,
    from: before.payable / 100,
    to: (before.payable - price) / 100,
  }
  await addHistory(db, actor.id, { id, status: before.status }, [payable])
  return { amount, back }
}

/** What goes back of an amount that an order costs less, by what is due then. */
export const backOf = (amount: number, due: number) => Math.min(amount, Math.max(0, -due))

export function refuseMoreThan(cost: number, amount: number): void {
  if (amount > cost)
    throw unprocessable('amount', `This order costs ${amountText(cost)}: no more can be paid back`)
}
