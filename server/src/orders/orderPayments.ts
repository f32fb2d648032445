import type { unpaidDeliveries } from '@our-print/contract/money/paymentSettings.ts'
import type { OrderPayment } from '@our-print/contract/money/payments.ts'
import type { OrderFieldChange } from '@our-print/contract/orders/orderChanges.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import type { Db } from '../base/database/db.ts'
import { conflict, forbidden, invalid, unprocessable } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'
import * as credit from '../money/accounts/credit.queries.ts'
import { refuseInvoiced } from '../money/invoices/invoicedOrders.queries.ts'
import * as payments from '../money/payments/payments.queries.ts'

// What is paid of an order with its intake or its delivery.

/** What a locked order says of its payment; amounts in paise. */
export type OrderDue = { pay_by: string; due: number; unpaid_delivery: (typeof unpaidDeliveries)[number] }

type Delivery = { note?: string | undefined; payment?: OrderPayment | undefined }

/**
 * Refuses to deliver an order that is not paid, where the shop says so. One on account is paid later. It says no amount: reports
 * and histories keep the sentence, and not all who read them see prices.
 */
export function refuseUnpaid({ pay_by, due, unpaid_delivery: rule }: OrderDue, wanted: Delivery): void {
  if (rule === 'always' || pay_by === 'on_account') return
  const left = due - (wanted.payment ? paidNow(wanted.payment, due) : 0)
  if (left <= 0) return
  if (rule === 'never')
    throw unprocessable('payment', 'This order is not fully paid. Take the payment with the delivery.')
  if (!wanted.note) throw invalid('note', 'This order is not fully paid. Say why it is delivered unpaid.')
}

const paidNow = ({ amount }: OrderPayment, due: number) => (amount === undefined ? due : toPaise(amount))

type Taken = { payment: OrderPayment; at_delivery: boolean }

/** Takes what is paid with the intake or the delivery of a locked order, in its transaction. */
export async function takePayment(
  db: Db,
  actor: Actor,
  order: payments.PaidOrder,
  { payment, at_delivery }: Taken,
): Promise<void> {
  if (!payments.seesAll(actor) && order.assigned_user !== actor.id)
    throw forbidden('You cannot take payments. Leave the payment out, or ask somebody who takes them.')
  if (actor.scopes && !actor.scopes.includes('payments:write'))
    throw forbidden('This API key needs the scope payments:write for a payment')
  const amount = paidNow(payment, order.due)
  if (amount <= 0) throw unprocessable('amount', 'Nothing of this order is due')
  await payments.takeForOrder(db, actor, order, { ...payment, amount }, { at_delivery })
}

/** A payment goes with the tap that delivers; it is not taken again by a second one. */
export function refuseStrayPayment(isDelivery: boolean, { payment }: Delivery): void {
  if (payment && !isDelivery)
    throw conflict('Only a delivery takes its payment with it. Take this payment by itself.', 'not_allowed')
}

/** How an order is paid: can be changed until it is delivered. */
export const terms = ['pay_by', 'billed_to'] as const

type Terms = Pick<Order, 'id' | 'status' | 'billed_to'>

/** Who pays and when is settled with the delivery. */
export async function checkTerms(
  db: Db,
  before: Terms,
  { billed_to }: Pick<Order, 'billed_to'>,
  changed: readonly string[],
): Promise<void> {
  if (!terms.some((field) => changed.includes(field))) return
  if (before.status === 'delivered')
    throw conflict(
      'This order is delivered: when it is paid, and by whom, can no longer change.',
      'not_allowed',
    )
  if (changed.includes('billed_to')) await refuseInvoiced(db, before.id)
  if (billed_to && changed.includes('billed_to')) await credit.checkCompany(db, billed_to)
}

/** Whether a change may make somebody owe more than they may. */
export const owesMore = (changed: readonly string[], rest: readonly OrderFieldChange[]) =>
  ['user', ...terms].some((field) => changed.includes(field)) ||
  rest.some(({ field, from, to }) => field === 'payable' && Number(to) > Number(from))
