import {
  getOrder,
  listMyOrders,
  moveOrders,
  type Order,
  updateOrder,
} from '@our-print/contract/orders/orders.ts'
import { listStopPositions } from '@our-print/contract/orders/positions.ts'
import { saveRoundSequence } from '@our-print/contract/orders/saveRoundSequence.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { configuration } from '../../../test/configuration.ts'
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
    ordering: 'created_at',
    limit: '100',
    offset: '0',
  })
  expect(screen.getAllByRole('button', { name: 'Delivered' })).toHaveLength(3)
  expect(screen.getAllByRole('link', { name: 'Map to Anita' })).toHaveLength(3)
  expect(screen.getByRole('link', { name: 'Map of the round' })).toHaveAttribute(
    'href',
    expect.stringContaining('waypoints='),
  )
})

test('the sequence is changed by buttons, told, kept on the device, and given up for the areas', async () => {
  const user = userEvent.setup()
  const first = show(answer(listMyOrders, page(stops)), answer(saveRoundSequence, null))
  await user.click(await screen.findByRole('button', { name: 'Reorder' }))
  await user.click(await screen.findByRole('button', { name: 'Order 1002 later' }))
  expect(screen.getByText('order 1002 is at place 2 of 3')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Order 1001 earlier' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(titles()).toEqual(['Print 1', 'Print 2', 'Print 3'])
  // Customers are told by it how many stops come before them.
  await waitFor(() => expect(first.calls.some(({ method }) => method === 'PUT')).toBe(true))
  const [sent] = first.calls.filter(({ method }) => method === 'PUT')
  expect(sent?.body).toEqual({
    orders: [idOf(1), idOf(2), idOf(3)],
    happened_at: expect.stringMatching(/Z$/) as string,
  })
  first.unmount()

  show(answer(listMyOrders, page(stops)))
  await screen.findByText('3 stops left')
  expect(titles()).toEqual(['Print 1', 'Print 2', 'Print 3'])
  await user.click(screen.getByRole('button', { name: 'Reorder' }))
  await user.click(await screen.findByRole('button', { name: 'Sort by area' }))
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(titles()).toEqual(['Print 2', 'Print 1', 'Print 3'])
})

const placed = (order: Order, longitude: number) => ({ order: order.id, latitude: 12.97, longitude })

test('the shortest way starts at the shop, leaves what is not known at the end, and is undone', async () => {
  const user = userEvent.setup()
  const [one, two, three] = stops as [Order, Order, Order]
  show(
    answer(listMyOrders, page([one, two, { ...three, window_from: '2031-02-03T10:30:00Z' }])),
    answer(getConfiguration, { ...configuration, shop_latitude: 12.97, shop_longitude: 77.5 }),
    answer(listStopPositions, [placed(three, 77.52), placed(one, 77.51)]),
  )
  await screen.findByText('3 stops left')
  const before = titles()
  await user.click(screen.getByRole('button', { name: 'Reorder' }))
  await user.click(await screen.findByRole('button', { name: 'Shortest way' }))
  expect(
    screen.getByText(/^From the shop, as the crow flies\. 1 stop with no known position/),
  ).toHaveTextContent('It does not look at arrival windows.')
  expect(await screen.findByText(/^The round is 2\.2 km long now, before /)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(titles()).toEqual(['Print 1', 'Print 3', 'Print 2'])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(titles()).toEqual(before)
})

test.each([
  ['the shop', configuration, [placed(stops[0] as Order, 77.5), placed(stops[1] as Order, 77.6)]],
  [
    'two stops',
    { ...configuration, shop_latitude: 12.97, shop_longitude: 77.5 },
    [placed(stops[0] as Order, 77.5)],
  ],
])('no shortest way is offered where it is not known where %s is', async (_, known, positions) => {
  const user = userEvent.setup()
  const { calls } = show(
    answer(listMyOrders, page(stops)),
    answer(getConfiguration, known),
    answer(listStopPositions, positions),
  )
  await user.click(await screen.findByRole('button', { name: 'Reorder' }))
  await screen.findByRole('button', { name: 'Sort by area' })
  const asked = known.shop_latitude === null ? getConfiguration.url : listStopPositions.url
  await waitFor(() => expect(calls.some(({ url }) => url.pathname === asked)).toBe(true))
  expect(screen.queryByRole('button', { name: 'Shortest way' })).toBeNull()
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
  const map = new URL(screen.getByRole('link', { name: 'Map of the round' }).getAttribute('href') ?? '')
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

test('the oldest come first and all can be reached, those that are read later below', async () => {
  const user = userEvent.setup()
  const all = Array.from({ length: 244 }, (_, at) => ({
    ...stop(1, at % 2 ? '560001' : '560066'),
    id: `id-${at}`,
    number: at,
  }))
  const { calls } = show(
    answer(listMyOrders, ({ url: { searchParams } }) => {
      const [offset, limit] = ['offset', 'limit'].map((name) => Number(searchParams.get(name)))
      return page(all.slice(offset, (offset ?? 0) + (limit ?? 0)), all.length)
    }),
  )
  expect(await screen.findByText('244 stops left')).toBeVisible()
  const shown = () =>
    // By role it takes seconds.
    screen.getAllByText(/^\d+ Print 1$/).map(({ textContent }) => parseInt(textContent, 10))
  expect(Math.max(...shown())).toBe(99)
  const first = shown()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(shown()).toHaveLength(200))
  expect(shown().slice(0, 100)).toEqual(first)
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(shown()).toHaveLength(244))
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  const lists = calls.filter(({ url }) => url.pathname === listMyOrders.url)
  // Without a stream the round is read again every few seconds.
  expect([...new Set(lists.map(({ url }) => url.searchParams.get('offset')))]).toEqual(['0', '100', '200'])
  await user.click(screen.getByRole('button', { name: 'Map of the round' }))
  const parts = screen.getAllByRole('menuitem')
  expect([parts.length, parts[0]?.textContent, parts.at(-1)?.textContent]).toEqual([
    25,
    'Stops 1 to 10',
    'Stops 241 to 244',
  ])
  expect(parts[0]).toHaveAttribute('href', expect.stringContaining('google.com/maps/dir'))
})

test('the round starts with one move of all that are assigned, which one Undo takes back', async () => {
  const user = userEvent.setup()
  const assigned = (order: Order): Order => ({
    ...order,
    status: 'assigned',
    allowed_transitions: ['out-for-delivery'],
  })
  const pickup = { ...assigned(stop(4, '1')), address: null, pickup: true }
  const orders = [assigned(stop(1, '560066')), stop(2, '560001'), assigned(stop(3, '560066')), pickup]
  const { calls } = show(
    answer(listMyOrders, page(orders)),
    answer(moveOrders, ({ body }) => ({
      bulk_job: null,
      results: (body as { ids: string[] }).ids.map((id) => ({
        id,
        ok: id !== idOf(3),
        code: id === idOf(3) ? 'stale' : null,
        message: id === idOf(3) ? 'This order was changed.' : null,
      })),
    })),
  )
  await user.click(await screen.findByRole('button', { name: 'Start round' }))
  const question = within(await screen.findByRole('dialog', { name: 'Take 2 orders out for delivery?' }))
  await user.click(question.getByRole('button', { name: 'Start round' }))
  const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  const versions = [orders[0]?.version ?? 0, orders[2]?.version ?? 0]
  const refusals = within(await screen.findByRole('dialog', { name: '1 order was not changed' }))
  expect(sent()).toEqual([{ ids: [idOf(1), idOf(3)], versions, status: 'out-for-delivery' }])
  expect(refusals.getByText('This order was changed.')).toBeVisible()
  await user.click(refusals.getByRole('button', { name: 'OK' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  const warning = within(await screen.findByRole('dialog', { name: 'Undo the start of the round?' }))
  await user.click(warning.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual({
    ids: [idOf(1)],
    versions: [(versions[0] ?? 0) + 1],
    status: 'assigned',
    note: 'Tapped by mistake',
  })
})

test('none is told, as is an error', async () => {
  const empty = show(answer(listMyOrders, page([])))
  expect(await screen.findByText('No Records found')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Reorder' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Start round' })).toBeNull()
  empty.unmount()
  show(refuse(listMyOrders, 503, { message: 'The server is busy.' }))
  expect(await screen.findByText('The server is busy.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
})
