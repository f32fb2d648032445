import Cancel from '@mui/icons-material/CancelOutlined'
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import EventBusy from '@mui/icons-material/EventBusyOutlined'
import Schedule from '@mui/icons-material/Schedule'
import type { SoldPlan } from '@our-print/contract/plans.ts'
import { Tag } from '../feedback/Tag.tsx'
import { today } from '../format/dates.ts'

/** The status of a sold plan. */
export function SoldPlanTag({
  plan: { status, starts_on },
}: {
  plan: Pick<SoldPlan, 'status' | 'starts_on'>
}) {
  if (status === 'cancelled') return <Tag label="Cancelled" Icon={Cancel} tone="off" />
  if (status === 'expired') return <Tag label="Expired" Icon={EventBusy} tone="off" />
  // Sold before its first day, like most renewals.
  if (starts_on > today()) return <Tag label="Not begun" Icon={Schedule} />
  return <Tag label="Active" Icon={CheckCircle} tone="good" />
}
