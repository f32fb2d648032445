import Link from '@mui/material/Link'
import type { Order } from '@our-print/contract/orders.ts'
import { listUserPlans } from '@our-print/contract/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import { query } from '../api/api.ts'
import { useRole } from '../session/session.ts'

/** The name of the plan that pays an order; who may see plans is led to it. */
export function OrderPlan({ order: { user, user_data, user_subscription_plan } }: { order: Order }) {
  const admin = useRole() === 'admin'
  const { data } = useQuery({
    ...query(listUserPlans, { querystring: { user, limit: '100' } }),
    enabled: admin,
  })
  const sold = data?.results.find(({ id }) => id === user_subscription_plan)
  if (!admin) return 'Paid by plan'
  return (
    <Link component={RouterLink} to={`/user_subscription?query=${encodeURIComponent(user_data.mobile)}`}>
      {sold?.plan_data.name ?? 'Subscription plan'}
    </Link>
  )
}
