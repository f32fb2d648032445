import Link from '@mui/material/Link'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { getSoldPlan } from '@our-print/contract/rewards/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import { query } from '../base/api/api.ts'
import { useRole } from '../people/session/session.ts'

/** The plan that pays for an order; super admins get a link to the list of plans. */
export function OrderPlan({ order: { user_data, user_subscription_plan } }: { order: Order }) {
  const admin = useRole() === 'admin'
  const { data } = useQuery({
    ...query(getSoldPlan, { params: { id: user_subscription_plan ?? '' } }),
    enabled: admin && user_subscription_plan !== null,
  })
  if (!admin) return 'Paid by plan'
  return (
    <Link component={RouterLink} to={`/user_subscription?query=${encodeURIComponent(user_data.mobile)}`}>
      {data?.plan_data.name ?? 'Subscription plan'}
    </Link>
  )
}
