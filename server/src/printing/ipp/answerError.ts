import { IppError } from './ippError.ts'
import type { Answer } from './ippMessage.ts'

const sentences: Record<string, string> = {
  'client-error-not-found': 'The printer does not know this job.',
  'client-error-gone': 'The printer does not know this job any more.',
  'client-error-not-possible': 'The printer cannot do this now.',
  'client-error-document-format-not-supported': 'The printer cannot print this kind of file.',
  'client-error-document-format-error': 'The printer cannot read this file.',
  'client-error-request-entity-too-large': 'The file is too large for the printer.',
  'client-error-conflicting-attributes': 'The options of the job cannot be combined on this printer.',
  'server-error-operation-not-supported': 'The printer cannot do this.',
  'server-error-device-error': 'The printer has a fault: look at its display.',
  'server-error-not-accepting-jobs': 'The printer accepts no jobs at the moment.',
  'server-error-busy': 'The printer is busy.',
  'server-error-service-unavailable': 'The printer is not ready.',
  'server-error-temporary-error': 'The printer has a fault that passes.',
  'server-error-too-many-jobs': 'The printer’s queue is full.',
}
const unauthorized = ['forbidden', 'not-authenticated', 'not-authorized'].map((end) => `client-error-${end}`)
/** What passes, or a person at the printer ends: a jam is no reason against the job, nor against those that wait behind it. */
const busy = [
  'client-error-timeout',
  ...[
    'busy',
    'device-error',
    'not-accepting-jobs',
    'printer-is-deactivated',
    'service-unavailable',
    'temporary-error',
    'too-many-jobs',
  ].map((end) => `server-error-${end}`),
]

/** What an answer without success means for who asked. */
export function errorOf({ status, message, unsupported }: Answer): IppError {
  if (unauthorized.includes(status)) {
    return new IppError('unauthorized', 'The printer does not allow this user to do that.', { status })
  }
  if (busy.includes(status))
    return new IppError('busy', sentences[status] ?? 'The printer is busy.', { status })
  if (status === 'client-error-attributes-or-values-not-supported') {
    const what = unsupported.join(', ') || message || 'no reason given'
    return new IppError('refused', `The printer cannot do what the job asks for: ${what}.`, { status })
  }
  return new IppError('refused', sentences[status] ?? `The printer refuses: ${message ?? status}.`, {
    status,
  })
}
