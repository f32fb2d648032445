import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { PrintJobState } from '@our-print/contract/printing/printJobStates.ts'
import type { PrintJob } from '@our-print/contract/printing/printJobs.ts'
import {
  CheckCircleOutlined as CheckCircle,
  ErrorOutlined as Failed,
  PrintOutlined as Print,
  Schedule,
  WarningAmberOutlined as Warning,
} from '../../base/icons/frame.tsx'
import { BlockOutlined as Block } from '../../base/icons/screens.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { isAtPrinter, progressText, stateLabels, stateText } from './printJobTexts.ts'

const icons: Record<PrintJobState, typeof Print> = {
  queued: Schedule,
  held: Schedule,
  sending: Print,
  pending: Print,
  printing: Print,
  stopped: Warning,
  done: CheckCircle,
  cancelled: Block,
  failed: Failed,
}

/** Where a print job is, as a label. */
export const JobTag = ({ job: { state } }: { job: PrintJob }) => (
  <Tag
    label={stateLabels[state]}
    Icon={icons[state]}
    tone={state === 'done' || state === 'printing' ? 'good' : state === 'cancelled' ? 'off' : 'neutral'}
  />
)

/** What a job does now, if its label does not say it all, with a bar while its printer has it. */
export function JobProgress({ job }: { job: PrintJob }) {
  const text = stateText(job)
  const isPlain = text === stateLabels[job.state]
  return (
    <Box sx={{ minWidth: 0, whiteSpace: 'normal', typography: 'body2' }}>
      {!isPlain && (
        <Box
          sx={{
            color: job.state === 'stopped' || job.state === 'failed' ? 'text.primary' : 'text.secondary',
          }}
        >
          {text}
        </Box>
      )}
      {isAtPrinter(job) && (
        <LinearProgress
          variant="determinate"
          value={(100 * job.impressions_done) / job.impressions_total}
          color={job.state === 'stopped' ? 'warning' : 'primary'}
          aria-label={`Print job ${job.number}`}
          aria-valuetext={progressText(job)}
          sx={{ mt: 0.5, height: 6, borderRadius: 3 }}
        />
      )}
    </Box>
  )
}
