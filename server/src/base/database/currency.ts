import { OperatorError } from '../operatorError.ts'
import type { Pool } from './db.ts'

/** Where amounts are that something was agreed, paid or counted in. Prices and limits that are set can be typed again. */
const tables = [
  'orders',
  'quotes',
  'order_requests',
  'payments',
  'invoices',
  'cash_entries',
  'till_entries',
  'hand_overs',
  'day_closes',
  'statement_lines',
  'user_subscription_plans',
  'purchased_vouchers',
  'stock_entries',
]

/**
 * Stores CURRENCY in the database: a sum of two currencies means nothing, so it changes only while no amount is there. The locks
 * wait for writes that are on their way.
 */
export async function recordCurrency(pool: Pool, currency: string): Promise<void> {
  const [clock] = await pool<{ currency: string }[]>`select currency from shop_clock`
  if (clock?.currency === currency) return
  await pool.begin(async (tx) => {
    await tx`lock table ${tx(tables)} in share row exclusive mode`
    const isEmpty = tables.map((table) => `not exists (select from ${table})`).join(' and ')
    const changed = await tx`
      update shop_clock set currency = ${currency} where currency <> ${currency} and ${tx.unsafe(isEmpty)}`
    const [now] = await tx<{ currency: string }[]>`select currency from shop_clock`
    if (changed.count === 0 && now?.currency !== currency) throw alreadyIn(String(now?.currency), currency)
  })
}

const alreadyIn = (had: string, currency: string) =>
  new OperatorError(
    `CURRENCY is ${currency}, but this shop has amounts in ${had} already: set CURRENCY=${had}, or start an empty shop in another DATA_DIR or database`,
  )
