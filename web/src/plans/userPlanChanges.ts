import { listUserPlans, type UserPlan } from '@our-print/contract/plans.ts'
import { call } from '../api/call.ts'
import { differences } from '../api/useChange.ts'
import { showDay } from '../format/dates.ts'

/** A sold plan as it is now, found among the customer's. */
export async function readUserPlan({ id, user, plan }: UserPlan): Promise<UserPlan | undefined> {
  const { results } = await call(listUserPlans, { querystring: { user, plan, limit: '100' } })
  return results.find((one) => one.id === id)
}

/** What differs between a sold plan as it was seen and as it is. */
export const userPlanChanges = (seen: UserPlan, now: UserPlan) =>
  differences([
    ['Last day', showDay(seen.ends_on), showDay(now.ends_on)],
    ['Pages used', String(seen.pages_used), String(now.pages_used)],
    ['Status', seen.status, now.status],
  ])
