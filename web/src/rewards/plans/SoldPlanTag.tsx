import type { SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { Tag } from '../../base/feedback/Tag.tsx'
import { today } from '../../base/format/format.ts'
import {
  CancelOutlined as Cancel,
  CheckCircleOutlined as CheckCircle,
  Schedule,
} from '../../base/icons/frame.tsx'
import { EventBusyOutlined as EventBusy } from '../../base/icons/screens.tsx'

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
