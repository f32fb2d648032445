import { expect, test } from 'vitest'
import { type IppJob, ippJobStates } from '../ipp/ippJobs.ts'
import { judgeSent, type Verdict } from './judgeSent.ts'

// The core rule of the queue: what may be sent again. Each wrong "send" prints twice, each wrong "lost" stops a job.

const job = (fields: Partial<IppJob>): IppJob => ({
  id: 7,
  name: '',
  state: 'processing',
  reasons: [],
  message: null,
  impressionsCompleted: 0,
  sheetsCompleted: 0,
  ...fields,
})

type Case = [what: string, known: Partial<IppJob> | null, before: Verdict, after: Verdict]

const incoming = ['job-incoming']
const uncounted = { impressionsCompleted: null, sheetsCompleted: null }

/** What follows before and after its document may have been sent. */
const cases: Case[] = [
  ['does not know it', null, 'send', 'lost'],
  ['waits for its document', { state: 'pending', reasons: incoming }, 'drop', 'drop'],
  ['waits for the rest of it', { state: 'processing', reasons: ['job-data-insufficient'] }, 'drop', 'drop'],
  ['holds it without its document', { state: 'pending-held', reasons: incoming }, 'drop', 'drop'],
  ['has it', { state: 'pending' }, 'drop', 'arrived'],
  ['holds it', { state: 'pending-held', reasons: ['job-hold-until-specified'] }, 'drop', 'arrived'],
  ['prints it', { state: 'processing', impressionsCompleted: 2 }, 'drop', 'arrived'],
  ['has stopped it', { state: 'processing-stopped', reasons: ['printer-stopped'] }, 'drop', 'arrived'],
  ['has printed it', { state: 'completed', impressionsCompleted: 3 }, 'arrived', 'arrived'],
  ['has printed it, uncounted', { state: 'completed', ...uncounted }, 'arrived', 'arrived'],
  ['aborted it before the first side', { state: 'aborted' }, 'send', 'send'],
  [
    'aborted it before the first side, counts no sheets',
    { state: 'aborted', sheetsCompleted: null },
    'send',
    'send',
  ],
  [
    'aborted it itself, whatever it says of people',
    { state: 'aborted', reasons: ['job-canceled-at-device'] },
    'send',
    'send',
  ],
  ['aborted it after some sides', { state: 'aborted', impressionsCompleted: 2 }, 'ended', 'ended'],
  ['aborted it after some sheets', { state: 'aborted', sheetsCompleted: 1 }, 'ended', 'ended'],
  [
    'aborted it after some sheets, counts no sides',
    { state: 'aborted', ...uncounted, sheetsCompleted: 1 },
    'ended',
    'ended',
  ],
  ['aborted it, and does not count', { state: 'aborted', ...uncounted }, 'send', 'ended'],
  [
    'aborted it, as the document broke off, and does not count',
    { state: 'aborted', ...uncounted, reasons: ['submission-interrupted'] },
    'send',
    'send',
  ],
  [
    'cancelled it before the first side',
    { state: 'canceled', reasons: ['job-canceled-by-user'] },
    'send',
    'send',
  ],
  ['cancelled it after some sides', { state: 'canceled', impressionsCompleted: 1 }, 'ended', 'ended'],
  ['cancelled it, and does not count', { state: 'canceled', ...uncounted }, 'send', 'ended'],
  ['was told at its display', { state: 'canceled', reasons: ['job-canceled-at-device'] }, 'ended', 'ended'],
  [
    'was told by its operator',
    { state: 'canceled', reasons: ['job-canceled-by-operator'] },
    'ended',
    'ended',
  ],
]

test.each(cases)('the printer %s', (_what, known, before, after) => {
  const found = known ? job(known) : undefined
  expect([judgeSent(false, found), judgeSent(true, found)]).toEqual([before, after])
})

test('each state of a job is in the table', () => {
  expect(new Set(cases.flatMap(([, known]) => known?.state ?? []))).toEqual(new Set(ippJobStates))
})
