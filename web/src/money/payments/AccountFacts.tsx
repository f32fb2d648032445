import type { Account } from '@our-print/contract/money/accounts.ts'
import { rupees } from '../../base/format/format.ts'
import { type Fact, Facts } from '../../base/page/Page.tsx'

const ages = [
  ['week', '0–7 days'],
  ['month', '8–30 days'],
  ['two_months', '31–60 days'],
  ['older', 'Older'],
] as const

/** What somebody owes, by its age, what they have paid ahead, and what they may owe. */
export function AccountFacts({ account }: { account: Account }) {
  const { owed, ageing, balance, on_account, effective_limit } = account
  const facts: Fact[] = [
    { name: 'Owed', value: rupees(owed), strong: true },
    ...ages.flatMap(([age, name]) => (ageing[age] > 0 ? [{ name, value: rupees(ageing[age]) }] : [])),
    ...(on_account > 0 ? [{ name: 'Open, on account', value: rupees(on_account) }] : []),
    { name: 'Paid ahead', value: rupees(balance) },
    { name: 'May owe', value: rupees(effective_limit) },
  ]
  return <Facts facts={facts} />
}
