import { listMargins, type MarginRow } from '@our-print/contract/printing/margins.ts'
import {
  correctReading,
  createReading,
  explainReading,
  listReadings,
  type PrinterReading,
} from '@our-print/contract/printing/printerReadings.ts'
import { listPrinters } from '@our-print/contract/printing/printers.ts'
import {
  getOrderProduction,
  getProductionCosts,
  getProductionSummary,
  listProduction,
  type ProductionRow,
  type ProductionSummary,
  updateProductionCosts,
} from '@our-print/contract/printing/production.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { printer } from '../../../test/printer.ts'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import OrderProduction from './OrderProduction.tsx'
import { ProductionPage } from './ProductionPage.tsx'
import ProductionPanel from './ProductionPanel.tsx'

const id = (n: number) => `01900000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`
const range = { from_date: '2026-11-01', to_date: '2026-11-30' }

const costs = { revenue: 900, paper: 100, click: 80, binding: 60, waste: 10, cost: 250, margin: 650 }
const summary: ProductionSummary = {
  ...range,
  ordered: 1200,
  printed: 1180,
  wasted: 20,
  delivered: 1000,
  sheets: 640,
  orders: 14,
  ...costs,
  tasks: { gaps: [], low_stock: [], not_printed: 0, oldest: [] },
}
const day: ProductionRow = {
  id: '2026-11-20',
  label: '2026-11-20',
  ordered: 120,
  printed: 110,
  wasted: 4,
  delivered: 90,
  sheets: 60,
  counter: 140,
  by_jobs: 114,
  gap: 26,
}
const ricoh: ProductionRow = { ...day, id: id(1), label: 'Ricoh', ordered: null, delivered: null }
const reading: PrinterReading = {
  id: id(2),
  printer: id(1),
  printer_name: 'Ricoh',
  at: '2026-11-20T15:00:00Z',
  day: '2026-11-20',
  impressions: 61_240,
  since_printer: 140,
  since_jobs: 114,
  gap: 26,
  explanation: '',
  replaces: null,
  by: null,
}
const bodyOf = (calls: ReturnType<typeof renderPage>['calls'], wanted: string) =>
  calls.findLast(({ method }) => method === wanted)?.body

test('the days show ordered, printed and delivered against the counters', async () => {
  renderPage(<ProductionPage />, [answer(getProductionSummary, summary), answer(listProduction, page([day]))])
  const row = await screen.findByRole('row', { name: /20th Nov 2026/ })
  expect(row).toHaveTextContent('20th Nov 202612011090460140114+26')
  expect(await screen.findByText('on 640 sheets')).toBeVisible()
  expect(screen.getByText('72.2% of ₹900.00')).toBeVisible()
})

test('an empty and a failed list say so', async () => {
  const empty = renderPage(
    <ProductionPage />,
    [answer(getProductionSummary, summary), answer(listMargins, page<MarginRow>([]))],
    { path: '/production?tab=margins' },
  )
  expect(await screen.findByText(/once a print job of them has finished/)).toBeVisible()
  empty.unmount()
  renderPage(<ProductionPage />, [
    answer(getProductionSummary, summary),
    refuse(listProduction, 503, { message: 'The server is busy.' }),
  ])
  expect(await screen.findByText('The server is busy.')).toBeVisible()
})

test('margins are listed by order or customer, a loss with its sign', async () => {
  const user = userEvent.setup()
  const row: MarginRow = {
    id: id(3),
    label: 'Thesis',
    number: 1042,
    customer: 'Anita Hegde',
    day: '2026-11-20',
    orders: 1,
    printed: 90,
    wasted: 0,
    ...costs,
    margin: -12.5,
    margin_percent: -1.4,
  }
  const { calls, location } = renderPage(
    <ProductionPage />,
    [answer(getProductionSummary, summary), answer(listMargins, page([row]))],
    { path: '/production?tab=margins' },
  )
  expect(await screen.findByRole('link', { name: '1042 Thesis' })).toHaveAttribute('href', `/order/${id(3)}`)
  expect(screen.getByText('−₹12.50')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Margins by'), 'By customer')
  expect(location()).toContain('by=customer')
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('by')).toBe('customer'))
})

test('a reading is entered and its gap is told', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<ProductionPage />, [
    answer(getProductionSummary, summary),
    answer(listProduction, page([ricoh])),
    answer(listPrinters, page([{ ...printer, id: id(1), name: 'Ricoh' }])),
    answer(createReading, reading),
  ])
  await user.click(screen.getByRole('button', { name: 'Enter a reading' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter a reading' }))
  await dialog.findByRole('option', { name: 'Ricoh' })
  await user.selectOptions(dialog.getByLabelText('Printer'), id(1))
  await user.type(dialog.getByLabelText('Counter'), '61240')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Ricoh counted 26 sides more than its jobs')).toBeVisible()
  expect(bodyOf(calls, 'POST')).toEqual({ printer: id(1), impressions: 61_240 })
})

test('a number that looks mistyped is asked about, and the same one saved once it is confirmed', async () => {
  const user = userEvent.setup()
  const message = 'The reading before says 61,100: this is 6,06,140 sides more. Check the number.'
  const doubts = refuse(createReading, 422, {
    code: 'implausible',
    message,
    errors: [{ message, context: { key: 'impressions' } }],
  })
  const { calls } = renderPage(<ProductionPage />, [
    answer(getProductionSummary, summary),
    answer(listProduction, page([ricoh])),
    answer(listPrinters, page([{ ...printer, id: id(1), name: 'Ricoh' }])),
    doubts,
  ])
  await user.click(screen.getByRole('button', { name: 'Enter a reading' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter a reading' }))
  await dialog.findByRole('option', { name: 'Ricoh' })
  await user.selectOptions(dialog.getByLabelText('Printer'), id(1))
  await user.type(dialog.getByLabelText('Counter'), '667240')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(message)).toBeVisible()
  const confirm = await dialog.findByRole('button', { name: 'It is right, save' })
  expect(bodyOf(calls, 'POST')).toEqual({ printer: id(1), impressions: 667_240 })
  await user.click(confirm)
  await waitFor(() =>
    expect(bodyOf(calls, 'POST')).toEqual({ printer: id(1), impressions: 667_240, is_confirmed: true }),
  )
  // Another number is another question.
  await user.type(dialog.getByLabelText('Counter'), '{Backspace}')
  expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible()
})

test('a reading in the list is corrected', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(
    <ProductionPage />,
    [
      answer(getProductionSummary, summary),
      answer(listReadings, page([{ ...reading, impressions: 612_400 }])),
      answer(correctReading, reading),
    ],
    { path: '/production?tab=readings' },
  )
  await user.click(await screen.findByRole('button', { name: 'Correct the reading 6,12,400 of Ricoh' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct a reading of Ricoh' }))
  await user.clear(dialog.getByLabelText('Counter'))
  await user.type(dialog.getByLabelText('Counter'), '61240')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Ricoh counted 26 sides more than its jobs')).toBeVisible()
  expect(bodyOf(calls, 'POST')).toEqual({ impressions: 61_240 })
  expect(calls.findLast(({ method }) => method === 'POST')?.url.pathname).toContain(
    `${reading.id}/correction/`,
  )
})

test('the costs are changed in a dialog', async () => {
  const user = userEvent.setup()
  const known = {
    binding: { none: 0, staple: 1, spiral: 12, hard: 80 },
    paper: { A4: 0.6, A3: 1.3, Letter: 0.65 },
    gap_percent: 2,
    gap_least: 20,
    version: 3,
  }
  const { calls } = renderPage(<ProductionPage />, [
    answer(getProductionSummary, summary),
    answer(listProduction, page([day])),
    answer(getProductionCosts, known),
    answer(updateProductionCosts, { ...known, version: 4 }),
  ])
  await user.click(screen.getByRole('button', { name: 'Costs' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Costs' }))
  await user.clear(dialog.getByLabelText('Spiral'))
  await user.type(dialog.getByLabelText('Spiral'), '14.5')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Costs saved/)
  expect(bodyOf(calls, 'PUT')).toEqual({ ...known, binding: { ...known.binding, spiral: 14.5 } })
})

test('the panel of the dashboard has the tasks, and a gap is explained there', async () => {
  const user = userEvent.setup()
  const tasks: ProductionSummary['tasks'] = {
    gaps: [
      {
        reading: id(2),
        printer: id(1),
        printer_name: 'Ricoh',
        counter: 3712,
        by_jobs: 3397,
        gap: 315,
        since: '2026-11-01',
      },
    ],
    low_stock: [
      {
        id: id(4),
        kind: 'paper',
        name: 'JK Copier',
        paper_size: 'A4',
        printer: null,
        amount: 80,
        low_at: 500,
        level: 'low',
        message: 'JK Copier: only 80 sheets left.',
      },
    ],
    not_printed: 2,
    oldest: [{ id: id(5), number: 1042, title: 'Thesis', created_at: '2026-11-01T10:00:00Z' }],
  }
  const { calls } = renderPage(<ProductionPanel range={range} />, [
    answer(getProductionSummary, { ...summary, tasks }),
    answer(explainReading, { ...reading, explanation: 'Copies' }),
    answer(listReadings, page([reading])),
  ])
  const list = within(await screen.findByRole('list', { name: 'To do' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('Ricoh counted 315 sides more than its jobs'),
    expect.stringContaining('JK Copier: only 80 sheets left.'),
    expect.stringContaining('2 orders of the days before are open and not fully printed'),
  ])
  expect(calls[0]?.url.search).toBe('?from_date=2026-11-01&to_date=2026-11-30')
  await user.click(list.getByRole('button', { name: 'Explain the gap of Ricoh' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Gap of Ricoh' }))
  await user.type(dialog.getByLabelText('Explanation'), 'Copies at the glass')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('The gap of Ricoh is explained')
  expect(bodyOf(calls, 'POST')).toEqual({ explanation: 'Copies at the glass' })
})

test('without tasks the panel says so; a failure can be tried again', async () => {
  const quiet = renderPage(<ProductionPanel range={range} />, [answer(getProductionSummary, summary)])
  expect(await screen.findByText(/Counters agree with the jobs/)).toBeVisible()
  quiet.unmount()
  renderPage(<ProductionPanel range={range} />, [
    refuse(getProductionSummary, 500, { message: 'Something broke.' }),
  ])
  expect(await screen.findByText(/Something broke\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
})

test('an order shows what was printed of it, and what it cost only once that is known', async () => {
  const order = { order: id(5), ordered: 60, printed: 60, wasted: 4, delivered: 60, is_fully_printed: true }
  const shown = renderPage(<OrderProduction order={id(5)} />, [
    answer(getOrderProduction, { ...order, jobs: 2, ...costs }),
  ])
  expect(await screen.findByText('₹650.00 (72%)')).toBeVisible()
  expect(screen.getByText('Cost of waste')).toBeVisible()
  shown.unmount()
  renderPage(<OrderProduction order={id(5)} />, [
    answer(getOrderProduction, { ...order, printed: 0, delivered: 0, wasted: 0, jobs: 0, ...costs }),
  ])
  expect(await screen.findByText(/no cost is known/)).toBeVisible()
  expect(screen.queryByText('Margin')).toBeNull()
})
