import type { SoldPlan } from '@our-print/contract/plans.ts'
import { Tag } from '../feedback/Tag.tsx'
import { today } from '../format/dates.ts'
import Cancel from '../icons/CancelOutlined.tsx'
import CheckCircle from '../icons/CheckCircleOutlined.tsx'
import EventBusy from '../icons/EventBusyOutlined.tsx'
import Schedule from '../icons/Schedule.tsx'

/** The status of a sold plan. */
export function SoldPlanTag({
  plan: { status, starts_on },
}: {
  plan: Pick<SoldPlan, 'status' | 'starts_on'>
}) {
  if (status === 'cancelled') return <Tag label="Cancelled" Icon={Cancel} tone="off" />
  if (status === 'expired') return <Tag label="Expired" Icon={EventBusy} tone="off" />
  // Sold before its first day, like most renewals.
  if (starts_on > today()) return <Tag label="Not started" Icon={Schedule} />
  return <Tag label="Active" Icon={CheckCircle} tone="good" />
}
