import type { Account } from '@our-print/contract/money/accounts.ts'
import { rupees } from '../../base/format/format.ts'
import { type Fact, Facts } from '../../base/page/Page.tsx'
import { Link } from '../../base/ui/Link.tsx'

const ages = [
  ['week', '0–7 days'],
  ['month', '8–30 days'],
  ['two_months', '31–60 days'],
  ['older', 'Older'],
] as const

/** What is owed by its age, what is paid ahead, and what may be owed. */
export const accountFacts = ({
  id,
  kind,
  ageing,
  balance,
  on_account,
  effective_limit,
  overpaid = 0,
}: Account): Fact[] => [
  ...ages.flatMap(([age, name]) => (ageing[age] > 0 ? [{ name, value: rupees(ageing[age]) }] : [])),
  ...(on_account > 0 ? [{ name: 'Open, on account', value: rupees(on_account) }] : []),
  { name: 'Paid ahead', value: rupees(balance) },
  ...(overpaid > 0
    ? [
        {
          name: 'Overpaid orders',
          value: (
            <Link
              to={`/total_orders?payment_status=overpaid&${kind === 'client' ? 'billed_to' : 'user'}=${id}`}
            >
              {rupees(overpaid)}
            </Link>
          ),
        },
      ]
    : []),
  { name: 'May owe', value: rupees(effective_limit) },
]

/** The rows that every account has, without their values: while it is read, what is below them stays in its place. */
export const unknownFacts = (value: string): Fact[] => [
  { name: 'Paid ahead', value },
  { name: 'May owe', value },
]

/** What somebody owes, and what else is known of their account. */
export const AccountFacts = ({ account }: { account: Account }) => (
  <Facts facts={[{ name: 'Owed', value: rupees(account.owed), strong: true }, ...accountFacts(account)]} />
)
