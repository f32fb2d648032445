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

/** It ended because its document did not come whole: so nothing of it was printed. */
const brokenOff = ['submission-interrupted', 'document-access-error', ...incoming]

/** Whether sides may have come out of a job that ended early. A printer that counts nothing leaves the question open. */
function mayHavePrinted(
  { impressionsCompleted, sheetsCompleted, reasons }: IppJob,
  hadDocument: boolean,
): boolean {
  if (impressionsCompleted !== null || sheetsCompleted !== null) {
    return (impressionsCompleted ?? 0) > 0 || (sheetsCompleted ?? 0) > 0
  }
  return hadDocument && !reasons.some((reason) => brokenOff.includes(reason))
}

/** `mayHaveDocument`: whether its document was begun to be sent. */
export function judgeSent(mayHaveDocument: boolean, known: IppJob | undefined): Verdict {
  if (!known) return mayHaveDocument ? 'lost' : 'send'
  const { state, reasons } = known
  if (state === 'completed') return 'arrived'
  if (state === 'canceled' || state === 'aborted') {
    const isPersons = state === 'canceled' && reasons.some((reason) => byPerson.includes(reason))
    return isPersons || mayHavePrinted(known, mayHaveDocument) ? 'ended' : 'send'
  }
  if (!mayHaveDocument) return 'drop'
  return reasons.some((reason) => incoming.includes(reason)) ? 'drop' : 'arrived'
}
