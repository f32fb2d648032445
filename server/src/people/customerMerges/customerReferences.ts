import type { MergedKind } from '@our-print/contract/people/customerMerges.ts'

/** A column with the id of a customer, whose rows a merge moves. */
type Reference = {
  table: string
  column: string
  /** Its rows have a version, which grows with each change. */
  versioned?: true
  /** What its rows are called when they are counted. */
  kind?: MergedKind
}

/**
 * Everything that refers to a customer. A merge moves the rows of each and an undo moves them back, in this sequence; all
 * are locked before the customers are, because who delivers an order locks the order first.
 */
export const references: readonly Reference[] = [
  { table: 'orders', column: 'user_id', versioned: true, kind: 'orders' },
  { table: 'quotes', column: 'user_id', versioned: true },
  { table: 'user_subscription_plans', column: 'user_id', versioned: true, kind: 'plans' },
  { table: 'purchased_vouchers', column: 'user_id', versioned: true, kind: 'vouchers' },
  { table: 'coupon_uses', column: 'user_id', kind: 'coupon_uses' },
  { table: 'referrals', column: 'referred' },
  { table: 'referrals', column: 'referrer', kind: 'referrals' },
  { table: 'referral_claims', column: 'referrer' },
  { table: 'payments', column: 'user_id', kind: 'payments' },
  { table: 'invoices', column: 'user_id' },
  { table: 'coin_entries', column: 'user_id', kind: 'coin_entries' },
  { table: 'customer_addresses', column: 'user_id', versioned: true, kind: 'addresses' },
  { table: 'leads', column: 'user_id', versioned: true, kind: 'leads' },
  { table: 'messages', column: 'user_id' },
  { table: 'users', column: 'double_of', versioned: true },
  { table: 'customer_merges', column: 'kept' },
]

/** Computed again from the rows above, or by their triggers. */
export const computed = [
  'accounts.user_id',
  'coin_balances.user_id',
  'customer_search.user_id',
  'order_costs.user_id',
  'referrers.user_id',
]
