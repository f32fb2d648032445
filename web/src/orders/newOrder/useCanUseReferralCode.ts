import type { User } from '@our-print/contract/people/customers.ts'
import { getCustomerReferral } from '@our-print/contract/rewards/referrals.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../base/api/api.ts'

/** Whether a referral code can be used: for a customer's first order, or if all earlier ones were cancelled. */
export function useCanUseReferralCode(customer: User | null): boolean {
  const hasOrders = customer !== null && customer.orders_count > 0
  const { data } = useQuery({
    ...query(getCustomerReferral, { querystring: { user_id: customer?.id ?? '' } }),
    enabled: hasOrders,
  })
  return hasOrders ? data?.may_bring_code === true : customer !== null
}
