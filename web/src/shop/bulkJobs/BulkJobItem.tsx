import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { BulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { useState } from 'react'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { isRunning, progressOf, reached, resultOf, titleOf } from './bulkJobTexts.ts'
import type { JobActions } from './useBulkJobs.ts'

type Props = { job: BulkJob; actions: JobActions }

/** One bulk job in the panel: its progress with Cancel, or its result with Report, Undo and Dismiss. */
export function BulkJobItem({ job, actions }: Props) {
  const [pending, setPending] = useState<string>()
  const running = isRunning(job)
  const buttons = running
    ? [{ label: 'Cancel', act: actions.cancel }]
    : [
        { label: 'Report', act: actions.report },
        ...(job.can_undo ? [{ label: 'Undo', act: actions.undo }] : []),
        { label: 'Dismiss', act: async (done: BulkJob) => actions.dismiss(done) },
      ]
  return (
    <Box component="li" sx={{ p: 2 }}>
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{titleOf(job)}</Box>
      {running && (
        <LinearProgress
          variant="determinate"
          value={(100 * reached(job)) / job.total}
          aria-label={titleOf(job)}
          sx={{ my: 1 }}
        />
      )}
      <Box sx={{ color: job.status === 'failed' ? 'error.main' : 'text.secondary' }}>
        {running ? progressOf(job) : resultOf(job)}
      </Box>
      {job.error && <Box sx={{ color: 'text.secondary' }}>{job.error}</Box>}
      <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
        {buttons.map(({ label, act }) => (
          <SecondaryButton
            key={label}
            size="small"
            loading={pending === label}
            onClick={() => {
              setPending(label)
              void act(job).finally(() => setPending(undefined))
            }}
            sx={{ minHeight: { xs: 44, md: 0 } }}
          >
            {label}
          </SecondaryButton>
        ))}
      </Box>
    </Box>
  )
}
