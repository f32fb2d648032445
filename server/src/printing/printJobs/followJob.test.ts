import { randomUUID } from 'node:crypto'
import type { PrinterStatus } from '@our-print/contract/printing/printerStatus.ts'
import type { PrintJobState } from '@our-print/contract/printing/printJobStates.ts'
import { describe, expect, test, vi } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildPrinter, buildPrintJob } from '../../../test/buildPrinting.ts'
import { buildPrintedOrder } from '../../../test/printers/printing.ts'
import { FileMissing } from '../../base/files/storedFile.ts'
import type { IppClient } from '../ipp/ippClient.ts'
import { IppError } from '../ipp/ippError.ts'
import type { IppJob } from '../ipp/ippJobs.ts'
import { followJob } from './followJob.ts'
import { findActive } from './printerQueue.queries.ts'

// What a printer answers, and what becomes of its job.

const api = useApi()
const runner = randomUUID()

type Row = {
  state: PrintJobState
  reasons: string[]
  message: string | null
  impressions_done: number
  sheets_done: number
  printer_id: string
}
const read = async (id: string) =>
  (
    await api.db<Row[]>`
      select state, reasons, message, impressions_done, sheets_done, printer_id from print_jobs where id = ${id}`
  )[0]

type Said = Partial<IppJob> | undefined

const ippJob = (said: Partial<IppJob>): IppJob => ({
  id: 7,
  name: '',
  state: 'processing',
  reasons: [],
  message: null,
  impressionsCompleted: 2,
  sheetsCompleted: 1,
  ...said,
})

const idle: PrinterStatus = {
  state: 'idle',
  reasons: [],
  message: '',
  accepts_jobs: true,
  make_and_model: null,
  color: true,
  duplex: true,
  paper_sizes: [],
  media_ready: [],
  finishings: [],
  document_formats: [],
  pages_per_minute: null,
  queued_jobs: null,
  supplies: [],
  impressions_completed: null,
  at: '2026-01-01T00:00:00Z',
}
const stopped: PrinterStatus = {
  ...idle,
  state: 'stopped',
  reasons: ['door-open'],
  message: 'A door is open.',
}

/** A printer that says this of its job, and later that; a call that is not expected fails. */
function answering(said: Said[], status: PrinterStatus = idle) {
  const answers = said.map((one) => one && ippJob(one))
  const unexpected = (): never => {
    throw new Error('Not expected')
  }
  return {
    getJob: vi.fn(async () => (answers.length > 1 ? answers.shift() : answers[0])),
    findJob: async () => undefined,
    cancelJob: vi.fn(async () => {}),
    getPrinter: vi.fn(async () => status),
    createJob: unexpected,
    sendDocument: unexpected,
    holdJob: unexpected,
    releaseJob: unexpected,
    close() {},
  } satisfies IppClient
}

/** A job of six sides, two of which its printer has printed. */
async function build(fields: Record<string, string | number | boolean | null> = {}) {
  const printer = await buildPrinter(api.db)
  const { id, order } = await buildPrintJob(api.db, {
    printer: printer.id,
    state: 'printing',
    impressions: 6,
    impressions_done: 2,
  })
  const row = { runner, tries: 1, ipp_job_id: 7, sent_at: new Date().toISOString(), ...fields }
  await api.db`update print_jobs set version = version + 1, ${api.db(row)} where id = ${id}`
  return { id, order, printer: printer.id }
}

async function follow({ id, printer }: Awaited<ReturnType<typeof build>>, client: IppClient) {
  const job = await findActive(api.db, printer, runner)
  if (!job || job === 'waits') throw new Error('It is not due')
  const lease = { isHeld: () => true, signal: new AbortController().signal }
  await followJob({ dependencies: api.resources, client, lease, printer: 'Laser' }, job)
  return read(id)
}

test.each<[string, Said, Partial<Row>]>([
  [
    'completed',
    { state: 'completed' },
    { state: 'done', message: null, impressions_done: 6, sheets_done: 1 },
  ],
  [
    'completed with errors, what it counted',
    { state: 'completed', reasons: ['job-completed-with-errors'], impressionsCompleted: 4 },
    { state: 'done', message: 'Printed with errors. Look at what Laser printed.', impressions_done: 4 },
  ],
  [
    'cancelled there',
    { state: 'canceled', reasons: ['job-canceled-by-operator'], impressionsCompleted: 3 },
    {
      state: 'cancelled',
      message: 'Cancelled at Laser.',
      reasons: ['job-canceled-by-operator'],
      impressions_done: 3,
    },
  ],
  [
    'given up with a reason',
    { state: 'aborted', message: 'It is too large.' },
    { state: 'failed', message: 'Laser gave it up: It is too large.', impressions_done: 2 },
  ],
  ['given up', { state: 'aborted' }, { state: 'failed', message: 'Laser gave it up.' }],
  [
    'unknown',
    undefined,
    { state: 'failed', reasons: ['job-lost'], message: expect.stringContaining('2 of 6 sides') },
  ],
  ['printing', { impressionsCompleted: 3 }, { state: 'printing', message: null, impressions_done: 3 }],
  ['waiting', { state: 'pending' }, { state: 'pending', message: null }],
  ['held', { state: 'pending-held' }, { state: 'pending', message: 'Held at Laser. Release it there.' }],
  // Counts that cannot be are not believed.
  ['printing fewer sides than before', { impressionsCompleted: 1 }, { impressions_done: 2 }],
  ['printing more sides than it has', { impressionsCompleted: 99 }, { impressions_done: 6 }],
  [
    'printing with a count of sheets only',
    { impressionsCompleted: null, sheetsCompleted: 4 },
    { impressions_done: 4, sheets_done: 4 },
  ],
  [
    'printing without counting',
    { impressionsCompleted: null, sheetsCompleted: null },
    { impressions_done: 2 },
  ],
])('a job that its printer calls %s', async (_, said, expected) => {
  expect(await follow(await build(), answering([said]))).toMatchObject(expected)
})

describe('a job that makes no progress', () => {
  test('is stopped where its printer is, with the reasons of both', async () => {
    const client = answering([{ reasons: ['job-printing'] }], stopped)
    expect(await follow(await build(), client)).toMatchObject({
      state: 'stopped',
      reasons: ['job-printing', 'door-open'],
      message: 'A door is open. It goes on by itself once Laser works again.',
    })
  })

  test('is printing where its printer is not stopped, whose reasons it has not', async () => {
    const client = answering([{}], { ...stopped, state: 'processing' })
    expect(await follow(await build(), client)).toMatchObject({
      state: 'printing',
      reasons: [],
      message: null,
    })
  })

  test('is stopped where it says so itself, also while it was sent', async () => {
    const said: Said = { state: 'processing-stopped', impressionsCompleted: 5, reasons: ['media-empty'] }
    for (const state of ['printing', 'sending']) {
      expect(await follow(await build({ state }), answering([said]))).toMatchObject({
        state: 'stopped',
        impressions_done: 5,
        message: 'Out of paper. Load A4 into Laser; it goes on by itself.',
      })
    }
  })
})

test('a printer is asked how it is only where its job makes no progress', async () => {
  for (const [state, impressionsCompleted, times] of [
    ['printing', 2, 1],
    ['printing', 3, 0],
    // It has just been sent.
    ['sending', 2, 0],
  ] as const) {
    const client = answering([{ impressionsCompleted }])
    await follow(await build({ state }), client)
    expect([state, impressionsCompleted, client.getPrinter.mock.calls.length]).toEqual([
      state,
      impressionsCompleted,
      times,
    ])
  }
})

const asked = { cancel_asked_at: new Date().toISOString() }

describe('a job that a person cancels', () => {
  test('is cancelled at its printer, and keeps what was printed by then', async () => {
    const client = answering([{}, { state: 'canceled', impressionsCompleted: 4 }])
    expect(await follow(await build(asked), client)).toMatchObject({
      state: 'cancelled',
      message: null,
      impressions_done: 4,
    })
    expect(client.cancelJob.mock.calls).toEqual([[7]])
  })

  test.each<[string, Said, Partial<Row>]>([
    ['has printed it meanwhile', { state: 'completed' }, { state: 'done', impressions_done: 6 }],
    [
      'gave it up',
      { state: 'aborted', impressionsCompleted: 3 },
      { state: 'cancelled', impressions_done: 3 },
    ],
    ['does not know it', undefined, { state: 'cancelled', impressions_done: 2 }],
  ])('at a printer that %s', async (_, said, expected) => {
    expect(await follow(await build(asked), answering([said]))).toMatchObject(expected)
  })

  test('is not asked for at a printer that was never told of it', async () => {
    const client = answering([{ state: 'completed' }])
    const job = await build({ ...asked, state: 'sending', tries: 0, ipp_job_id: null, sent_at: null })
    expect(await follow(job, client)).toMatchObject({ state: 'cancelled' })
    expect(client.getJob.mock.calls).toEqual([])
  })

  test.each([
    ['that may have its document waits for its printer', { state: 'sending' }, 'sending'],
    ['that prints waits for its printer', { sent_at: null }, 'printing'],
    ['that has no document needs no answer', { state: 'sending', sent_at: null }, 'cancelled'],
  ])('%s', async (_, fields, state) => {
    const client = {
      ...answering([]),
      getJob: async () => {
        throw new IppError('unreachable', 'It is off.')
      },
    }
    const job = await build({ ...asked, ...fields })
    await follow(job, client).catch((error: unknown) => expect(error).toBeInstanceOf(IppError))
    expect(await read(job.id)).toMatchObject({ state })
  })

  test('stays with another runner that has it', async () => {
    const job = await build(asked)
    const client = answering([{ state: 'canceled' }])
    client.cancelJob.mockImplementation(async () => {
      await api.db`update print_jobs set version = version + 1, runner = ${randomUUID()} where id = ${job.id}`
    })
    expect(await follow(job, client)).toMatchObject({ state: 'printing' })
  })
})

test.each([
  ['server-error-busy', false],
  ['server-error-temporary-error', false],
  // The answer to a jam, which may have come in the middle of the job.
  ['server-error-device-error', true],
  // An answer of HTTP: whoever gave it may have passed the document on.
  [undefined, true],
])(
  'a document or a ticket that is answered with %s may be at the printer: %s',
  async (status, mayBeThere) => {
    for (const [cover, column] of [
      [false, 'sent_at'],
      [true, 'cover_sent_at'],
    ] as const) {
      expect([column, await turnAway(status, cover, column)]).toEqual([column, mayBeThere])
    }
  },
)

test.each([
  ['server-error-internal-error', 'busy'],
  ['client-error-attributes-or-values-not-supported', 'refused'],
])('a job that is not begun for %s is %s, as is its ticket', async (status, kind) => {
  for (const cover of [false, true]) {
    const client = {
      ...answering([]),
      createJob: async () => {
        throw new IppError('refused', 'It does not.', { status })
      },
    }
    const following = follow(await buildSending({ cover }), client)
    await expect(following).rejects.toMatchObject({ kind, status, message: 'It does not.' })
  }
})

test.each([
  ['client-error-not-found', 'busy'],
  ['client-error-document-format-error', 'refused'],
])(
  'a job whose document is answered with %s is %s, as is its ticket, and it is freed',
  async (status, kind) => {
    for (const cover of [false, true]) {
      const client = {
        ...answering([]),
        createJob: async () => ippJob({ state: 'pending' }),
        sendDocument: async () => {
          throw new IppError('refused', 'It does not.', { status })
        },
      }
      const job = await buildSending({ cover })
      await expect(follow(job, client)).rejects.toMatchObject({ kind })
      expect(client.cancelJob.mock.calls).toEqual([[7]])
    }
  },
)

test('no ticket is printed for a document that cannot be made', async () => {
  const job = await buildSending({ cover: true })
  await api.db`update order_files set storage_key = 'gone' where order_id = ${job.order}`
  await expect(follow(job, answering([]))).rejects.toBeInstanceOf(FileMissing)
  expect(await api.db`select cover_sent_at, tries from print_jobs where id = ${job.id}`).toEqual([
    { cover_sent_at: null, tries: 0 },
  ])
})

test('a printer that does not say how a job is, is asked again: it may print it', async () => {
  const refuse = (status: string) => async () => {
    throw new IppError('refused', 'It does not say.', { status })
  }
  const ask = async (client: Partial<IppClient>) =>
    follow(await build({ state: 'sending' }), { ...answering([undefined]), ...client })
  const internal = 'server-error-internal-error'
  await expect(ask({ getJob: refuse(internal) })).rejects.toMatchObject({ kind: 'busy', status: internal })
  await expect(ask({ findJob: refuse(internal) })).rejects.toMatchObject({ kind: 'busy' })
  // It never will.
  const never = 'server-error-operation-not-supported'
  await expect(ask({ findJob: refuse(never) })).rejects.toMatchObject({ kind: 'refused' })
})

/** A job that its printer gets now, of an order with a file. */
async function buildSending({ cover }: { cover: boolean }) {
  const { id: order } = await buildPrintedOrder(api.db, api.resources.storage)
  const { id: printer } = await buildPrinter(api.db)
  const { id } = await buildPrintJob(api.db, { order, printer, state: 'sending', cover })
  await api.db`update print_jobs set version = version + 1, runner = ${runner} where id = ${id}`
  return { id, order, printer }
}

/** Whether a document, or the ticket in front of it, may be at the printer after this answer. */
async function turnAway(status: string | undefined, cover: boolean, column: string): Promise<boolean> {
  const job = await buildSending({ cover })
  const client = {
    ...answering([]),
    createJob: async () => ippJob({ state: 'pending' }),
    sendDocument: async () => {
      throw new IppError('busy', 'Not now.', status === undefined ? {} : { status })
    },
  }
  await expect(follow(job, client)).rejects.toThrow('Not now.')
  const [row] = await api.db<{ is_sent: boolean }[]>`
    select ${api.db(column)} is not null as is_sent from print_jobs where id = ${job.id}`
  return row?.is_sent ?? false
}

test.each([
  ['all of it where nothing is printed', 0, 'queued', null],
  ['its rest', 2, 'cancelled', expect.stringMatching(/^Moved from Laser to .*, which prints the rest\.$/)],
] as const)('a job that moves gives %s to the other printer', async (_, sides, state, message) => {
  const other = await buildPrinter(api.db)
  const job = await build({ ...asked, move_to: other.id, impressions_done: sides })
  const said = { state: 'canceled', impressionsCompleted: sides } as const
  expect(await follow(job, answering([said]))).toMatchObject({ state, message })
  const open = await api.db`
    select printer_id, first_impression from print_jobs where order_id = ${job.order} and state = 'queued'`
  expect(open).toEqual([{ printer_id: other.id, first_impression: sides + 1 }])
})

test('a job that moves leaves the sheets that its printer counted, where it counts no sides', async () => {
  const other = await buildPrinter(api.db)
  const job = await build({ ...asked, move_to: other.id, impressions_done: 0 })
  await follow(job, answering([{ state: 'canceled', impressionsCompleted: null, sheetsCompleted: 4 }]))
  const open = await api.db`
    select printer_id, first_impression from print_jobs where order_id = ${job.order} and state = 'queued'`
  expect(open).toEqual([{ printer_id: other.id, first_impression: 5 }])
})

test('a job that its printer does not know any more moves nowhere: a person looks first', async () => {
  const other = await buildPrinter(api.db)
  const job = await build({ ...asked, move_to: other.id, impressions_done: 0 })
  expect(await follow(job, answering([undefined]))).toMatchObject({ state: 'failed', reasons: ['job-lost'] })
  expect(await api.db`select id from print_jobs where order_id = ${job.order}`).toHaveLength(1)
})

test('a job that was printed whole by the time its printer stopped has no rest to move', async () => {
  const other = await buildPrinter(api.db)
  const job = await build({ ...asked, move_to: other.id })
  const said = { state: 'canceled', impressionsCompleted: 6 } as const
  expect(await follow(job, answering([said]))).toMatchObject({
    state: 'cancelled',
    message: null,
    impressions_done: 6,
  })
  expect(await api.db`select id from print_jobs where order_id = ${job.order}`).toHaveLength(1)
})
