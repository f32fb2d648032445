import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { useCan } from '../../base/api/useCan.ts'
import { rupees } from '../../base/format/format.ts'
import { Link } from '../../base/ui/Link.tsx'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Table, Td, Th } from '../../base/ui/Table.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { Card } from './Card.tsx'

const ages = [
  { age: 'week', label: '0–7 days', days: '0' },
  { age: 'month', label: '8–30 days', days: '7' },
  { age: 'two_months', label: '31–60 days', days: '30' },
  { age: 'older', label: 'Older', days: '60' },
] as const

/** What is owed of delivered orders, by its age; each age leads to who owes it. */
export function OwedCard({ owed }: { owed: Dashboard['owed'] | undefined }) {
  const [payments, customers] = [useCan('payments'), useCan('customers')]
  return (
    <Card title="Owed" note={owed ? `${rupees(owed.total)} in all, by days since the delivery` : ''}>
      <Table label="Owed">
        <thead>
          <tr>
            <Th>Since</Th>
            <Th align="right">Amount</Th>
          </tr>
        </thead>
        <tbody>
          {ages.map(({ age, label, days }) => (
            <tr key={age}>
              <Th scope="row">
                {payments && customers ? (
                  <Link to={`/accounts?owing_days=${days}`} tone="inherit">
                    {label}
                  </Link>
                ) : (
                  label
                )}
              </Th>
              <Td align="right" strong>
                {owed ? (
                  <Text {...(age === 'older' && owed.ageing.older > 0 && { tone: 'danger' as const })}>
                    {rupees(owed.ageing[age])}
                  </Text>
                ) : (
                  <Skeleton />
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
