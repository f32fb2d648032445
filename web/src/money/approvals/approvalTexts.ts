import { approvalActs, type LimitedAct, unitOf } from '@our-print/contract/money/approvalActs.ts'
import type { Approval, ApprovalRule } from '@our-print/contract/money/approvals.ts'
import { count, formatDateTime, rupees } from '../../base/format/format.ts'

const amountOf = (act: LimitedAct, limit: number) => {
  const unit = unitOf(act)
  return unit === 'rupees' ? rupees(limit) : `${count(limit)} ${unit}`
}

/** Who is needed for an act: 'Two people above ₹500.00'. */
export function neededFor(act: LimitedAct, limit: number | null): string {
  if (limit === null) return 'One person'
  if (!unitOf(act)) return 'Two people'
  return limit === 0 ? 'Two people' : `Two people above ${amountOf(act, limit)}`
}

/** What others changed in the rule. */
export const ruleChanges = (seen: ApprovalRule, now: ApprovalRule): string[] =>
  (Object.keys(approvalActs) as LimitedAct[]).flatMap((act) => {
    const [before, after] = [seen, now].map(({ limits }) => neededFor(act, limits[act]))
    return before === after ? [] : [`${approvalActs[act].rule}: ${before} → ${after}`]
  })

/** What became of an approval: 'Refused by Asha Rao on 3 May 2026, 10:00'. */
export function outcomeOf({ status, decided_by_name, decided_at, expires_at }: Approval): string {
  if (status === 'waiting') return `Runs out on ${formatDateTime(expires_at)}`
  if (status === 'expired') return `Ran out on ${formatDateTime(expires_at)}`
  const did = status === 'refused' ? 'Refused' : 'Approved'
  return `${did} by ${decided_by_name} on ${formatDateTime(decided_at ?? '')}`
}
