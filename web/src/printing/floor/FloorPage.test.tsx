import { createTicketScan } from '@our-print/contract/orders/ticketScans.ts'
import { type FloorOrder, getFloor } from '@our-print/contract/printing/floor.ts'
import {
  createPrintJobs,
  holdPrintJob,
  reprintPrintJob,
  retryPrintJob,
} from '@our-print/contract/printing/printJobs.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, type Call, refuse, renderPage } from '../../../test/renderPage.tsx'
import { FloorPage } from './FloorPage.tsx'
import { stepsFor } from './floorActions.ts'

const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`

const order = (number: number, fields: Partial<FloorOrder> = {}): FloorOrder => ({
  id: id(number),
  number,
  title: `Thesis ${number}`,
  status: 'confirmed',
  created_at: '2026-01-03T10:00:00Z',
  promised_at: null,
  pickup: false,
  is_ready: false,
  pdf_page_count: 30,
  copies: 2,
  color: 'bw',
  color_pages: null,
  sides: 'double',
  paper_size: 'A4',
  binding: 'spiral',
  layout: '1-up',
  blank_sides: 0,
  notes: '',
  shelf_place: null,
  impressions: 60,
  impressions_printed: 0,
  is_printed: false,
  job: null,
  open_jobs: 0,
  waiting_jobs: [],
  ...fields,
})
const job = {
  id: id(900),
  number: 7,
  document: 'Part 2.pdf',
  state: 'printing',
  message: null,
  version: 1,
} as const
const printer = { id: id(500), name: 'Kyocera', state: 'stopped', message: 'Add paper.' } as const

const failed = order(1043, {
  impressions_printed: 32,
  job: { ...job, state: 'failed', message: 'It went away.', impressions: 60, impressions_done: 32 },
})
const floor = answer(getFloor, {
  has_more: false,
  columns: [
    { printer: null, orders: [order(1042), failed] },
    {
      printer,
      orders: [order(1044, { open_jobs: 1, job: { ...job, impressions: 60, impressions_done: 12 } })],
    },
  ],
})
const result = (fields: object) => ({
  bulk_job: null,
  results: [{ order: id(1042), number: 1042, ok: true, code: null, message: null, jobs: [], ...fields }],
})
const writes = (calls: Call[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ url, body }) => [url.pathname, body])
const chosen = () => screen.getByRole('button', { pressed: true })

test.each([
  ['done', 60, 'Print'],
  ['done', 32, 'Print the rest'],
  ['cancelled', 32, 'Print the rest'],
  ['failed', 60, 'Print'],
] as const)(
  'of a job that is %s after %i of 60 sides the key P prints: %s',
  (state, impressions_done, label) => {
    const ended = { ...job, state, impressions: 60, impressions_done }
    const [step] = stepsFor(
      order(1045, { impressions: 120, impressions_printed: impressions_done, job: ended }),
    )
    expect(step).toMatchObject({ key: 'p', label })
  },
)

test('orders stand under their printer with what to put in and how far they are; keys choose among them', async () => {
  const user = userEvent.setup()
  const { location } = renderPage(<FloorPage />, [floor], { path: '/floor', route: '/floor' })
  const waiting = within(await screen.findByRole('region', { name: 'No printer yet' }))
  expect(waiting.getAllByRole('listitem')).toHaveLength(2)
  expect(chosen()).toHaveTextContent(
    /^1042.*Thesis 104230 pages × 2 · A4 · Black & white · Double-sided · SpiralNot sent$/,
  )
  expect(screen.getByText('3 orders to print')).toBeVisible()
  const kyocera = within(screen.getByRole('region', { name: 'Kyocera' }))
  expect(kyocera.getByText('Add paper.')).toBeVisible()
  expect(kyocera.getByText('Printing 12 of 60')).toBeVisible()
  await user.keyboard('{ArrowDown}')
  expect(chosen()).toHaveTextContent('Failed: It went away.')
  await user.keyboard('{ArrowRight}')
  expect(chosen()).toHaveTextContent('1044')
  await user.keyboard('o')
  expect(location()).toBe(`/order/${id(1044)}`)
})

test('one key prints; the answer is told in big letters, a refusal too', async () => {
  const user = userEvent.setup()
  let turn = 0
  const print = answer(createPrintJobs, () => {
    turn += 1
    return turn === 1 ? result({}) : result({ ok: false, message: 'No printer takes A3.' })
  })
  const { calls } = renderPage(<FloorPage />, [floor, print])
  await screen.findByRole('region', { name: 'Kyocera' })
  await user.keyboard('p')
  expect(await screen.findByText('Order 1042 is sent to the printer.')).toBeVisible()
  // The next one is chosen, to go on with the same key.
  await waitFor(() => expect(chosen()).toHaveTextContent('1043'))
  await user.keyboard('{ArrowUp}p')
  expect(await screen.findByText('No printer takes A3.')).toBeVisible()
  // By hand is asked first, because nothing takes it back.
  await user.keyboard('d')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Done by hand' }))
  await waitFor(() =>
    expect(writes(calls)).toEqual([
      ['/api/print-jobs/', { orders: [id(1042)], by_hand: false }],
      ['/api/print-jobs/', { orders: [id(1042)], by_hand: false }],
      ['/api/print-jobs/', { orders: [id(1042)], by_hand: true }],
    ]),
  )
})

test('of a failed job the rest is printed, or it is printed again from a side on with a reason', async () => {
  const user = userEvent.setup()
  const answers = [retryPrintJob, reprintPrintJob].map((one) => refuse(one, 409, { message: 'Not now.' }))
  const { calls } = renderPage(<FloorPage />, [floor, ...answers])
  await screen.findByRole('region', { name: 'Kyocera' })
  await user.keyboard('{ArrowDown}')
  const keys = within(screen.getByRole('group', { name: 'Order 1043' }))
  expect(keys.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'PPrint the rest',
    'RReprint',
    'DDone by hand',
    'SShelf place',
    'OOpen',
  ])
  await user.keyboard('p')
  expect(await screen.findByText('Not now.')).toBeVisible()
  await user.keyboard('r')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Part 2.pdf: one copy')).toBeVisible()
  const from = dialog.getByLabelText('From printed side')
  await user.clear(from)
  await user.type(from, '13{Enter}')
  expect(dialog.getByText('This field is Required')).toBeVisible()
  await user.type(dialog.getByLabelText('Reason'), 'streaks{Enter}')
  await waitFor(() =>
    expect(writes(calls)).toEqual([
      [`/api/print-jobs/${id(900)}/retry/`, undefined],
      [`/api/print-jobs/${id(900)}/reprint/`, { from_impression: 13, reason: 'streaks' }],
    ]),
  )
})

test('an order is on hold with all its jobs that wait, also where one of them has begun meanwhile', async () => {
  const user = userEvent.setup()
  const queued = { ...job, state: 'queued', impressions: 60, impressions_done: 0 } as const
  const waiting_jobs = [id(900), id(901), id(902)]
  const columns = [{ printer, orders: [order(1044, { open_jobs: 3, waiting_jobs, job: queued })] }]
  const { calls } = renderPage(<FloorPage />, [
    answer(getFloor, { has_more: false, columns }),
    refuse(holdPrintJob, 409, { message: 'A job that is printing cannot be held.' }),
  ])
  await screen.findByRole('region', { name: 'Kyocera' })
  await user.keyboard('h')
  expect(await screen.findByText('A job that is printing cannot be held.')).toBeVisible()
  expect(writes(calls).map(([url]) => url)).toEqual(waiting_jobs.map((one) => `/api/print-jobs/${one}/hold/`))
})

test('a question stays about its order, although that leaves the floor and another takes its place', async () => {
  const user = userEvent.setup()
  let orders = [order(1042), order(1043)]
  const changing = answer(getFloor, () => ({ has_more: false, columns: [{ printer: null, orders }] }))
  const { calls } = renderPage(<FloorPage />, [changing, answer(createPrintJobs, result({}))])
  await screen.findByRole('region', { name: 'No printer yet' })
  await user.keyboard('d')
  await screen.findByRole('dialog', { name: 'Order 1042 was printed by hand' })
  orders = [order(1043)]
  // It is read again.
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(screen.queryByText('Thesis 1042')).not.toBeInTheDocument())
  const dialog = within(screen.getByRole('dialog', { name: 'Order 1042 was printed by hand' }))
  await user.click(dialog.getByRole('button', { name: 'Done by hand' }))
  await waitFor(() =>
    expect(writes(calls)).toEqual([['/api/print-jobs/', { orders: [id(1042)], by_hand: true }]]),
  )
})

test('a shelf place is typed or scanned into its question', async () => {
  const user = userEvent.setup()
  const put = answer(createTicketScan, {
    id: id(1),
    at: '2026-01-03T10:00:00Z',
    happened_at: '2026-01-03T10:00:00Z',
    said_at: null,
    purpose: 'shelf',
    result: 'accepted',
    reason: null,
    message: 'Order 1042 is at B3 now.',
    order: null,
  })
  const { calls } = renderPage(<FloorPage />, [floor, put])
  await screen.findByRole('region', { name: 'Kyocera' })
  await user.keyboard('s')
  const field = await screen.findByLabelText('Shelf place')
  await user.type(field, 'b/3{Enter}')
  expect(screen.getByText('Up to 10 letters and digits, such as B3')).toBeVisible()
  await user.clear(field)
  await user.type(field, 'SHELF:b3{Enter}')
  expect(await screen.findByText('Order 1042 is at B3 now.')).toBeVisible()
  expect(writes(calls)).toEqual([
    ['/api/ticket-scans/', { code: id(1042), purpose: 'shelf', shelf_place: 'B3' }],
  ])
  await user.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeVisible()
})

test('an empty floor and a failed one say so', async () => {
  renderPage(<FloorPage />, [answer(getFloor, { has_more: false, columns: [{ printer: null, orders: [] }] })])
  expect(await screen.findByText('Nothing to print')).toBeVisible()
  expect(screen.getByText('0 orders to print')).toBeVisible()
  expect(screen.queryByRole('group')).not.toBeInTheDocument()
})

test('a floor that cannot be loaded offers to try again', async () => {
  renderPage(<FloorPage />, [refuse(getFloor, 503, { message: 'The server is busy.' })])
  expect(await screen.findByRole('alert')).toHaveTextContent('The server is busy.')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('there is a way back where the floor could not be loaded', async () => {
  renderPage(<FloorPage />, [refuse(getFloor, 503, { message: 'The server is busy' })])
  await screen.findByRole('button', { name: 'Retry' })
  expect(screen.getByRole('button', { name: 'Back' })).toBeVisible()
})
