import type { SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { count, today } from '../../base/format/format.ts'
import {
  CancelOutlined as Cancel,
  CheckCircleOutlined as CheckCircle,
  Schedule,
} from '../../base/icons/frame.tsx'
import { EventBusyOutlined as EventBusy } from '../../base/icons/screens.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { ProgressBar } from '../../base/ui/ProgressBar.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import styles from './soldPlanCells.module.css'

type Props = {
  plan: Pick<SoldPlan, 'pages_left' | 'pages_total' | 'status'>
  /** Adds words, if no heading names the numbers. */
  words?: boolean
}

const scarce = 0.1

/** The pages left of a plan, as numbers and as a bar. */
export function PagesLeft({ plan: { pages_left, pages_total, status }, words = false }: Props) {
  const share = pages_total > 0 ? pages_left / pages_total : 0
  return (
    <span className={words ? styles.inWords : styles.pages}>
      {count(pages_left)} of {count(pages_total)} {words && 'pages left'}
      <ProgressBar
        value={share * 100}
        tone={status !== 'active' ? 'muted' : share <= scarce ? 'warning' : 'accent'}
      />
    </span>
  )
}

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

/** The name of a sold plan, which opens the plan in the list of plans. */
export const PlanLink = ({ name, strong }: { name: string; strong?: true }) => (
  <Link
    to={`/subscriptions?${new URLSearchParams({ query: name })}`}
    tone="inherit"
    title={name}
    {...(strong && { strong })}
  >
    {name}
  </Link>
)
