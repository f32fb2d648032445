import type { Order } from '@our-print/contract/orders/orders.ts'
import { getOrderPrinting } from '@our-print/contract/printing/orderPrinting.ts'
import { listPrintJobs, type PrintJob } from '@our-print/contract/printing/printJobs.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { Loading } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { count, formatDateTime } from '../../base/format/format.ts'
import { usePolling } from '../../base/live/live.ts'
import { useOffer } from '../../base/page/acts.ts'
import { Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { JobMenu } from './JobMenu.tsx'
import { JobProgress, JobTag } from './JobState.tsx'
import styles from './OrderPrinting.module.css'
import { extentText, printerText } from './printJobTexts.ts'

const PrintDialog = lazyPart(() => import('./PrintDialog.tsx'))

const refetchMs = 5_000

/** What printers print of an order. */
export default function OrderPrinting({ order }: { order: Order }) {
  const [printing, setPrinting] = useState(false)
  const prints = useCan('floor')
  const refetchInterval = usePolling(refetchMs)
  const jobs = useRead(listPrintJobs, { querystring: { order: order.id, limit: '100' } }, { refetchInterval })
  const totals = useRead(getOrderPrinting, { params: { id: order.id } }, { refetchInterval })
  const isCancelled = order.status === 'cancelled'
  const print = () => setPrinting(true)
  useOffer({
    about: `Order ${order.number}`,
    acts: prints && !isCancelled ? [{ label: 'Print', run: print }] : [],
  })
  const error = jobs.error ?? totals.error
  const loaded = jobs.data && totals.data
  return (
    <Section
      title="Printing"
      aside={
        prints &&
        !isCancelled && (
          <Button size="small" onClick={print}>
            Print
          </Button>
        )
      }
    >
      {error && !loaded && (
        <Row role="alert" gap={2} wrap>
          {error.message}
          <Button
            size="small"
            onClick={() => {
              void jobs.refetch()
              void totals.refetch()
            }}
          >
            Retry
          </Button>
        </Row>
      )}
      {!error && !loaded && <Loading of="part" />}
      {loaded && (
        <>
          <Totals
            counts={[
              ['Ordered', totals.data.impressions],
              ['Printed', totals.data.impressions_good],
              ['Wasted', totals.data.impressions_wasted],
              ['In the queue', totals.data.impressions_open],
            ]}
          />
          {jobs.data.results.length === 0 ? (
            <div className={styles.nothing}>Nothing was printed yet.</div>
          ) : (
            <ul aria-label="Print jobs" className={styles.jobs}>
              {jobs.data.results.map((job) => (
                <Job key={job.id} job={job} />
              ))}
            </ul>
          )}
        </>
      )}
      {printing && <PrintDialog orders={[order.id]} onClose={() => setPrinting(false)} />}
    </Section>
  )
}

/** Sides of all copies, side by side. */
const Totals = ({ counts }: { counts: [name: string, sides: number][] }) => (
  <dl className={styles.totals}>
    {counts.map(([name, sides]) => (
      <div key={name}>
        <Text as="dt" size="caption" tone="muted">
          {name}
        </Text>
        <Text as="dd" strong>
          {count(sides)}
        </Text>
      </div>
    ))}
  </dl>
)

/** A rest says itself what it is. */
const again = (reason: string) => (reason.startsWith('The rest of') ? reason : `Printed again: ${reason}`)

function Job({ job }: { job: PrintJob }) {
  const facts = [
    `Job ${job.number}`,
    printerText(job),
    formatDateTime(job.created_at),
    ...(job.is_automatic ? ['Printed by itself'] : []),
  ]
  return (
    <li className={styles.job}>
      <Stack gap={1} fill>
        <Row gap={2} wrap>
          <Text strong flow="wrap">
            {extentText(job)}
          </Text>
          <JobTag job={job} />
        </Row>
        <Text size="caption" tone="muted">
          {facts.join(' · ')}
        </Text>
        {job.reprint_reason && (
          <Text size="small" tone="muted" flow="wrap">
            {again(job.reprint_reason)}
          </Text>
        )}
        <JobProgress job={job} />
        {job.impressions_wasted > 0 && (
          <Text size="small" tone="muted">
            {count(job.impressions_wasted)} wasted
          </Text>
        )}
      </Stack>
      <JobMenu job={job} offers />
    </li>
  )
}
