import type { NewOrder } from '@our-print/contract/orders/orders.ts'
import { linesInPaise, priceLines } from '@our-print/contract/orders/price.ts'
import { required } from '@our-print/contract/values.ts'
import type { Db } from '../../base/database/db.ts'
import { invalid, unprocessable } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { taxOn } from '../../money/invoices/addedTax.queries.ts'
import * as invoiceSettings from '../../money/invoices/invoiceSettings.queries.ts'
import { planSheets, type Reports, withRanges } from '../../printing/sheets/planSheets.ts'
import * as couponUses from '../../rewards/coupons/couponUses.queries.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import { checkCustomer, lockUploads } from '../createOrder.ts'
import { refuseTooDear } from '../tooDear.ts'

/** What an order costs by the prices of now, in paise, and the files that it prints, which are locked. */
export type Offer = {
  files: { id: string; page_count: number; page_ranges: string | null }[]
  prices: { text: string; amount: number }[]
  amount: number
  discount: number
  /** What is added to its price; null: the price contains it. */
  tax: number | null
}

/** Prices an order as it would be taken in now; uses neither its coupon nor its plan. */
export async function priceQuote(
  db: Db,
  actor: Actor,
  order: NewOrder,
  reports: Reports,
  quote?: string,
): Promise<Offer> {
  if (!order.pickup && !order.address) throw invalid('address', required)
  if (order.uploads.length === 0) throw invalid('uploads', 'Add at least one file')
  if (new Set(order.uploads).size < order.uploads.length) throw invalid('uploads', 'A file is named twice')
  const isByPlan = order.order_type === 'subscription'
  if (isByPlan !== Boolean(order.user_subscription_plan))
    throw unprocessable('user_subscription_plan', 'A subscription order, and no other, names a plan')
  await checkCustomer(db, order.user)
  const uploads = await lockUploads(db, order.uploads, actor, quote)
  const { files, paid_sides, paid_color_sides } = planSheets(
    withRanges(uploads, order.page_ranges),
    order,
    reports,
  )
  const options = { ...order, pages: paid_sides, color_pages: paid_color_sides }
  const prices = await configurations.get(db)
  const { printing, binding, delivery, total } = priceLines(options, prices, isByPlan)
  const discount = await discountOf(db, order, total)
  const taxed = { ...options, is_by_plan: isByPlan, amount: total, discount }
  const tax = await taxOn(db, taxed, { prices, taxes: await invoiceSettings.get(db) })
  refuseTooDear(total + (tax ?? 0))
  return {
    files,
    prices: [
      { text: isByPlan ? 'Printing, by the plan' : 'Printing', amount: printing },
      ...(order.binding === 'none' ? [] : [{ text: 'Binding', amount: binding }]),
      { text: order.pickup ? 'Pick-up' : 'Delivery', amount: delivery },
      ...order.lines.map((line) => ({
        text: line.quantity === 1 ? line.text : `${line.text} × ${line.quantity}`,
        amount: linesInPaise([line]),
      })),
    ],
    amount: total,
    discount,
    tax,
  }
}

async function discountOf(db: Db, { coupon_code, user }: NewOrder, paise: number): Promise<number> {
  if (!coupon_code) return 0
  const given = await couponUses.validate(db, { code: coupon_code, user_id: user, amount: paise / 100 })
  if (given.reason) throw unprocessable('coupon_code', given.reason)
  return Math.round(given.discount * 100)
}
