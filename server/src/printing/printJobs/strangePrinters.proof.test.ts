import type { PrintJob } from '@our-print/contract/printing/printJobs.ts'
import { describe, expect, test } from 'vitest'
import type { TestPrinter } from '../../../test/printers/testPrinter.ts'
import { usePrintQueue } from '../../../test/printers/usePrintQueue.ts'
import { until } from '../../../test/until.ts'
import { type IppClient, ippUser, openIpp } from '../ipp/ippClient.ts'
import { ippNameOf } from './sendJob.ts'

// Printers that forget, mix up, shorten or miscount, and processes that died in the middle: what is printed, and how often.

const shop = usePrintQueue()
const { api, admin, addPrinter, order, print, get, isIn, isStopped, printed } = shop

/** Leaves a job as a process that died while it was sent: begun once, with its document on the way; unless it has just ended. */
async function interrupt(job: PrintJob, fields: object = { sent_at: new Date().toISOString() }) {
  await api.db`update print_jobs set version = version + 1, ${api.db({ state: 'sending', tries: 1, ...fields })}
    where id = ${job.id} and finished_at is null`
}

/** Somebody who uses the same printer. */
async function withClient<T>(printer: TestPrinter, use: (client: IppClient) => Promise<T>): Promise<T> {
  const client = openIpp({ uri: printer.uri, username: null, password: null, certificate: null })
  try {
    return await use(client)
  } finally {
    client.close()
  }
}

const create = (printer: TestPrinter, name: string) =>
  withClient(printer, (client) =>
    client.createJob({
      name,
      user: ippUser,
      copies: 1,
      duplex: 'one-sided',
      colorMode: 'monochrome',
      media: 'A4',
    }),
  )

describe('after a process died while it sent a job', () => {
  test('what the printer does not know is lost, not sent again', async () => {
    const job = await print((await order()).id, { hold: true })
    await interrupt(job)
    await isIn(job.id, 'failed')
    expect(await get(job.id)).toMatchObject({ reasons: ['job-lost'], impressions_done: 0 })
    expect(shop.printer().jobs()).toEqual([])
  })

  test('what the printer gave up after some sides is not sent again', async () => {
    const printer = shop.printer()
    printer.paper(2)
    const job = await print((await order()).id)
    await isStopped(job.id, 2)
    printer.abort('aborted-by-system')
    await interrupt(job)
    await isIn(job.id, 'failed')
    expect(await get(job.id)).toMatchObject({ reasons: ['aborted-by-system'], impressions_done: 2 })
    expect(printed()).toHaveLength(1)
  })

  test('what the printer gave up before the first side is sent again', async () => {
    const printer = shop.printer()
    const job = await print((await order()).id, { hold: true })
    await create(printer, ippNameOf(job, 1)).then(({ id }) =>
      withClient(printer, (client) => client.cancelJob(id)),
    )
    await interrupt(job)
    await isIn(job.id, 'done')
    expect(printed().map(({ name, impressions }) => [name, impressions])).toEqual([[ippNameOf(job, 2), 3]])
  })

  test('a ticket that the printer has forgotten is not printed twice', async () => {
    const job = await print((await order()).id, { hold: true, cover: true })
    await interrupt(job, { tries: 0, cover_sent_at: new Date().toISOString() })
    await isIn(job.id, 'done')
    expect(printed().map(({ name }) => name)).toEqual([ippNameOf(job, 1)])
  })
})

describe('a printer that was reset', () => {
  test('and gave the number of a job to somebody else is not believed', async () => {
    const printer = shop.printer()
    printer.paper(2)
    const job = await print((await order()).id)
    await isStopped(job.id, 2)
    printer.forgetJobs()
    const other = await create(printer, 'Somebody else')
    expect(other.id).toBe(1)
    await isIn(job.id, 'failed')
    expect((await get(job.id)).reasons).toEqual(['job-lost'])
  })

  test('keeps the job of somebody else when ours is cancelled', async () => {
    const printer = shop.printer()
    const job = await print((await order()).id, { hold: true })
    const other = await create(printer, 'Somebody else')
    await interrupt(job, {
      state: 'printing',
      ipp_job_id: other.id,
      cancel_asked_at: new Date().toISOString(),
      sent_at: new Date().toISOString(),
    })
    await isIn(job.id, 'cancelled')
    expect(printer.jobs()).toMatchObject([{ name: 'Somebody else', state: 'pending' }])
  })
})

describe.each([64, 40, 30, 20, 16])('a printer that keeps %i octets of a name', (nameOctets) => {
  test('prints a job, and is found with it again', async () => {
    const printer = await addPrinter({ nameOctets })
    const { id } = await order({ pages: [4] })
    printer.paper(2)
    const job = await print(id, { printer: printer.id })
    await isStopped(job.id, 2)
    // A process that has not read the answer knows no number.
    await interrupt(job, { ipp_job_id: null, sent_at: new Date().toISOString() })
    await isStopped(job.id, 2)
    printer.refill()
    await isIn(job.id, 'done')
    expect(printer.impressions()).toBe(4)
  })
})

describe('a printer that counts strangely', () => {
  test('and has printed with errors is believed in what it counted', async () => {
    const printer = shop.printer()
    const { id } = await order({ pages: [5] })
    printer.lie({
      job: { 'job-state-reasons': ['job-completed-with-errors'], 'job-impressions-completed': 4 },
    })
    const job = await print(id)
    await isIn(job.id, 'done')
    expect(await get(job.id)).toMatchObject({
      impressions_done: 4,
      message: 'Printed with errors. Look at what Laser printed.',
    })
    expect((await admin.get(`/api/print-jobs/of-order/${id}/`)).json()).toMatchObject({ impressions_good: 4 })
  })

  test.each([{}, { 'job-state-reasons': ['job-completed-with-errors'] }])(
    'too many sides has printed what was asked for: %o',
    async (more) => {
      const printer = shop.printer()
      printer.lie({ job: { 'job-impressions-completed': 5000, ...more } })
      const { id } = await order({ pages: [5], copies: 2 })
      const job = await print(id)
      await isIn(job.id, 'done')
      expect((await get(job.id)).impressions_done).toBe(10)
    },
  )

  test('too many sheets has used at most one for each side', async () => {
    shop.printer().lie({ job: { 'job-media-sheets-completed': 5000 } })
    const job = await print((await order({ pages: [5], copies: 2 })).id)
    await isIn(job.id, 'done')
    expect((await get(job.id)).sheets_done).toBe(10)
  })

  test('and says too much while it prints is not believed in that either', async () => {
    const printer = shop.printer()
    printer.paper(2)
    printer.lie({ job: { 'job-impressions-completed': 5000 } })
    const job = await print((await order({ pages: [5] })).id)
    await isStopped(job.id, 5)
    printer.refill()
    await isIn(job.id, 'done')
  })
})

test('a printer that is switched off in the shop finishes its job and begins no other', async () => {
  const printer = shop.printer()
  printer.paper(2)
  const [first, second] = [await print((await order()).id), await print((await order()).id)]
  await isStopped(first.id, 2)
  await admin.patch(`/api/printers/${shop.laser()}/`, { is_active: false })
  printer.refill()
  await isIn(first.id, 'done')
  // A third one, of another printer, shows that the queue has looked at its printers since.
  const other = await addPrinter()
  const third = await print((await order()).id, { printer: other.id })
  await isIn(third.id, 'done')
  expect([(await get(second.id)).state, printer.impressions()]).toEqual(['queued', 3])
  await admin.patch(`/api/printers/${shop.laser()}/`, { is_active: true })
  await isIn(second.id, 'done')
})

test('copies are asked for as whole documents, one after the other', async () => {
  const job = await print((await order({ copies: 2 })).id)
  await isIn(job.id, 'done')
  expect(printed()).toMatchObject([{ copies: 2, handling: 'separate-documents-collated-copies' }])
})

test.each([
  [{ 'printer-state': 'processing', 'printer-state-reasons': ['media-empty-error'] }],
  [{ 'printer-state': 'idle', 'printer-state-reasons': ['media-needed'] }],
])('a job does not "print" while its printer is out of paper: %o', async (untrue) => {
  const printer = shop.printer()
  printer.paper(2)
  printer.lie({ printer: untrue, job: { 'job-state': 'processing', 'job-state-reasons': ['job-printing'] } })
  const job = await print((await order()).id)
  await isStopped(job.id, 2)
  expect((await get(job.id)).message).toBe('Out of paper. Load A4 into Laser; it goes on by itself.')
  printer.lie({})
  printer.refill()
  await isIn(job.id, 'done')
})

test('a job prints while another tray of its printer is empty', async () => {
  const printer = shop.printer()
  printer.paper(2)
  printer.lie({
    printer: { 'printer-state': 'processing', 'printer-state-reasons': ['media-empty-warning'] },
    job: { 'job-state': 'processing', 'job-state-reasons': ['job-printing'] },
  })
  const job = await print((await order()).id)
  await until('it was looked at without progress', async () => {
    const { state, impressions_done } = await get(job.id)
    return state === 'printing' && impressions_done === 2
  })
  const before = printer.requests()['Get-Printer-Attributes'] ?? 0
  await until('its printer was asked', () => (printer.requests()['Get-Printer-Attributes'] ?? 0) > before + 1)
  expect((await get(job.id)).state).toBe('printing')
})
