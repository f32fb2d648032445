import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { getOrderPrinting, listPrintJobs, type PrintJob } from '@our-print/contract/printing/printJobs.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { Loading } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { count, formatDateTime } from '../../base/format/format.ts'
import { usePolling } from '../../base/live/live.ts'
import { SecondaryButton, Section } from '../../base/page/Page.tsx'
import { JobMenu } from './JobMenu.tsx'
import { JobProgress, JobTag } from './JobState.tsx'
import { extentText, printerText } from './printJobTexts.ts'

const PrintDialog = lazyPart(() => import('./PrintDialog.tsx'))

const refetchMs = 5_000

/** What printers print of an order. */
export default function OrderPrinting({ order }: { order: Order }) {
  const [printing, setPrinting] = useState(false)
  const refetchInterval = usePolling(refetchMs)
  const jobs = useRead(listPrintJobs, { querystring: { order: order.id, limit: '100' } }, { refetchInterval })
  const totals = useRead(getOrderPrinting, { params: { id: order.id } }, { refetchInterval })
  const isCancelled = order.status === 'cancelled'
  const error = jobs.error ?? totals.error
  const loaded = jobs.data && totals.data
  return (
    <Section
      title="Printing"
      aside={
        !isCancelled && (
          <SecondaryButton size="small" onClick={() => setPrinting(true)}>
            Print
          </SecondaryButton>
        )
      }
    >
      {error && !loaded && (
        <Box role="alert" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
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
        </Box>
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
            <Box sx={{ mt: 1, color: 'text.secondary' }}>Nothing was printed yet.</Box>
          ) : (
            <Box component="ul" aria-label="Print jobs" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
              {jobs.data.results.map((job) => (
                <Job key={job.id} job={job} />
              ))}
            </Box>
          )}
        </>
      )}
      {printing && <PrintDialog orders={[order.id]} onClose={() => setPrinting(false)} />}
    </Section>
  )
}

/** Sides of all copies, side by side. */
const Totals = ({ counts }: { counts: [name: string, sides: number][] }) => (
  <Box
    component="dl"
    sx={{ m: 0, display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' } }}
  >
    {counts.map(([name, sides]) => (
      <div key={name}>
        <Box component="dt" sx={{ typography: 'caption', color: 'text.secondary' }}>
          {name}
        </Box>
        <Box component="dd" sx={{ m: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {count(sides)}
        </Box>
      </div>
    ))}
  </Box>
)

/** A rest says itself what it is. */
const again = (reason: string) => (reason.startsWith('The rest of') ? reason : `Printed again: ${reason}`)

function Job({ job }: { job: PrintJob }) {
  const facts = [`Job ${job.number}`, printerText(job), formatDateTime(job.created_at)]
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 1,
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
        alignItems: 'flex-start',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.25 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 0.5, alignItems: 'center' }}>
          <Box component="span" sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
            {extentText(job)}
          </Box>
          <JobTag job={job} />
        </Box>
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{facts.join(' · ')}</Box>
        {job.reprint_reason && (
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{again(job.reprint_reason)}</Box>
        )}
        <JobProgress job={job} />
        {job.impressions_wasted > 0 && (
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            {count(job.impressions_wasted)} wasted
          </Box>
        )}
      </Box>
      <JobMenu job={job} />
    </Box>
  )
}
