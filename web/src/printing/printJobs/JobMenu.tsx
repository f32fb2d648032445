import { orderChanged } from '@our-print/contract/printing/printJobStates.ts'
import type { PrintJob } from '@our-print/contract/printing/printJobs.ts'
import { useState } from 'react'
import { useCan } from '../../base/api/useCan.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import { useOffer } from '../../base/page/acts.ts'
import { isAtPrinter, isOpen } from './printJobTexts.ts'
import { useJobActions } from './useJobActions.ts'

const ReprintDialog = lazyPart(() => import('./ReprintDialog.tsx'))
const MoveJobDialog = lazyPart(() => import('./MoveJobDialog.tsx'))

/** What can be done with a print job now; `offers`: in the palette, too. */
export function JobMenu({ job, offers = false }: { job: PrintJob; offers?: boolean }) {
  const actions = useJobActions(job)
  const prints = useCan('floor')
  const [open, setOpen] = useState<'reprint' | 'move'>()
  const close = () => setOpen(undefined)
  const move = { label: 'Move to another printer', onClick: () => setOpen('move') }
  const cancel = { label: 'Cancel', onClick: () => void actions.cancel(), danger: true }
  const tryNow = { label: 'Try now', onClick: () => void actions.retry() }
  const waits = job.state === 'queued'
  const isOld = job.reasons.includes(orderChanged)
  // A printer may end a job with errors and sides that are missing, too.
  const isCut = !isOpen(job) && !isOld && job.impressions_done < job.impressions_total
  const choices = [
    ...(job.state === 'held' ? [{ label: 'Release', onClick: () => void actions.release() }] : []),
    ...(waits ? [{ label: 'Print first', onClick: () => void actions.first() }] : []),
    ...(job.state === 'queued' ? [{ label: 'Hold', onClick: () => void actions.hold() }] : []),
    ...(isOpen(job) && job.reasons.length > 0 && job.state !== 'held' ? [tryNow] : []),
    ...(isCut
      ? [
          { label: 'Print the rest', onClick: () => void actions.retry() },
          { label: 'Print the rest on another printer', onClick: () => setOpen('move') },
        ]
      : []),
    ...(isOpen(job) && !job.is_cancelling ? [move] : []),
    ...(isOpen(job) || isOld ? [] : [{ label: 'Reprint', onClick: () => setOpen('reprint') }]),
    ...(isOpen(job) && !job.is_cancelling ? [cancel] : []),
    ...(isAtPrinter(job) && job.is_cancelling
      ? [{ label: 'Give it up', onClick: () => void actions.giveUp(), danger: true }]
      : []),
  ]
  useOffer({
    about: `Print job ${job.number}`,
    acts: prints && waits && offers ? [{ label: 'Print first', run: () => void actions.first() }] : [],
  })
  if (!prints) return null
  return (
    <>
      <RowMenu name={`print job ${job.number}`} actions={choices} />
      {open === 'reprint' && <ReprintDialog job={job} onClose={close} />}
      {open === 'move' && <MoveJobDialog job={job} onClose={close} />}
    </>
  )
}
