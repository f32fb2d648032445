import { listSoldPlans, type SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { useRead } from '../../base/api/api.ts'
import { today } from '../../base/format/format.ts'

/** The sold plans whose pages this customer can use today, and whether they are loaded. */
export function useUsablePlans(user: string) {
  const { data, error, refetch } = useRead(
    listSoldPlans,
    { querystring: { user, status: 'active', limit: '100' } },
    { enabled: user !== '' },
  )
  // A renewal has the status active at once, but its pages can be used from its first day.
  const plans: readonly SoldPlan[] =
    user === '' ? [] : (data?.results ?? []).filter(({ starts_on }) => starts_on <= today())
  return { plans, error, refetch }
}
