import { listPlans, type Plan } from '@our-print/contract/plans.ts'
import { call } from '../api/call.ts'
import { differences } from '../api/useChange.ts'
import { rupees } from '../format/format.ts'

/** There are few plans, and no question for one of them. */
export async function findPlan({ id }: Plan): Promise<Plan | undefined> {
  const { results } = await call(listPlans, { querystring: { limit: '100' } })
  return results.find((plan) => plan.id === id)
}

/** What differs between a plan as it was seen and as it is. */
export const planChanges = (seen: Plan, now: Plan) =>
  differences([
    ['Name', seen.name, now.name],
    ['Price', rupees(seen.price), rupees(now.price)],
    ['Pages a month', String(seen.pages_per_month), String(now.pages_per_month)],
    ['Days', String(seen.duration_days), String(now.duration_days)],
    ['Description', seen.description, now.description],
    ['State', seen.is_active ? 'active' : 'inactive', now.is_active ? 'active' : 'inactive'],
  ])
