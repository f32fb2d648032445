import type { SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { formatDay } from '../../base/format/dates.ts'

/** The changes between the version of a sold plan that the person saw and the current one. */
export const soldPlanChanges = (seen: SoldPlan, current: SoldPlan) =>
  differences([
    ['Last day', formatDay(seen.ends_on), formatDay(current.ends_on)],
    ['Pages used', String(seen.pages_used), String(current.pages_used)],
    ['Status', seen.status, current.status],
  ])
