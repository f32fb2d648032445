import { getProductionSummary } from '@our-print/contract/printing/production.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useId } from 'react'
import { useRead } from '../../base/api/api.ts'
import { usePolling } from '../../base/live/live.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import { ProductionFigures } from './ProductionFigures.tsx'
import styles from './ProductionPanel.module.css'
import { ProductionTasks } from './ProductionTasks.tsx'

const refetchMs = 60_000

/** The production of the dashboard's days, and what needs somebody now. */
export default function ProductionPanel({ range }: { range: { from_date: string; to_date: string } }) {
  const id = useId()
  const { data, error, isPlaceholderData, isFetching, refetch } = useRead(
    getProductionSummary,
    { querystring: range },
    { placeholderData: keepPreviousData, refetchInterval: usePolling(refetchMs) },
  )
  return (
    <section aria-labelledby={id} aria-busy={isFetching} className={styles.panel}>
      <div className={styles.head}>
        <Heading level="h2" id={id}>
          Production
        </Heading>
        <Link to={`/production?${new URLSearchParams(range)}`}>Days, printers and margins</Link>
      </div>
      {error && !data ? (
        <Row role="alert" gap={2} wrap>
          <Text tone="muted">The production could not be loaded. {error.message}</Text>
          <Button size="small" onClick={() => void refetch()}>
            Retry
          </Button>
        </Row>
      ) : (
        <Stack gap={3} older={isPlaceholderData}>
          <ProductionFigures data={data} />
          {data && <ProductionTasks tasks={data.tasks} />}
        </Stack>
      )}
    </section>
  )
}
