import { getOrderPrinting } from '@our-print/contract/printing/orderPrinting.ts'
import { listPrinters } from '@our-print/contract/printing/printers.ts'
import { printJobFirst } from '@our-print/contract/printing/printJobFirst.ts'
import {
  cancelPrintJob,
  createPrintJobs,
  holdPrintJob,
  listPrintJobs,
  movePrintJob,
  type PrintJob,
  type PrintProposal,
  proposePrintJobs,
  reprintPrintJob,
  retryPrintJob,
} from '@our-print/contract/printing/printJobs.ts'
import { type BulkJob, undoBulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { configuration } from '../../../test/configuration.ts'
import { order } from '../../../test/order.ts'
import { printJob as job } from '../../../test/printJob.ts'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import OrderPrinting from './OrderPrinting.tsx'
import PrintDialog from './PrintDialog.tsx'
import { PrintQueuePage } from './PrintQueuePage.tsx'

const laser = '01900000-0000-7000-8000-0000000000e1'
const inkjet = '01900000-0000-7000-8000-0000000000e2'
const finished = (fields: Partial<PrintJob>): PrintJob => ({
  ...job,
  finished_at: '2026-01-03T10:05:00Z',
  ...fields,
})
const proposal: PrintProposal = {
  order: order.id,
  number: 1005,
  title: 'Thesis',
  refusal: null,
  copies: 2,
  color: 'bw',
  paper_size: 'A4',
  impressions: 104,
  impressions_good: 0,
  impressions_wasted: 0,
  impressions_open: 0,
  documents: [
    {
      file: job.file,
      name: 'Thesis.pdf',
      impressions: 52,
      color_impressions: 0,
      sheets: 26,
      duplex: true,
      binding_edge: 'long',
    },
  ],
  printer: laser,
  printers: [
    { id: laser, name: 'Laser 1', why_not: null, is_able: true, open_impressions: 60, minutes: 2 },
    {
      id: inkjet,
      name: 'Inkjet',
      why_not: 'It prints on one side only.',
      is_able: false,
      open_impressions: 0,
      minutes: 0,
    },
  ],
}
const totals = {
  order: order.id,
  impressions: 104,
  impressions_good: 11,
  impressions_wasted: 0,
  impressions_open: 41,
}
const section = (jobs: PrintJob[], more: Parameters<typeof renderPage>[1] = []) =>
  renderPage(<OrderPrinting order={order} />, [
    answer(listPrintJobs, page(jobs)),
    answer(getOrderPrinting, totals),
    answer(proposePrintJobs, [proposal]),
    ...more,
  ])

async function choose(user: ReturnType<typeof userEvent.setup>, action: string) {
  await user.click(await screen.findByRole('button', { name: 'More actions for print job 17' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('the printing of an order', () => {
  test('shows what is ordered and printed, and the progress of each job', async () => {
    section([job])
    expect(await screen.findByText('Printing side 12 of 52')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Print job 17' })).toHaveAttribute(
      'aria-valuetext',
      '11 of 52 sides',
    )
    expect(screen.getByText('Ordered').nextSibling).toHaveTextContent('104')
    expect(screen.getByText('In the queue').nextSibling).toHaveTextContent('41')
  })

  test('what is printed is what counts for the order, not the sum of its jobs', async () => {
    // Extra copies of one file.
    section([{ ...job, state: 'done', impressions_done: 52 }])
    expect((await screen.findByText('Printed')).nextSibling).toHaveTextContent(/^11$/)
  })

  test.each([
    [
      { state: 'stopped', message: 'Out of paper. Load A4 into Laser 1; it goes on by itself.' },
      'Stopped after 11 of 52 sides: Out of paper. Load A4 into Laser 1; it goes on by itself.',
    ],
    [
      {
        state: 'queued',
        impressions_done: 0,
        message: 'The printer did not answer. It is tried again by itself.',
      },
      'Waiting: The printer did not answer. It is tried again by itself.',
    ],
    [{ is_cancelling: true }, 'Being cancelled at its printer'],
  ] as const)('says what to do: %o', async (fields, text) => {
    section([{ ...job, ...fields }])
    expect(await screen.findByText(text)).toBeVisible()
  })

  test.each([
    [11, /^11 of 52 sides were printed so far; you can print the rest later\.$/],
    [0, 'Nothing of it is printed yet.'],
  ])('says what is printed of a held job before it is cancelled: %i', async (impressions_done, text) => {
    const user = userEvent.setup()
    section([{ ...job, state: 'held', impressions_done }])
    await user.click(await screen.findByRole('button', { name: /^More actions for print job/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel' }))
    expect(await screen.findByText(text)).toBeVisible()
  })

  test('says that nothing was printed yet', async () => {
    section([])
    expect(await screen.findByText('Nothing was printed yet.')).toBeVisible()
  })

  test('that cannot be loaded can be tried again', async () => {
    const { calls } = section([], [refuse(listPrintJobs, 500, { message: 'It failed' })])
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(calls.length).toBeGreaterThan(2))
    expect(await screen.findByRole('alert')).toHaveTextContent('It failed')
  })

  test('a job that waits is printed first', async () => {
    const user = userEvent.setup()
    const waiting: PrintJob = { ...job, state: 'queued', impressions_done: 0, is_automatic: true }
    const { calls } = section([waiting], [answer(printJobFirst, { ...waiting, priority: 1 })])
    expect(await screen.findByText(/Printed by itself/)).toBeVisible()
    await choose(user, 'Print first')
    expect(await screen.findByText('Print job 17 is the next one of Laser 1')).toBeVisible()
    expect(calls.some(({ url }) => url.pathname === `/api/print-jobs/${job.id}/front/`)).toBe(true)
  })

  test('a job is cancelled after a question', async () => {
    const user = userEvent.setup()
    const { calls } = section([job], [answer(cancelPrintJob, { ...job, is_cancelling: true })])
    await choose(user, 'Cancel')
    const dialog = await screen.findByRole('dialog', { name: 'Cancel print job 17?' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel the job' }))
    await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({}))
  })

  test('a waiting job is held', async () => {
    const user = userEvent.setup()
    const queued = { ...job, state: 'queued', reasons: [] } as const
    const { calls } = section(
      [{ ...queued, reasons: [] }],
      [answer(holdPrintJob, { ...queued, reasons: [], state: 'held' })],
    )
    await choose(user, 'Hold')
    await waitFor(() => expect(calls.some(({ url }) => url.pathname.endsWith('/hold/'))).toBe(true))
  })

  test('a finished job is reprinted from a side on, with a reason', async () => {
    const user = userEvent.setup()
    const done = finished({ state: 'done', impressions_done: 52 })
    const { calls } = section([done], [answer(reprintPrintJob, { ...job, number: 18 })])
    await choose(user, 'Reprint')
    const dialog = await screen.findByRole('dialog', { name: 'Reprint' })
    await user.click(within(dialog).getByRole('button', { name: 'Reprint' }))
    expect(await within(dialog).findByText('This field is Required')).toBeVisible()
    await user.clear(within(dialog).getByLabelText('From side'))
    await user.type(within(dialog).getByLabelText('From side'), '9')
    await user.type(within(dialog).getByLabelText('Reason'), 'Toner ran out')
    await user.click(within(dialog).getByRole('button', { name: 'Reprint' }))
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
        from_impression: 9,
        copies: 1,
        reason: 'Toner ran out',
      }),
    )
  })

  test('the rest of a failed job is printed, here or on a printer that can', async () => {
    const user = userEvent.setup()
    const failed = finished({ state: 'failed', message: 'Laser 1 does not know this job any more.' })
    const { calls } = section(
      [failed],
      [
        answer(retryPrintJob, { ...job, id: laser, number: 18 }),
        answer(movePrintJob, { ...job, number: 19 }),
      ],
    )
    await choose(user, 'Print the rest')
    await waitFor(() => expect(calls.some(({ url }) => url.pathname.endsWith('/retry/'))).toBe(true))
    await choose(user, 'Print the rest on another printer')
    const dialog = await screen.findByRole('dialog', { name: 'Print the rest' })
    expect(
      await within(dialog).findByRole('radio', { name: /Inkjet It prints on one side only/ }),
    ).toBeDisabled()
    await user.click(within(dialog).getByRole('radio', { name: /Laser 1/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Print' }))
    await waitFor(() =>
      expect(calls.find(({ url }) => url.pathname.endsWith('/move/'))?.body).toEqual({ printer: laser }),
    )
  })
})

test.each([
  [11, true],
  [52, false],
])(
  'of a job that ended with errors after %i of 52 sides the rest is printed: %s',
  async (impressions_done, isOffered) => {
    const user = userEvent.setup()
    section([
      finished({ state: 'done', impressions_total: 52, impressions_done, message: 'Printed with errors.' }),
    ])
    await user.click(await screen.findByRole('button', { name: /More actions/ }))
    await screen.findByRole('menuitem', { name: 'Reprint' })
    expect(screen.queryByRole('menuitem', { name: 'Print the rest' }) !== null).toBe(isOffered)
  },
)

test('a job that ended before its order was changed offers nothing that prints', async () => {
  section([finished({ state: 'cancelled', reasons: ['order-changed'], message: 'The order was changed.' })])
  expect(await screen.findByText(/The order was changed\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: /More actions/ })).toBeNull()
})

describe('the dialog that prints', () => {
  const show = (proposals: PrintProposal[], more: Parameters<typeof renderPage>[1] = []) =>
    renderPage(<PrintDialog orders={proposals.map((each) => each.order)} onClose={() => {}} />, [
      answer(proposePrintJobs, proposals),
      ...more,
    ])
  const printed = answer(createPrintJobs, {
    results: [{ order: order.id, number: 1005, ok: true, code: null, message: null, jobs: [job] }],
    bulk_job: laser,
  })
  const sent = (calls: { method: string; body: unknown }[]) =>
    calls.find(({ method }) => method === 'POST')?.body

  test('proposes a printer and says why others cannot', async () => {
    const user = userEvent.setup()
    const { calls } = show([proposal], [printed])
    const dialog = await screen.findByRole('dialog', { name: 'Print order 1005' })
    expect(within(dialog).getByRole('radio', { name: /The best one now Laser 1/ })).toBeChecked()
    expect(within(dialog).getByRole('radio', { name: /Inkjet/ })).toBeDisabled()
    expect(within(dialog).getByText(/Thesis.pdf: 52 sides × 2, double-sided/)).toBeVisible()
    await user.click(within(dialog).getByRole('radio', { name: /Laser 1 60 sides before it/ }))
    await user.click(within(dialog).getByRole('checkbox', { name: /Job ticket in front/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Print' }))
    await waitFor(() =>
      expect(sent(calls)).toMatchObject({ orders: [order.id], printer: laser, cover: true, hold: false }),
    )
  })

  test('counts what was printed by hand', async () => {
    const user = userEvent.setup()
    const { calls } = show([proposal], [printed])
    await user.click(await screen.findByRole('radio', { name: /Printed by hand/ }))
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await waitFor(() => expect(sent(calls)).toMatchObject({ by_hand: true }))
  })

  test('asks why an order is printed again', async () => {
    const user = userEvent.setup()
    const refusal = { code: 'printed', message: 'It is printed or in the queue already.' }
    const { calls } = show([{ ...proposal, refusal }], [printed])
    await user.type(await screen.findByLabelText('Why it is printed again'), 'Lost')
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await waitFor(() => expect(sent(calls)).toMatchObject({ again: 'Lost' }))
  })

  test('names the orders that are not printed, and why', async () => {
    const user = userEvent.setup()
    const other = { ...proposal, order: inkjet, number: 1006, printer: null }
    show(
      [proposal, other],
      [
        answer(createPrintJobs, {
          results: [
            { order: order.id, number: 1005, ok: true, code: null, message: null, jobs: [job] },
            {
              order: inkjet,
              number: 1006,
              ok: false,
              code: 'cancelled',
              message: 'The order is cancelled.',
              jobs: [],
            },
          ],
          bulk_job: laser,
        }),
      ],
    )
    const dialog = await screen.findByRole('dialog', { name: 'Print 2 orders' })
    await user.click(await within(dialog).findByRole('button', { name: 'Print' }))
    expect(await within(dialog).findByText(/Order 1006: The order is cancelled\./)).toBeVisible()
    expect(within(dialog).getByText('1 print job in the queue')).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Close' })).toHaveFocus()
    // Its Undo comes when the reasons are read.
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  })

  test('is undone as every act on many', async () => {
    const user = userEvent.setup()
    const undone = { id: inkjet, kind: 'print_job', action: 'undo', status: 'queued', total: 1 } as BulkJob
    const { calls } = show([proposal], [printed, answer(undoBulkJob, undone)])
    await user.click(await screen.findByRole('button', { name: 'Print' }))
    await screen.findByText('1 print job in the queue')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(calls.at(-1)?.url.pathname).toBe(`/api/bulk-jobs/${laser}/undo/`))
  })

  test('has a job ticket in front where the shop wants it', async () => {
    const user = userEvent.setup()
    const { calls } = show(
      [proposal],
      [printed, answer(getConfiguration, { ...configuration, job_tickets: true })],
    )
    const ticket = await screen.findByRole('checkbox', { name: /Job ticket in front/ })
    await waitFor(() => expect(ticket).toBeChecked())
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await waitFor(() => expect(sent(calls)).toMatchObject({ cover: true }))
  })
})

test('the queue lists jobs with their orders, and filters them', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(
    <PrintQueuePage />,
    [answer(listPrintJobs, page([job])), answer(listPrinters, page([]))],
    { path: '/print_queue?open=true', route: '/print_queue' },
  )
  expect((await screen.findAllByRole('link', { name: `${order.number} ${order.title}` }))[0]).toHaveAttribute(
    'href',
    `/order/${order.id}`,
  )
  expect(calls.some(({ url }) => url.searchParams.get('open') === 'true')).toBe(true)
  await user.selectOptions(screen.getByLabelText('Status'), 'failed')
  await waitFor(() => expect(calls.some(({ url }) => url.searchParams.get('state') === 'failed')).toBe(true))
})
