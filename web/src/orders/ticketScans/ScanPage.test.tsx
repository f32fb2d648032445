import { listMyOrders } from '@our-print/contract/orders/orders.ts'
import { createTicketScan, type TicketScan } from '@our-print/contract/orders/ticketScans.ts'
import { listStaff } from '@our-print/contract/people/staff.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { order } from '../../../test/order.ts'
import { answer, type Call, refuse, renderPage } from '../../../test/renderPage.tsx'
import { ScanPage } from './ScanPage.tsx'
import { yesMs } from './yesMs.ts'

const code = `https://print.example/print/${order.id}`
const scan = (fields: Partial<TicketScan> = {}): TicketScan => ({
  id: order.id,
  at: '2026-01-03T12:00:00Z',
  happened_at: '2026-01-03T12:00:00Z',
  said_at: null,
  purpose: 'hand_over',
  result: 'accepted',
  reason: null,
  message: 'Order 1042 is out for delivery with you.',
  order: {
    id: order.id,
    number: 1042,
    title: 'Thesis',
    status: 'out-for-delivery',
    assigned_user_data: null,
    shelf_place: null,
    impressions: 80,
    impressions_printed: 80,
  },
  ...fields,
})
const page = { next: null, previous: null }
const mine = answer(listMyOrders, {
  count: 1,
  ...page,
  results: [{ ...order, number: 1050, shelf_place: 'B3' }],
})
const couriers = answer(listStaff, { count: 0, ...page, results: [] })

const vibrate = vi.fn()
beforeEach(() => {
  vibrate.mockReset()
  vi.stubGlobal('navigator', Object.assign(navigator, { vibrate }))
  // On a busy machine a yes could go away by itself before it is looked at.
  const wait = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms = 0) =>
    wait(run, ms === yesMs ? 600_000 : ms),
  )
  return () => vi.restoreAllMocks()
})

const sent = (calls: Call[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body as Record<string, unknown>)

/** What a desk scanner does: it types into whatever has the focus. */
async function type(text: string) {
  await userEvent.keyboard(`${text.replaceAll('{', '{{').replaceAll('[', '[[')}{Enter}`)
}

test('a desk scanner hands over without a field, and a yes fills the screen and shakes the phone once', async () => {
  const { calls } = renderPage(<ScanPage />, [mine, answer(createTicketScan, scan())], { role: 'staff' })
  expect(await screen.findByText('0 orders handed over, 1 still here')).toBeVisible()
  expect(screen.getByText('1050 · B3')).toBeVisible()
  // The clock stands, because a busy machine may take longer than a code counts as the same scan.
  const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  // The scanner's Enter must not press the button that was used last.
  screen.getByRole('button', { name: 'Hand over' }).focus()
  await type(code)
  const result = await screen.findByRole('button', { name: /Next scan/ })
  expect(result).toHaveTextContent('Handed over1042Order 1042 is out for delivery with you.')
  expect(sent(calls)).toEqual([{ code, purpose: 'hand_over' }])
  expect(vibrate.mock.calls).toEqual([[[70]]])
  // The same code again at once is the same scan.
  await type(code)
  stopped.mockRestore()
  expect(sent(calls)).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: /Next scan/ }))
  expect(screen.getByText('1 order handed over, 1 still here')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Open' })).not.toBeInTheDocument()
})

test('a no stays, in words, and the next scan takes its place', async () => {
  let turn = 0
  const answers = answer(createTicketScan, () => {
    turn += 1
    return turn === 1
      ? scan({
          result: 'refused',
          reason: 'not_printed',
          message: 'Not fully printed: 32 of 60 sides are printed.',
        })
      : scan()
  })
  renderPage(<ScanPage />, [mine, answers], { role: 'staff' })
  await type(code)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Not fully printed1042Not fully printed: 32 of 60 sides are printed.',
  )
  expect(vibrate.mock.calls[0]?.[0]).toHaveLength(5)
  await type('#1050')
  expect(await screen.findByText('Handed over', { selector: 'span' })).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('without an answer of the server the code may be scanned again at once', async () => {
  const lost = refuse(createTicketScan, 503, { message: 'The server is busy.' })
  const { calls } = renderPage(<ScanPage />, [mine, lost], { role: 'staff' })
  await type(code)
  expect(await screen.findByRole('alert')).toHaveTextContent('Not scannedThe server is busy.')
  await type(code)
  await waitFor(() => expect(sent(calls)).toHaveLength(2))
})

test('a shelf label and the tickets after it make places; a typed place works, too', async () => {
  const put = answer(createTicketScan, scan({ purpose: 'shelf', message: 'Order 1042 is at B3 now.' }))
  const { calls } = renderPage(<ScanPage />, [mine, couriers, put], { path: '/scan?for=shelf' })
  await type(code)
  expect(await screen.findByText('Which shelf?')).toBeVisible()
  await type('SHELF:B3')
  expect(await screen.findByText('Order 1042 is at B3 now.')).toBeVisible()
  await type('1050')
  await waitFor(() => expect(sent(calls)).toHaveLength(2))
  const field = screen.getByLabelText('Order number or shelf place')
  await userEvent.type(field, 'c4{Enter}')
  expect(await screen.findByText('Now scan the job tickets that lie here.')).toBeVisible()
  await userEvent.type(field, '1051{Enter}')
  await waitFor(() =>
    expect(sent(calls).map((body) => [body.code, body.shelf_place])).toEqual([
      [code, 'B3'],
      ['1050', 'B3'],
      ['1051', 'C4'],
    ]),
  )
})

test('at the press the order opens; a super admin names the courier at the door', async () => {
  const found = answer(createTicketScan, scan({ purpose: 'press', message: 'This is order 1042.' }))
  const staff = answer(listStaff, {
    count: 1,
    ...page,
    results: [
      {
        id: '01900000-0000-7000-8000-00000000000c',
        full_name: 'Ravi Kumar',
        email: 'ravi@print.test',
        mobile: null,
        is_active: true,
        is_superuser: false,
        created_at: '2026-01-01T00:00:00Z',
        version: 1,
      } as never,
    ],
  })
  const { calls, location } = renderPage(<ScanPage />, [mine, staff, found], {
    path: '/scan',
    route: '/scan',
  })
  const courier = screen.getByLabelText('Delivery staff at the door')
  await within(courier).findByRole('option', { name: 'Ravi Kumar' })
  await userEvent.selectOptions(courier, 'Ravi Kumar')
  expect(location()).toBe('/scan?courier=01900000-0000-7000-8000-00000000000c')
  await userEvent.type(screen.getByLabelText('Order number'), '1042{Enter}')
  await waitFor(() =>
    expect(sent(calls)).toEqual([
      { code: '1042', purpose: 'hand_over', courier: '01900000-0000-7000-8000-00000000000c' },
    ]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await type(code)
  await waitFor(() => expect(location()).toBe(`/order/${order.id}`))
})

test('without a camera it says why, and the other ways stay', async () => {
  renderPage(<ScanPage />, [mine], { role: 'staff' })
  await userEvent.click(screen.getByRole('button', { name: 'Use the camera' }))
  // Happens on pages without https: the browser has no mediaDevices.
  expect(await screen.findByRole('alert')).toHaveTextContent('addresses that start with https')
  expect(screen.getByLabelText('Order number')).toBeVisible()
})
