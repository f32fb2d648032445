import { getOrder, listMyOrders, type Order, updateOrder } from '@our-print/contract/orders/orders.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { outForDelivery } from '../../../test/order.ts'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { RoundPage } from './RoundPage.tsx'

const idOf = (at: number) => `01900000-0000-7000-8000-0000000002${at}0`
const stop = (at: number, pincode: string): Order => ({
  ...outForDelivery,
  id: idOf(at),
  number: 1000 + at,
  title: `Print ${at}`,
  notes: '',
  address: outForDelivery.address && { ...outForDelivery.address, pincode },
})
const stops = [stop(1, '560066'), stop(2, '560001'), stop(3, '560066')]
const show = (...answers: Parameters<typeof renderPage>[1] & object) =>
  renderPage(<RoundPage />, answers, { role: 'staff' })
const titles = () =>
  screen
    .getAllByRole('link', { name: /Print \d/ })
    .map(({ textContent }) => /Print \d/.exec(textContent)?.[0])

beforeEach(() => localStorage.clear())

test('the open orders are requested and shown by area, each with its next step and its map', async () => {
  const { calls } = show(answer(listMyOrders, page(stops)))
  expect(await screen.findByText('3 stops left')).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    '560001 Bengaluru',
    '560066 Bengaluru',
  ])
  expect(titles()).toEqual(['Print 2', 'Print 1', 'Print 3'])
  expect(Object.fromEntries(calls[0]?.url.searchParams ?? [])).toEqual({
    assigned_user: localStorage.getItem('id'),
    exclude_status: 'delivered',
    limit: '100',
  })
  expect(screen.getAllByRole('button', { name: 'Delivered' })).toHaveLength(3)
  expect(screen.getAllByRole('link', { name: 'Map to Anita' })).toHaveLength(3)
  expect(screen.getByRole('link', { name: 'Open the whole round in maps' })).toHaveAttribute(
    'href',
    expect.stringContaining('waypoints='),
  )
})

test('the sequence is changed by buttons, told, kept on the device, and given up for the areas', async () => {
  const user = userEvent.setup()
  const first = show(answer(listMyOrders, page(stops)))
  await user.click(await screen.findByRole('button', { name: 'Reorder' }))
  await user.click(await screen.findByRole('button', { name: 'Order 1002 later' }))
  expect(screen.getByText('order 1002 is at place 2 of 3')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Order 1001 earlier' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(titles()).toEqual(['Print 1', 'Print 2', 'Print 3'])
  first.unmount()

  show(answer(listMyOrders, page(stops)))
  await screen.findByText('3 stops left')
  expect(titles()).toEqual(['Print 1', 'Print 2', 'Print 3'])
  await user.click(screen.getByRole('button', { name: 'Reorder' }))
  await user.click(await screen.findByRole('button', { name: 'Sort by area' }))
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(titles()).toEqual(['Print 2', 'Print 1', 'Print 3'])
})

test('a stop that is delivered stays in its place, and the map leaves it out', async () => {
  const user = userEvent.setup()
  const delivered: Order = {
    ...stop(2, '560001'),
    status: 'delivered',
    allowed_transitions: ['out-for-delivery'],
  }
  let open = stops
  show(
    answer(listMyOrders, () => page(open)),
    answer(getOrder, delivered),
    answer(updateOrder, () => {
      open = stops.filter(({ number }) => number !== 1002)
      return delivered
    }),
  )
  await user.click((await screen.findAllByRole('button', { name: 'Delivered' }))[0] as HTMLElement)
  expect(await screen.findByText('2 stops left, 1 done')).toBeVisible()
  expect(titles()).toEqual(['Print 2', 'Print 1', 'Print 3'])
  const [first] = screen.getAllByRole('listitem')
  await waitFor(() => expect(within(first as HTMLElement).getByText('Completed')).toBeVisible())
  expect(within(first as HTMLElement).getByRole('button', { name: 'Undo' })).toBeEnabled()
  const map = new URL(
    screen.getByRole('link', { name: 'Open the whole round in maps' }).getAttribute('href') ?? '',
  )
  expect(map.searchParams.get('waypoints')).not.toContain('560001')
})

test('a stop that was given to someone else leaves the round', async () => {
  const user = userEvent.setup()
  let open = stops
  show(
    answer(listMyOrders, () => page(open)),
    refuse(getOrder, 404, { message: 'Order not found' }),
    answer(updateOrder, () => {
      open = stops.slice(0, 1)
      return stops[0] as Order
    }),
  )
  await user.click((await screen.findAllByRole('button', { name: 'Delivered' }))[0] as HTMLElement)
  expect(await screen.findByText('1 stop left')).toBeVisible()
  await waitFor(() => expect(titles()).toEqual(['Print 1']))
})

test('more orders than the screen shows are told, as are none and an error', async () => {
  const { unmount } = show(answer(listMyOrders, page(stops, 120)))
  expect(await screen.findByText('These are the newest 3; 117 more are in Assigned.')).toBeVisible()
  unmount()
  const empty = show(answer(listMyOrders, page([])))
  expect(await screen.findByText('No Records found')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Reorder' })).toBeNull()
  empty.unmount()
  show(refuse(listMyOrders, 503, { message: 'The server is busy.' }))
  expect(await screen.findByText('The server is busy.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
})
