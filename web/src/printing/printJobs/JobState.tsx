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
import { Stack } from '../../base/ui/Layout.tsx'
import { ProgressBar } from '../../base/ui/ProgressBar.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Text } from '../../base/ui/Text.tsx'
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
  const needsPerson = job.state === 'stopped' || job.state === 'failed'
  if (isPlain && !isAtPrinter(job)) return null
  return (
    <Stack gap={1}>
      {!isPlain && (
        <Text as="div" size="small" tone={needsPerson ? undefined : 'muted'} flow="wrap">
          {text}
        </Text>
      )}
      {isAtPrinter(job) && (
        <ProgressBar
          value={(100 * job.impressions_done) / job.impressions_total}
          tone={job.state === 'stopped' ? 'warning' : 'accent'}
          label={`Print job ${job.number}`}
          text={progressText(job)}
        />
      )}
    </Stack>
  )
}
