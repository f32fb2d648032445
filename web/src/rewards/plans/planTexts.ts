import type { Plan, SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { activity, formatDay, rupees } from '../../base/format/format.ts'

/** The changes between the version of a plan that the person saw and the current one. */
export const planChanges = (seen: Plan, current: Plan) =>
  differences([
    ['Name', seen.name, current.name],
    ['Price', rupees(seen.price), rupees(current.price)],
    ['Pages a month', String(seen.pages_per_month), String(current.pages_per_month)],
    ['Days', String(seen.duration_days), String(current.duration_days)],
    ['Description', seen.description, current.description],
    ['Status', activity(seen), activity(current)],
  ])

/** The changes between the version of a sold plan that the person saw and the current one. */
export const soldPlanChanges = (seen: SoldPlan, current: SoldPlan) =>
  differences([
    ['Last day', formatDay(seen.ends_on), formatDay(current.ends_on)],
    ['Pages used', String(seen.pages_used), String(current.pages_used)],
    ['Status', seen.status, current.status],
  ])
