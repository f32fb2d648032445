import type { IppJob } from '../ipp/ippJobs.ts'

/**
 * What became of a job that may have been sent by a process that died, or over a connection that broke:
 * - `send`: the printer has nothing of it, so it is sent.
 * - `drop`: the printer has the job without its whole document; it is cancelled there before it is sent again.
 * - `arrived`: the printer has the whole document.
 * - `ended`: it was cancelled or broken off at the printer, and may have printed something.
 * - `lost`: it was being sent, and the printer does not know it. Nobody can know whether it is printed.
 */
export type Verdict = 'send' | 'drop' | 'arrived' | 'ended' | 'lost'

/** The printer waits for the document, or for the rest of it. */
const incoming = ['job-incoming', 'job-data-insufficient']
/** Somebody cancelled it at the printer. This server's own requests are `job-canceled-by-user`. */
const byPerson = ['job-canceled-at-device', 'job-canceled-by-operator']

const hasPrinted = ({ impressionsCompleted }: IppJob) => (impressionsCompleted ?? 0) > 0

/** `mayHaveDocument`: whether its document was begun to be sent. */
export function judgeSent(mayHaveDocument: boolean, known: IppJob | undefined): Verdict {
  if (!known) return mayHaveDocument ? 'lost' : 'send'
  const { state, reasons } = known
  if (state === 'completed') return 'arrived'
  if (state === 'canceled' || state === 'aborted') {
    const isPersons = state === 'canceled' && reasons.some((reason) => byPerson.includes(reason))
    return isPersons || hasPrinted(known) ? 'ended' : 'send'
  }
  if (!mayHaveDocument) return 'drop'
  return reasons.some((reason) => incoming.includes(reason)) ? 'drop' : 'arrived'
}
