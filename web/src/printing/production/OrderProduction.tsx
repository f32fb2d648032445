import {
  getOrderProduction,
  type OrderProduction as Production,
} from '@our-print/contract/printing/production.ts'
import { useRead } from '../../base/api/api.ts'
import { count } from '../../base/format/format.ts'
import { type Fact, Facts, Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { money } from './productionTexts.ts'

/** What an order cost and earned, and what reached its customer; for super admins. What is printed stands under Printing. */
export default function OrderProduction({ order }: { order: string }) {
  const { data, error, refetch } = useRead(getOrderProduction, { params: { id: order } })
  return (
    <Section title="Production">
      {data && <Facts facts={factsOf(data)} />}
      {!data && !error && <Text tone="muted">Loading...</Text>}
      {error && !data && (
        <Row role="alert" gap={2} wrap>
          <Text size="small" tone="muted">
            {error.message}
          </Text>
          <Button size="small" onClick={() => void refetch()}>
            Retry
          </Button>
        </Row>
      )}
      {data?.jobs === 0 && (
        <Text as="p" size="small" tone="muted">
          No print job has finished yet, so no cost is known.
        </Text>
      )}
    </Section>
  )
}

function factsOf(data: Production): Fact[] {
  const { ordered, delivered, jobs, revenue, paper, click, binding, waste, cost, margin } = data
  const share = revenue > 0 ? ` (${Math.round((margin / revenue) * 100)}%)`.replace('-', '−') : ''
  return [
    { name: 'Delivered', value: `${count(delivered)} of ${count(ordered)} sides` },
    ...(jobs === 0
      ? []
      : [
          { name: 'Paper', value: money(paper) },
          { name: 'Clicks', value: money(click) },
          ...(binding > 0 ? [{ name: 'Binding', value: money(binding) }] : []),
          ...(waste > 0 ? [{ name: 'Cost of waste', value: money(waste) }] : []),
          { name: 'Cost', value: money(cost), strong: true as const },
          { name: 'Margin', value: `${money(margin)}${share}`, strong: true as const },
        ]),
  ]
}
