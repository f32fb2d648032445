import type { CustomerMerge, MergedKind } from '@our-print/contract/people/customerMerges.ts'
import { plural } from '../../base/format/format.ts'

const nouns: Record<MergedKind, [string, string]> = {
  orders: ['order', 'orders'],
  plans: ['plan', 'plans'],
  vouchers: ['voucher', 'vouchers'],
  payments: ['payment', 'payments'],
  coin_entries: ['coin entry', 'coin entries'],
  coupon_uses: ['coupon use', 'coupon uses'],
  referrals: ['referral', 'referrals'],
  addresses: ['address', 'addresses'],
  leads: ['lead', 'leads'],
}

/** '3 orders, 1 plan' */
export const movedText = (moved: CustomerMerge['moved']): string =>
  (Object.entries(nouns) as [MergedKind, [string, string]][])
    .flatMap(([kind, [one, many]]) => {
      const count = moved[kind] ?? 0
      return count > 0 ? [plural(count, one, many)] : []
    })
    .join(', ')
